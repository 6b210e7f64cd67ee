import { median } from '../../support/numbers.ts';

interface Row {
  readonly name: string;
  readonly unit: 'ms' | 'kB' | 'MB' | '';
  /** The highest ratio to the bare page. */
  readonly aim?: number;
  /** The highest value. */
  readonly limit?: number;
}

/** The rows of the report, with their aims. */
const ROWS = {
  usable: { name: 'first field takes input', unit: 'ms', aim: 0.6 },
  ready: { name: 'the app runs', unit: 'ms', aim: 1.3 },
  scripts: { name: 'scripts until then', unit: 'kB' },
  requests: { name: 'requests until then', unit: '' },
  script: { name: 'script per key', unit: 'ms', aim: 1.1 },
  heap: { name: 'heap after typing', unit: 'MB' },
  shown: { name: 'press until the block is seen', unit: 'ms', aim: 1.2 },
  hidden: { name: 'press until it is gone', unit: 'ms', aim: 1.6 },
  later: { name: 'a later page', unit: 'ms', limit: 100 },
  slowest: { name: 'the slowest of them', unit: 'ms', limit: 100 },
} as const satisfies Readonly<Record<string, Row>>;

export const PRODUCT = 'Firstyear';
export const SPANISH = 'Firstyear in Spanish';
export const BARE = 'bare React page';

export class Measurements {
  readonly #values = new Map<string, number[]>();

  add(row: keyof typeof ROWS, page: string, ...values: readonly number[]): void {
    const id = `${row} ${page}`;
    this.#values.set(id, [...(this.#values.get(id) ?? []), ...values]);
  }

  /** A line for each row and page that was measured: the median, its ratio to the bare page, and the aim. */
  lines(): readonly string[] {
    return Object.entries<Row>(ROWS).flatMap(([row, { name, unit, aim, limit }]) => {
      const medians = [PRODUCT, SPANISH, BARE].map((page) => median(this.#values.get(`${row} ${page}`) ?? []));
      const bare = medians.at(-1) ?? 0;
      return [PRODUCT, SPANISH, BARE].flatMap((page, place) => {
        const value = medians[place] ?? 0;
        if (!this.#values.has(`${row} ${page}`)) return [];
        const isMissed =
          limit === undefined ? bare > 0 && value / bare > (aim ?? Number.POSITIVE_INFINITY) : value > limit;
        const goal = limit === undefined ? aim : `${limit} ${unit}`;
        const verdict = page === BARE || goal === undefined ? '' : `  aim ${goal}${isMissed ? ': missed' : ''}`;
        const ratio = bare > 0 ? `   ratio ${(value / bare).toFixed(2)}` : '';
        const shown = `${value.toFixed(unit === '' ? 0 : 1)} ${unit}`.padStart(10);
        return [`${name.padEnd(31)}${page.padEnd(24)}${shown}${ratio}${verdict}`];
      });
    });
  }
}
