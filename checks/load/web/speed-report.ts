import { median } from '../../support/numbers.ts';

interface Row {
  readonly name: string;
  readonly unit: 'ms' | 'kB' | 'MB' | '';
  /** The highest ratio to the bare page. */
  readonly aim: number | null;
  /** The highest value. */
  readonly limit?: number;
}

/** The rows of the report, with their aims. */
export const ROWS = {
  usable: { name: 'first field takes input', unit: 'ms', aim: 0.6 },
  ready: { name: 'the app runs', unit: 'ms', aim: 1.3 },
  scripts: { name: 'scripts until then', unit: 'kB', aim: null },
  requests: { name: 'requests until then', unit: '', aim: null },
  script: { name: 'script per key', unit: 'ms', aim: 1.1 },
  paint: { name: 'key to paint', unit: 'ms', aim: null },
  heap: { name: 'heap after typing', unit: 'MB', aim: null },
  show: { name: 'showing a block', unit: 'ms', aim: 1.1 },
  hide: { name: 'hiding a block', unit: 'ms', aim: 1.1 },
  seeShown: { name: 'press until it is seen', unit: 'ms', aim: 1.2 },
  seeHidden: { name: 'press until it is gone', unit: 'ms', aim: 1.6 },
  later: { name: 'a later page', unit: 'ms', aim: null, limit: 100 },
  slowest: { name: 'the slowest of them', unit: 'ms', aim: null, limit: 100 },
} as const satisfies Readonly<Record<string, Row>>;
type RowId = keyof typeof ROWS;

export const PRODUCT = 'Firstyear';
export const SPANISH = 'Firstyear in Spanish';
export const BARE = 'bare React page';

/** The measured values by row and page. */
export class Measurements {
  readonly #times = new Map<string, number[]>();

  add(row: RowId, page: string, ...times: readonly number[]): void {
    const id = `${row} ${page}`;
    this.#times.set(id, [...(this.#times.get(id) ?? []), ...times]);
  }

  /** Undefined when it was never measured. */
  median(row: RowId, page: string): number | undefined {
    const times = this.#times.get(`${row} ${page}`);
    return times && median(times);
  }

  /** The ratio to the bare page. */
  ratio(row: RowId, page: string): number | undefined {
    const [value, bare] = [this.median(row, page), this.median(row, BARE)];
    return value === undefined || !bare ? undefined : value / bare;
  }
}

const rowIds = Object.keys(ROWS).filter((id): id is RowId => id in ROWS);

/** The aim of our own page, and whether it missed it. */
function describeAim({ unit, aim, limit }: Row, median: number, ratio: number | undefined): string {
  const [goal, isMissed] =
    limit === undefined
      ? [aim, ratio !== undefined && aim !== null && ratio > aim]
      : [`${limit} ${unit}`, median > limit];
  return goal === null ? '' : `  aim ${goal}${isMissed ? ': missed' : ''}`;
}

/** A line for each row and page: the median, its ratio to the bare page, and the aim. */
export function linesOf(measured: Measurements): readonly string[] {
  return rowIds.flatMap((row) => {
    const { name, unit } = ROWS[row];
    return [PRODUCT, SPANISH, BARE].flatMap((page) => {
      const [median, ratio] = [measured.median(row, page), measured.ratio(row, page)];
      if (median === undefined) return [];
      const verdict = page !== BARE ? describeAim(ROWS[row], median, ratio) : '';
      const beside = ratio === undefined ? '' : `   ratio ${ratio.toFixed(2)}`;
      const value = `${median.toFixed(unit === '' ? 0 : 1)} ${unit}`.padStart(10);
      return [`${name.padEnd(26)}${page.padEnd(24)}${value}${beside}${verdict}`];
    });
  });
}
