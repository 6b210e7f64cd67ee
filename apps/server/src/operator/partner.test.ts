import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newPartnerFolder } from './made-partner.testing.ts';
import { checkPartnerFolder, makePartner } from './partner.ts';

let folder: string;
beforeEach(() => {
  folder = newPartnerFolder();
});

const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
const write = (file: string, text: string) => fs.writeFileSync(path.join(folder, file), text);

test('a missing university is named', async () => {
  await expect(checkPartnerFolder('nobody')).rejects.toThrow('there is no partners/nobody/partner.ts');
});

test('a new university has its own names, and never overwrites another', () => {
  fs.mkdirSync(path.join(folder, '.git'), { recursive: true });
  write('Readme', 'Ours.');
  expect(makePartner(folder)).toContain(`PARTNER_DIR=${folder} npm start`);
  const texts = fs.readdirSync(folder).filter((name) => name.includes('.') && name !== '.git');
  expect(texts).toHaveLength(8);
  for (const text of texts.map(read)) expect(text).not.toMatch(/larkmoor/i);
  expect(read('site.ts')).toContain("slug: 'artschool'");
  expect(read('form.ts')).toContain('changeForm');
  // Editors find the types of the product.
  expect(fs.existsSync(path.join(folder, 'node_modules/@firstyear/form-engine/src/index.ts'))).toBe(true);
  expect(() => makePartner(folder)).toThrow(`${folder} is there already, with files in it.`);
  expect(() => makePartner(path.join(folder, 'Art School'))).toThrow('must be lowercase letters');
});

test('without the TypeScript compiler, the check says that types were not checked', async () => {
  await expect(checkPartnerFolder('larkmoor', async () => undefined)).resolves.toContain('types were not checked');
});

test('wrong types, and answers of the last kept release that the form loses, are reported together', async () => {
  makePartner(folder);
  fs.mkdirSync(path.join(folder, 'releases'));
  const keep = (release: string, ...keys: readonly string[]) => {
    const parts = Object.fromEntries(keys.map((key) => [key, { kind: 'text' }]));
    write(`releases/${release}.json`, JSON.stringify({ outline: { migrations: [], parts } }));
  };
  keep('0001', 'motto', 'plan');
  keep('0002', 'motto');
  await expect(checkPartnerFolder(folder, async () => ['Line 1 is wrong.'])).rejects.toMatchObject({
    problems: ['Line 1 is wrong.', expect.stringMatching(/releases\/0002\.json: motto is gone: write /)],
  });
  write('releases/0003.json', '{');
  await expect(checkPartnerFolder(folder, async () => [])).rejects.toMatchObject({
    problems: [expect.stringContaining('releases/0003.json is no release that can be read')],
  });
});
