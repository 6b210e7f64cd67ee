import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './service.ts';

/** The algorithm behind the hashes in every database. */
const byReplacer = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );

test('[D20] the hashes of snapshots and forms are unchanged, with any keys in any order', () => {
  const { pages } = englishForm(definition);
  expect(canonicalJson(pages)).toBe(byReplacer(pages));
  fc.assert(
    fc.property(fc.object({ withDate: true, withNullPrototype: true }), (value) => {
      const [text, parsed]: [string, unknown] = [byReplacer(value), JSON.parse(JSON.stringify(value))];
      expect(canonicalJson(value)).toBe(text);
      expect(canonicalJson(parsed)).toBe(text);
    }),
  );
  const unsorted = JSON.parse('{"b":1,"__proto__":{"d":1,"c":2},"10":1,"9":1}');
  expect(canonicalJson(unsorted)).toBe(byReplacer(unsorted));
});
