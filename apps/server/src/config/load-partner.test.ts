import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makePartner } from '../operator/partner.ts';
import { loadPartner } from './load-partner.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
let folder: string;
beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-load-')), 'artschool');
  onTestFinished(() => fs.rmSync(path.dirname(folder), { recursive: true }));
  makePartner(folder);
});

function edit(file: string, from: string, to: string): void {
  const name = path.join(folder, file);
  const text = fs.readFileSync(name, 'utf8');
  expect(text).toContain(from);
  fs.writeFileSync(name, text.replace(from, to));
}

test('Spanish with a missing text is not offered, and a sentence for the log names the text', async () => {
  expect(await loadPartner({ partner: folder, environment: 'production' })).not.toHaveProperty('draft');
  fs.copyFileSync(path.join(root, 'partners/larkmoor/es.ts'), path.join(folder, 'es.ts'));
  fs.mkdirSync(path.join(folder, 'words'));
  for (const file of ['es.json', 'site.es.json']) {
    fs.copyFileSync(path.join(root, 'partners/larkmoor/words', file), path.join(folder, 'words', file));
  }
  edit('words/site.es.json', '"privacy/1"', '"privacy/9"');
  const { forms, draft } = await loadPartner({ partner: folder, environment: 'production' });
  expect(forms.first.spanish).toBeUndefined();
  expect(draft).toMatch(
    /artschool is a draft and is not offered: es-US has no words for 'privacy\/1'\. There are 1 more/,
  );
});
