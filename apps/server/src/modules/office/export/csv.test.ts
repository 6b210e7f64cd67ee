import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BYTE_ORDER_MARK, csvLine, exactCsvLine } from './csv.ts';

/** Beginnings of cells that some program runs as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const dangerous = fc
  .tuple(
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", "''", '＝', '"', ','),
    fc.string({ unit: 'binary' }),
  )
  .map((parts) => parts.join(''));
// UTF-8 can't encode a lone surrogate.
const cell = fc
  .oneof(dangerous, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  .filter((text) => text.isWellFormed());
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })));

const read = (text: string): string[][] => parse(text, { bom: true });
/** Removes one leading mark, as documented. */
const unmark = (text: string) => (text.startsWith("'") ? text.slice(1) : text);

test('a CSV parser gets every cell back, and none begins like a formula', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const found = read(BYTE_ORDER_MARK + rows.map(csvLine).join(''));
      expect(found.map((row) => row.map(unmark))).toEqual(rows);
      expect(found.flat().filter((text) => FORMULA.test(text))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('a CSV parser gets every cell of exact CSV back unchanged', () => {
  fc.assert(
    fc.property(table, (rows) => {
      expect(parse(rows.map(exactCsvLine).join(''))).toEqual(rows);
    }),
    { numRuns: 200 },
  );
});

test('ordinary values are unchanged', () => {
  const row = ['Ada "Countess" Testperson', 'O’Neill, Łukasz 王', '2026-11-21', "d'Arc", ''];
  expect(read(csvLine(row))).toEqual([row]);
  expect(csvLine(['=1+1', "'x"])).toBe(`"'=1+1","''x"\r\n`);
});
