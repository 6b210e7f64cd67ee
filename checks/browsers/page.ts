import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Driver, Key, Point } from './driver.ts';

/** A page of the product may take this long, conversions and prints included. */
const WITHIN_MS = 90_000;
const LOOKS_EVERY_MS = 100;

const placeSchema = z.object({ x: z.number(), y: z.number() }).nullable();
const quoted = (text: string) => JSON.stringify(text);

/** What a person does with a page, whichever browser it is in. */
export interface Page {
  readonly driver: Driver;
  /** Waits until an expression of the page is true; otherwise reports the expression. */
  until(what: string, expression: string): Promise<void>;
  /** The text of an expression. */
  text(expression: string): Promise<string>;
  /** Waits for a heading at an address. */
  arrive(path: string, heading?: string): Promise<void>;
  /** Presses the button, link or tab with this name. */
  press(name: string): Promise<void>;
  /** Presses a field. */
  pressField(id: string): Promise<void>;
  /** Presses a field, and waits until it has the focus. */
  focus(id: string): Promise<void>;
  /** Presses a field and types into it. */
  fill(id: string, text: string): Promise<void>;
  /** Presses a key, once if nothing else is said. */
  key(key: Key, times?: number): Promise<void>;
  /** Taps a field with a finger. */
  tap(id: string): Promise<void>;
  readValue(id: string): Promise<string>;
}

/** Brings an element into the middle of the window. Where to press it, near its beginning (the month of a date); null while there is none, or something covers it. */
const placeIn = (element: string) => `(() => {
  const found = ${element};
  if (!found) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  const [x, y] = [left + Math.min(width / 2, 20), top + height / 2];
  const above = document.elementFromPoint(x, y);
  return found === above || found.contains(above) ? { x, y } : null;
})()`;

const named = (name: string) => `[...document.querySelectorAll('button, a, [role=tab], [role=option]')].find((item) =>
  (item.getAttribute('aria-label') ?? item.textContent ?? '').trim() === ${quoted(name)} &&
  item.getClientRects().length > 0 && !item.disabled)`;

const field = (id: string) => `document.getElementById(${quoted(id)})`;

/** What a person does, in terms of a driver. Waits for states, never for times. */
export function pageOf(driver: Driver): Page {
  const until = async (what: string, expression: string) => {
    let problem = '';
    for (const limit = performance.now() + WITHIN_MS; performance.now() < limit; await sleep(LOOKS_EVERY_MS)) {
      // A page that is being left has no answer for a moment.
      const is = await driver.read(`Boolean(${expression})`).catch((error: unknown) => {
        problem = error instanceof Error ? error.message : String(error);
        return false;
      });
      if (is === true) return;
    }
    const where = await driver.read('location.pathname + " " + document.title').catch(() => 'nowhere');
    throw new Error(`${what} did not come (at ${String(where)}). ${problem}`);
  };
  const text = async (expression: string) => String(await driver.read(expression));
  /** A place where an element stays: pictures that arrive move what is below them. */
  const placeOf = async (what: string, element: string): Promise<Point> => {
    let before: Point | undefined;
    for (const limit = performance.now() + WITHIN_MS; performance.now() < limit; await sleep(LOOKS_EVERY_MS)) {
      await until(what, `${placeIn(element)} !== null`);
      const place = placeSchema.parse(await driver.read(placeIn(element)));
      if (place && before && place.x === before.x && place.y === before.y) return place;
      before = place ?? undefined;
    }
    throw new Error(`${what} did not come to rest.`);
  };
  const pressField = async (id: string) => driver.pressAt(await placeOf(`the field ${id}`, field(id)));
  const focus = async (id: string) => {
    await pressField(id);
    await until(`the focus in ${id}`, `document.activeElement?.id === ${quoted(id)}`);
  };
  return {
    driver,
    until,
    text,
    arrive: async (path, heading) => {
      const isThere = `location.pathname === ${quoted(path)} && document.querySelector('h1')`;
      const says = heading === undefined ? '' : ` && document.querySelector('h1').textContent === ${quoted(heading)}`;
      await until(`${path} ${heading ?? ''}`, isThere + says);
    },
    press: async (name) => driver.pressAt(await placeOf(`“${name}”`, named(name))),
    pressField,
    focus,
    fill: async (id, typed) => {
      await focus(id);
      await driver.type(typed);
    },
    key: async (key, times = 1) => {
      for (let pressed = 0; pressed < times; pressed += 1) await driver.key(key);
    },
    tap: async (id) => driver.tapAt(await placeOf(`the field ${id}`, field(id))),
    readValue: (id) => text(`document.getElementById(${quoted(id)})?.value ?? 'no field'`),
  };
}
