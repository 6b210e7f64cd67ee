import { z } from 'zod';
import { waitFor } from '../support/processes.ts';
import type { Driver, Key, Point } from './driver.ts';

/** Long enough for conversions and prints. */
const WAIT = { withinMs: 90_000, everyMs: 100 };

const pointSchema = z.object({ x: z.number(), y: z.number() }).nullable();
const quoted = (text: string) => JSON.stringify(text);

/** Scrolls to an element. Returns the point to press, near its start (the month of a date); null while it is missing or covered. */
const pointIn = (element: string) => `(() => {
  const element = ${element};
  if (!element) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + Math.min(width / 2, 20), top + height / 2];
  return element.contains(document.elementFromPoint(x, y)) ? { x, y } : null;
})()`;

const controlNamed = (
  name: string,
) => `[...document.querySelectorAll('button, a, [role=tab], [role=option]')].find((item) =>
  (item.getAttribute('aria-label') ?? item.textContent ?? '').trim() === ${quoted(name)} &&
  item.getClientRects().length > 0 && !item.disabled)`;

const field = (id: string) => `document.getElementById(${quoted(id)})`;

export type Page = ReturnType<typeof pageOf>;

/** The actions of a person on a page. They wait for a state, never for a fixed time. */
export function pageOf(driver: Driver) {
  /** Waits until an expression of the page is true. */
  const until = async (name: string, expression: string) => {
    let problem = '';
    const poll = async () => {
      // During navigation the page throws for a moment.
      const isTrue = await driver.read(`Boolean(${expression})`).catch((error: unknown) => {
        problem = error instanceof Error ? error.message : String(error);
      });
      return isTrue === true ? true : undefined;
    };
    await waitFor(name, poll, WAIT).catch(async () => {
      const where = await driver.read('location.pathname + " " + document.title').catch(() => 'nowhere');
      throw new Error(`${name} did not come (at ${String(where)}). ${problem}`);
    });
  };
  const text = async (expression: string) => String(await driver.read(expression));
  /** The point at which to press an element, once it stays there: arriving pictures move the content below them. */
  const pointOf = (name: string, element: string): Promise<Point> => {
    let previous: Point | undefined;
    const poll = async () => {
      await until(name, `${pointIn(element)} !== null`);
      const point = pointSchema.parse(await driver.read(pointIn(element))) ?? undefined;
      const isAtRest = point !== undefined && point.x === previous?.x && point.y === previous.y;
      previous = point;
      return isAtRest ? point : undefined;
    };
    return waitFor(`${name} at rest`, poll, WAIT);
  };
  const pressField = async (id: string) => driver.pressAt(await pointOf(`the field ${id}`, field(id)));
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
    press: async (name: string) => driver.pressAt(await pointOf(`“${name}”`, controlNamed(name))),
    /** Presses a field and types into it. */
    fill: async (id: string, typed: string) => {
      await focus(id);
      await driver.type(typed);
    },
    key: async (key: Key, times = 1) => {
      for (let pressed = 0; pressed < times; pressed += 1) await driver.key(key);
    },
    /** Taps a field with a finger. */
    tap: async (id: string) => driver.tapAt(await pointOf(`the field ${id}`, field(id))),
    readValue: (id: string) => text(`document.getElementById(${quoted(id)})?.value ?? 'no field'`),
  };
}
