import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { resultsSchema, writeReliability } from './reliability.ts';

const docs = path.resolve(import.meta.dirname, '../../../docs');
const results = resultsSchema.parse(JSON.parse(fs.readFileSync(path.join(docs, 'reliability.json'), 'utf8')));

test('docs/reliability.md is made from docs/reliability.json, and nothing acknowledged is lost', () => {
  expect(fs.readFileSync(path.join(docs, 'reliability.md'), 'utf8')).toBe(writeReliability(results));
  expect(results.filter(({ lost = 0, outcome }) => lost > 0 || outcome === 'failed')).toEqual([]);
});
