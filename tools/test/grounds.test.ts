import fs from 'node:fs';
import path from 'node:path';
import { GROUNDS } from '@firstyear/partner-config';
import { expect, test } from 'vitest';

test("the grounds on which a partner's colors are measured are those of the web application", () => {
  const tokens = fs.readFileSync(path.resolve(import.meta.dirname, '../../packages/ui/src/tokens.css'), 'utf8');
  const grounds = ['surface', 'sunken'].map((name) => new RegExp(`--${name}: (#\\w+);`).exec(tokens)?.[1]);
  expect(grounds).toEqual([...GROUNDS]);
});
