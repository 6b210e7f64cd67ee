import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { makePartner } from './partner.ts';

/** The path of a folder for a university, which goes when the test ends. */
export function newPartnerFolder(): string {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-partner-'));
  onTestFinished(() => fs.rmSync(parent, { recursive: true }));
  return path.join(parent, 'artschool');
}

/** A university as `partner new` makes it, in a new folder for each test, with a way to put mistakes into its files. */
export function madePartner() {
  const made = { folder: '' };
  beforeEach(() => {
    made.folder = newPartnerFolder();
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
