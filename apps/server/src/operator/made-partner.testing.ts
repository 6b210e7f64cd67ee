import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { makePartner } from './partner.ts';

/** A university as `partner new` makes it, in a new folder for each test, with a way to put mistakes into its files. */
export function madePartner() {
  const made = { folder: '' };
  beforeEach(() => {
    const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-partner-'));
    onTestFinished(() => fs.rmSync(parent, { recursive: true }));
    made.folder = path.join(parent, 'artschool');
    makePartner(made.folder);
  });
  const edit = (file: string, from: string, to: string): void => {
    const name = path.join(made.folder, file);
    const text = fs.readFileSync(name, 'utf8');
    expect(text).toContain(from);
    fs.writeFileSync(name, text.replace(from, to));
  };
  return { made, edit };
}
