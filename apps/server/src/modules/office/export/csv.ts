/**
 * What a spreadsheet program could take for a formula, and the mark itself, so that taking one mark off gives every
 * value back. The wide signs count too: some programs read them as the plain ones.
 */
const TAKEN_FOR_FORMULA = /^[=+\-@\t\r\n'＝＋－＠]/;

/** The mark before a value that a spreadsheet program could take for a formula. */
const MARK = "'";

/** A value for a spreadsheet: it never runs as a formula. Taking one leading mark off gives the value back. */
function markFormula(value: string): string {
  return TAKEN_FOR_FORMULA.test(value) ? `${MARK}${value}` : value;
}

// Most cells of an application are empty: blocks that were not repeated, questions that were not asked.
const quoteCell = (cell: string) => (cell === '' ? '""' : `"${cell.replaceAll('"', '""')}"`);

/** One line of CSV for programs (RFC 4180, every cell in quotation marks), with its end: each value as it is. */
export function exactCsvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(',')}\r\n`;
}

/** One line of CSV that people can open in a spreadsheet program. */
export function csvLine(cells: readonly string[]): string {
  return exactCsvLine(cells.map(markFormula));
}

/** Tells spreadsheet programs that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
