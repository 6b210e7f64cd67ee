import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, markFormula } from './csv.ts';

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

/** Removes one leading mark, as documented. */
const unmark = (text: string) => (text.startsWith("'") ? text.slice(1) : text);

test('no marked value begins like a formula, and without the mark it is as it was', () => {
  fc.assert(
    fc.property(cell, (value) => {
      expect(markFormula(value)).not.toMatch(FORMULA);
      expect(unmark(markFormula(value))).toBe(value);
    }),
    { numRuns: 500 },
  );
});

test('a CSV parser gets every cell back unchanged', () => {
  fc.assert(
    fc.property(table, (rows) => {
      expect(parse(rows.map(csvLine).join(''))).toEqual(rows);
    }),
    { numRuns: 200 },
  );
});

test('ordinary values are unmarked', () => {
  for (const value of ['Ada "Countess" Testperson', 'O’Neill, Łukasz 王', '2026-11-21', "d'Arc", ''])
    expect(markFormula(value)).toBe(value);
  expect(csvLine(['=1+1', "'x"])).toBe(`"=1+1","'x"\r\n`);
});
