import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { expect, vi } from 'vitest';
import { control } from '../form/draw-form.testing.tsx';

export const DUNBAR = {
  id: '7',
  text: 'Paul Laurence Dunbar High School',
  sub_text: '1600 Man O War Blvd, Lexington, KY',
};
export const RECORD = {
  ...DUNBAR,
  name: 'Paul Laurence Dunbar High School',
  ceeb: '181440',
  address_line_1: '1600 Man O War Blvd',
  address_line_2: '',
  city: 'Lexington',
  state: 'KY',
  zip: '40513',
  country: 'USA',
};

interface Lookup {
  readonly query: URLSearchParams;
  /** Resolves once the page has read the response and drawn the result. */
  respond(body: unknown, status?: number): Promise<void>;
  disconnect(): void;
}

/** A fake server for lookups: each call waits until the test responds. */
export function serveLookups() {
  const calls: Lookup[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.origin);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    calls.push({
      query: url.searchParams,
      respond: async (body, status = 200) => {
        const response = Response.json(body, { status });
        const read = Promise.withResolvers<void>();
        const text = await response.clone().text();
        vi.spyOn(response, 'text').mockImplementation(async () => {
          read.resolve();
          return text;
        });
        resolve(response);
        await read.promise;
        await new Promise((drawn) => requestAnimationFrame(drawn));
      },
      disconnect: () => reject(new TypeError('no network')),
    });
    return promise;
  });
  const next = async (number: number): Promise<Lookup> => {
    await eventually(() => expect(calls.length).toBeGreaterThan(number));
    const call = calls[number];
    if (!call) throw new Error(`There was no call ${number}.`);
    return call;
  };
  return { calls, next };
}

/** The combobox takes the place of the plain input when that is focused. */
export const combobox = async (key: string) => {
  control(key).focus();
  await eventually(() => expect(control(key).getAttribute('role')).toBe('combobox'));
  return control(key);
};
export const options = () => [...document.querySelectorAll('[role="option"]')].map((option) => option.textContent);
export const optionsShown = (count: number) => eventually(() => expect(options()).toHaveLength(count));
export const value = (key: string) => {
  const input = control(key);
  return input instanceof HTMLInputElement || input instanceof HTMLSelectElement ? input.value : undefined;
};
