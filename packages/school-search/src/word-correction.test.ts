import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correctWord, deletionKeys, editDistance, maxDistance } from './word-correction.ts';

const word = fc.stringMatching(/^[a-e]{4,12}$/);

/** The word with one letter added, left out, changed, or swapped with the next. */
const misspell = (text: string) =>
  fc
    .tuple(fc.constantFrom('add', 'omit', 'change', 'swap'), fc.nat(text.length - 2), fc.constantFrom('a', 'b', 'x'))
    .map(([how, place, letter]) => {
      const [before, at, next, rest] = [
        text.slice(0, place),
        text[place] ?? '',
        text[place + 1] ?? '',
        text.slice(place + 2),
      ];
      if (how === 'add') return before + letter + at + next + rest;
      if (how === 'omit') return before + next + rest;
      if (how === 'change') return before + letter + next + rest;
      return before + next + at + rest;
    });

describe('the edit distance of two words', () => {
  test.each([
    ['dunbar', 'dunbar', 0],
    ['dunbr', 'dunbar', 1],
    ['dunbbar', 'dunbar', 1],
    ['dunabr', 'dunbar', 1],
    ['donber', 'dunbar', 2],
  ])('%s, %s: %i', (a, b, errors) => {
    expect(editDistance(a, b, 2)).toBe(errors);
  });

  test('is symmetric, and counting stops above the limit', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(Math.min(editDistance(a, b, 2), 3)).toBe(Math.min(editDistance(b, a, 2), 3));
        const exact = editDistance(a, b, 20);
        if (exact <= 2) expect(editDistance(a, b, 2)).toBe(exact);
        else expect(editDistance(a, b, 2)).toBeGreaterThan(2);
      }),
    );
  });
});

test('a word with one typing error shares a deletion key with the right word', () => {
  const pair = word.chain((text) => misspell(text).map((wrong) => ({ text, wrong })));
  fc.assert(
    fc.property(pair, ({ text, wrong }) => {
      fc.pre(maxDistance(wrong) > 0);
      const keys = new Set(deletionKeys(text));
      expect(deletionKeys(wrong).some((key) => keys.has(key))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('the nearest word comes first, then the more frequent one; distant words and the typed word itself are left out', () => {
  const known = [
    { word: 'dunkirk', frequency: 90 },
    { word: 'dunbar', frequency: 5 },
    { word: 'denbar', frequency: 2 },
    { word: 'zzzzzz', frequency: 900 },
  ];
  expect(correctWord('dunbra', known, { isPrefix: false, limit: 2 })[0]).toEqual({ word: 'dunbar', distance: 1 });
  const words = (typed: string) => correctWord(typed, known, { isPrefix: false, limit: 2 }).map(({ word }) => word);
  expect(words('dunbra')).not.toContain('zzzzzz');
  expect(words('dunbar')).not.toContain('dunbar');
});

test('a misspelled prefix finds the whole word while it is being typed', () => {
  const known = [{ word: 'stuyvesant', frequency: 3 }];
  expect(correctWord('stuvyes', known, { isPrefix: true, limit: 2 })).toMatchObject([{ word: 'stuyvesant' }]);
});

test('short words and numbers are not corrected', () => {
  expect(['ky', 'ada', '118', 'p118s'].map(maxDistance)).toEqual([0, 0, 0, 0]);
});
