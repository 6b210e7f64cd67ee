import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { resultsSchema, writeReliability } from './reliability.ts';

const docs = path.resolve(import.meta.dirname, '../../../docs');
const results = resultsSchema.parse(JSON.parse(fs.readFileSync(path.join(docs, 'reliability.json'), 'utf8')));

// `npx vitest run checks/faults -u` writes it.
test('docs/reliability.md is made from docs/reliability.json, and nothing acknowledged is lost', async () => {
  await expect(writeReliability(results)).toMatchFileSnapshot(path.join(docs, 'reliability.md'));
  expect(results.filter(({ lost = 0, outcome }) => lost > 0 || outcome === 'failed')).toEqual([]);
});
