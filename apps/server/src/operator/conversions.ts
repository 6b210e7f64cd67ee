import { readConversionTotals } from '../modules/documents/uploads/service.ts';
import { DAY_MS } from '../time/durations.ts';
import type { OperatorDependencies } from './dependencies.ts';

const HEADER = ['kind', 'outcome', 'problem', 'count', 'median s', 'p95 s', 'longest s'];
/** Columns from here on are numbers. */
const FIRST_NUMBER = 3;

/** How conversions of the last days ended: one line for each kind of file and outcome, with the times that they took. */
export async function reportConversions(
  { db, clock }: Pick<OperatorDependencies, 'db' | 'clock'>,
  days: number,
): Promise<string> {
  const totals = await readConversionTotals(db, new Date(clock().getTime() - days * DAY_MS));
  if (totals.length === 0) return 'No document was converted in that time.';
  const rows = totals.map(({ kind, outcome, problem, count, ...seconds }) => [
    kind ?? 'not read',
    outcome ?? 'under way',
    problem ?? '',
    String(count),
    ...[seconds.median, seconds.p95, seconds.longest].map((value) => (value === null ? '' : value.toFixed(2))),
  ]);
  const widths = HEADER.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column < FIRST_NUMBER ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  return [HEADER, ...rows].map(line).join('\n');
}
