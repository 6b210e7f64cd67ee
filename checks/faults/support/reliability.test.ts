import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COVERED } from '../scenarios/by-tests.ts';
import { resultsSchema, writeReliability } from './reliability.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const docs = path.join(root, 'docs');
const results = resultsSchema.parse(JSON.parse(fs.readFileSync(path.join(docs, 'reliability.json'), 'utf8')));

// `npx vitest run checks/faults -u` writes it.
test('docs/reliability.md is made from docs/reliability.json, and nothing acknowledged is lost', async () => {
  await expect(writeReliability(results)).toMatchFileSnapshot(path.join(docs, 'reliability.md'));
  expect(results.filter(({ lost = 0, outcome }) => lost > 0 || outcome === 'failed')).toEqual([]);
});

test('every scenario that tests of npm test cover has these tests', () => {
  const tests = COVERED.flatMap((scenario) => Object.entries(scenario.tests));
  const missing = tests.flatMap(([file, titles]) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    return titles.filter((title) => !text.includes(title));
  });
  expect(missing).toEqual([]);
});
