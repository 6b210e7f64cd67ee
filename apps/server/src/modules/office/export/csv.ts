/**
 * Values that a spreadsheet program could run as formulas; some programs read the wide signs as the plain ones. Also values
 * that begin with the mark, so that removing one mark always restores the value.
 */
const NEEDS_MARK = /^[=+\-@\t\r\n'＝＋－＠]/;

/** Marks a value that a spreadsheet program could run as a formula, for files that people open. */
export const markFormula = (value: string) => (NEEDS_MARK.test(value) ? `'${value}` : value);

// Most cells of an application are empty.
const quoteCell = (cell: string) => (cell === '' ? '""' : `"${cell.replaceAll('"', '""')}"`);

/** One line of CSV for programs, with unchanged values (RFC 4180, every cell in quotation marks). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(',')}\r\n`;
}
