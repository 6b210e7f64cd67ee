import { z } from 'zod';
import { waitFor } from '../support/processes.ts';
import type { Driver, Key, Point } from './driver.ts';

/** The longest wait for a page, conversions and prints included. */
const WAIT = { withinMs: 90_000, everyMs: 100 };

const placeSchema = z.object({ x: z.number(), y: z.number() }).nullable();
const quoted = (text: string) => JSON.stringify(text);

/** Scrolls to an element. The place to press it, near its beginning (the month of a date); null while it is missing or covered. */
const placeIn = (element: string) => `(() => {
  const found = ${element};
  if (!found) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  const [x, y] = [left + Math.min(width / 2, 20), top + height / 2];
  const above = document.elementFromPoint(x, y);
  return found === above || found.contains(above) ? { x, y } : null;
})()`;

const controlNamed = (
  name: string,
) => `[...document.querySelectorAll('button, a, [role=tab], [role=option]')].find((item) =>
  (item.getAttribute('aria-label') ?? item.textContent ?? '').trim() === ${quoted(name)} &&
  item.getClientRects().length > 0 && !item.disabled)`;

const field = (id: string) => `document.getElementById(${quoted(id)})`;

export type Page = ReturnType<typeof pageOf>;

/** What a person does with a page. Waits for states, never for times. */
export function pageOf(driver: Driver) {
  /** Waits until an expression of the page is true. */
  const until = async (what: string, expression: string) => {
    let problem = '';
    const poll = async () => {
      // A page that is being left throws for a moment.
      const is = await driver.read(`Boolean(${expression})`).catch((error: unknown) => {
        problem = error instanceof Error ? error.message : String(error);
      });
      return is === true ? true : undefined;
    };
    await waitFor(what, poll, WAIT).catch(async () => {
      const where = await driver.read('location.pathname + " " + document.title').catch(() => 'nowhere');
      throw new Error(`${what} did not come (at ${String(where)}). ${problem}`);
    });
  };
  /** The text of an expression. */
  const text = async (expression: string) => String(await driver.read(expression));
  /** The place of an element once it stays there: arriving pictures move what is below them. */
  const placeOf = (what: string, element: string): Promise<Point> => {
    let before: Point | undefined;
    const poll = async () => {
      await until(what, `${placeIn(element)} !== null`);
      const place = placeSchema.parse(await driver.read(placeIn(element))) ?? undefined;
      const isAtRest = place !== undefined && place.x === before?.x && place.y === before.y;
      before = place;
      return isAtRest ? place : undefined;
    };
    return waitFor(`the rest of ${what}`, poll, WAIT);
  };
  const pressField = async (id: string) => driver.pressAt(await placeOf(`the field ${id}`, field(id)));
  /** Presses a field, and waits until it has the focus. */
  const focus = async (id: string) => {
    await pressField(id);
    await until(`the focus in ${id}`, `document.activeElement?.id === ${quoted(id)}`);
  };
  return {
    driver,
    until,
    text,
    pressField,
    focus,
    /** Waits for a heading at an address. */
    arrive: (path: string, heading?: string) => {
      const isThere = `location.pathname === ${quoted(path)} && document.querySelector('h1')`;
      const says = heading === undefined ? '' : ` && document.querySelector('h1').textContent === ${quoted(heading)}`;
      return until(`${path} ${heading ?? ''}`, isThere + says);
    },
    /** Presses the button, link, tab or option with this name. */
    press: async (name: string) => driver.pressAt(await placeOf(`“${name}”`, controlNamed(name))),
    /** Presses a field and types into it. */
    fill: async (id: string, typed: string) => {
      await focus(id);
      await driver.type(typed);
    },
    key: async (key: Key, times = 1) => {
      for (let pressed = 0; pressed < times; pressed += 1) await driver.key(key);
    },
    /** Taps a field with a finger. */
    tap: async (id: string) => driver.tapAt(await placeOf(`the field ${id}`, field(id))),
    readValue: (id: string) => text(`document.getElementById(${quoted(id)})?.value ?? 'no field'`),
  };
}
