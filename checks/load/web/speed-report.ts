interface Row {
  readonly name: string;
  readonly unit: 'ms' | 'kB' | 'MB' | '';
  /** The most that it may be of the bare page's. */
  readonly aim: number | null;
  /** The most that it may be itself. */
  readonly limit?: number;
}

/** What is measured, with its aim where there is one. */
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
export type RowId = keyof typeof ROWS;

/** The page that all others are compared with. */
export const BARE = 'bare React page';

/** What was measured of each page, each time that it was. */
export class Measurements {
  readonly #times = new Map<string, number[]>();

  add(row: RowId, page: string, ...times: readonly number[]): void {
    const id = `${row} ${page}`;
    this.#times.set(id, [...(this.#times.get(id) ?? []), ...times]);
  }

  /** undefined: never measured. */
  median(row: RowId, page: string): number | undefined {
    const sorted = (this.#times.get(`${row} ${page}`) ?? []).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)];
  }

  /** Of the bare page's. */
  ratio(row: RowId, page: string): number | undefined {
    const [own, bare] = [this.median(row, page), this.median(row, BARE)];
    return own === undefined || !bare ? undefined : own / bare;
  }
}

const rowIds = Object.keys(ROWS).filter((id): id is RowId => id in ROWS);

/** What our own page was to reach, and whether it has. */
function verdictOf({ unit, aim, limit }: Row, median: number, ratio: number | undefined): string {
  const [wanted, isMissed] =
    limit === undefined
      ? [aim, ratio !== undefined && aim !== null && ratio > aim]
      : [`${limit} ${unit}`, median > limit];
  return wanted === null ? '' : `  aim ${wanted}${isMissed ? ': missed' : ''}`;
}

/** A line for each row and page: the median, its ratio to the bare page, and whether it keeps the aim. */
export function linesOf(measured: Measurements, pages: readonly string[], own: string): readonly string[] {
  return rowIds.flatMap((row) => {
    const { name, unit } = ROWS[row];
    return pages.flatMap((page) => {
      const [median, ratio] = [measured.median(row, page), measured.ratio(row, page)];
      if (median === undefined) return [];
      const verdict = page === own ? verdictOf(ROWS[row], median, ratio) : '';
      const beside = ratio === undefined ? '' : `   ratio ${ratio.toFixed(2)}`;
      const value = `${median.toFixed(unit === '' ? 0 : 1)} ${unit}`.padStart(10);
      return [`${name.padEnd(26)}${page.padEnd(24)}${value}${beside}${verdict}`];
    });
  });
}

/** The medians and ratios by row and page, to be kept beside the document. */
export function resultOf(measured: Measurements, pages: readonly string[], about: Readonly<Record<string, number>>) {
  const round = (value: number | undefined) => (value === undefined ? null : Number(value.toFixed(2)));
  const rows = rowIds.map((row) => ({
    ...ROWS[row],
    pages: pages.map((page) => ({
      page,
      median: round(measured.median(row, page)),
      ratio: round(measured.ratio(row, page)),
    })),
  }));
  return { ...about, rows };
}

const BAR = { height: 15, gap: 4, left: 210, width: 420, group: 16 } as const;
const COLORS = ['#1d4f91', '#8a8f98', '#b9bec6', '#b9bec6', '#b9bec6'];

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The ratios as bars in an SVG, our own page first. Bars that are longer than the picture end at its edge. */
export function pictureOf(measured: Measurements, pages: readonly string[]): string {
  // The bare page is a single one: there is nothing to compare later pages with.
  const shown = rowIds.filter((row) => row !== 'requests' && pages.some((page) => measured.ratio(row, page)));
  const most = 4;
  const parts: string[] = [];
  let y = 24;
  for (const row of shown) {
    const { name, unit } = ROWS[row];
    parts.push(`<text x="0" y="${y + 12}" font-weight="600">${escapeText(name)}</text>`);
    for (const [position, page] of pages.entries()) {
      const [median, ratio] = [measured.median(row, page), measured.ratio(row, page)];
      if (median === undefined || ratio === undefined) continue;
      const length = (Math.min(ratio, most) / most) * BAR.width;
      const label = `${page} ${ratio.toFixed(2)} (${median.toFixed(1)} ${unit})`;
      const inside = length > BAR.width * 0.6;
      parts.push(
        `<rect x="${BAR.left}" y="${y}" width="${length.toFixed(1)}" height="${BAR.height}" fill="${COLORS[position] ?? '#b9bec6'}"/>`,
        `<text x="${inside ? BAR.left + 6 : (BAR.left + length + 6).toFixed(1)}" y="${y + 12}"${inside && position === 0 ? ' fill="#fff"' : ''}>${escapeText(label)}</text>`,
      );
      y += BAR.height + BAR.gap;
    }
    y += BAR.group;
  }
  const one = BAR.left + BAR.width / most;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 ${y}" font-family="sans-serif" font-size="12" role="img">`,
    '<title>How long each page takes, as a ratio to a bare React page</title>',
    `<rect width="860" height="${y}" fill="#fff"/>`,
    ...parts,
    `<path d="M${one} 16V${y}" stroke="#c0392b" stroke-dasharray="3 3"/><text x="${one + 4}" y="14" fill="#c0392b">1: ${escapeText(BARE)}</text>`,
    '</svg>',
    '',
  ].join('\n');
}
