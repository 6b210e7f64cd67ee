import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillNewFile, requireNewFile } from './new-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-new-file-'));
  file = path.join(folder, 'person.zip');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

test('a place where no file can be made is named with the reason', async () => {
  fs.writeFileSync(file, 'theirs');
  const cannot = (place: string) => expect(requireNewFile(path.join(folder, place))).rejects;
  await cannot('person.zip').toThrow('is there already');
  await cannot('none/new.zip').toThrow('cannot be made: the folder that it is in is not there.');
  await cannot('person.zip/new.zip').toThrow('cannot be made: a part of its path is no folder.');
});

test('a file that is made under the name meanwhile is not replaced, and nothing half is left', async () => {
  const filled = fillNewFile(file, async (write) => {
    await write('ours');
    fs.writeFileSync(file, 'theirs');
  });
  await expect(filled).rejects.toThrow(`${file} cannot be written: it is there already.`);
  expect(fs.readdirSync(folder)).toEqual(['person.zip']);
  expect(fs.readFileSync(file, 'utf8')).toBe('theirs');
});

test('a link beside it, whose name can be guessed, is not followed, and the file is for its owner alone', async () => {
  const elsewhere = path.join(folder, 'elsewhere');
  fs.symlinkSync(elsewhere, `${file}.part`);
  await fillNewFile(file, (write) => write('ours'));
  expect(fs.existsSync(elsewhere)).toBe(false);
  expect([fs.readFileSync(file, 'utf8'), fs.statSync(file).mode & 0o777]).toEqual(['ours', 0o600]);
});
