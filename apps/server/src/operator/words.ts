/** "1 answer", "2 answers". */
export const counted = (number: number, one: string, more = `${one}s`): string =>
  `${number} ${number === 1 ? one : more}`;

/** A table with tabs between its columns; an empty cell is a hyphen. */
export const tabbed = (columns: readonly string[], rows: readonly (readonly (string | null | undefined)[])[]): string =>
  [columns, ...rows].map((row) => row.map((cell) => cell || '-').join('\t')).join('\n');
