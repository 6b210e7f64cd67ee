/**
 * Values that a spreadsheet program could run as formulas; some programs read the wide signs as the plain ones. Also values
 * that begin with the mark, so that removing one mark always restores the value.
 */
const NEEDS_MARK = /^[=+\-@\t\r\n'＝＋－＠]/;

/** The mark before a value that a spreadsheet program could run as a formula. */
const MARK = "'";

export const markFormula = (value: string) => (NEEDS_MARK.test(value) ? `${MARK}${value}` : value);

// Most cells of an application are empty.
const quoteCell = (cell: string) => (cell === '' ? '""' : `"${cell.replaceAll('"', '""')}"`);

/** One line of CSV for programs, with unchanged values (RFC 4180, every cell in quotation marks). */
export function exactCsvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(',')}\r\n`;
}

/** One line of CSV that people can open in a spreadsheet program. */
export function csvLine(cells: readonly string[]): string {
  return exactCsvLine(cells.map(markFormula));
}

/** Tells spreadsheet programs that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
