import fs from 'node:fs';
import { expect, test } from 'vitest';
import { NEXT_EDITS } from '../../e2e/support/next-release.ts';

test.each(Object.entries(NEXT_EDITS))('%s can be edited into that of the next release', (name, edit) => {
  const text = fs.readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
  expect(edit(text)).toMatch(/motto|short_name/);
});
