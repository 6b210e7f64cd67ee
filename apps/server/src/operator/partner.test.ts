import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkPartnerFolder, makePartner } from './partner.ts';

test.each(['larkmoor', 'alderfinch'])('%s is sound', async (slug) => {
  await expect(checkPartnerFolder(slug)).resolves.toMatch(/^partners\/\w+ is sound: 3 pages, \d+ questions\.$/);
});

test('a university that is not there is named', async () => {
  await expect(checkPartnerFolder('nobody')).rejects.toThrow('there is no partners/nobody/partner.ts');
});

test('a new university has names of its own, and is never written over another', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'partners-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  expect(makePartner('artschool', folder)).toContain('PARTNER=artschool npm start');
  const texts = fs
    .readdirSync(path.join(folder, 'artschool'))
    .map((file) => fs.readFileSync(path.join(folder, 'artschool', file), 'utf8'));
  expect(texts).toHaveLength(4);
  for (const text of texts) expect(text).not.toMatch(/larkmoor/i);
  expect(texts.join('')).toMatch(/slug: 'artschool'/);
  expect(texts.join('')).toContain('changeForm');
  expect(() => makePartner('artschool', folder)).toThrow('partners/artschool is there already.');
});
