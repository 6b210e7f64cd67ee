import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demonstrationFile } from '../../apps/server/src/config/demonstration.ts';
import { readKind, readSettings } from '../start/settings.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-mark-'));
});
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const settingsOf = (env: NodeJS.ProcessEnv, isWanted = true) =>
  readSettings(path.dirname(dataDir), { DATA_DIR: dataDir, ...env }, isWanted ? 'demo' : 'usual');

test.each([
  [{ SMTP_URL: 'smtp://mail.example:25' }, /^SMTP_URL must not be set for a demonstration/],
  [{ DATABASE_URL: 'postgres://127.0.0.1/real' }, /^DATABASE_URL must not be set for a demonstration/],
  [
    { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_BUCKET: 'real', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' },
    /^S3_ENDPOINT must not be set for a demonstration/,
  ],
  [{ HOST: '0.0.0.0' }, /^HOST must be localhost for a demonstration/],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, /^PUBLIC_URL must be at http:\/\/localhost for a demonstration/],
])('a demonstration with %o is refused, and one that is there does not start with it', async (env, sentence) => {
  const refusal = { isForPeople: true, message: expect.stringMatching(sentence) };
  await expect(settingsOf(env)).rejects.toMatchObject(refusal);
  fs.writeFileSync(demonstrationFile(dataDir), '{"colleagues":[]}');
  await expect(settingsOf(env, false)).rejects.toMatchObject(refusal);
});

test.each(['objects/documents/a.pdf', 'secret-key'])(
  'a folder with %s of an installation is left alone',
  async (file) => {
    fs.mkdirSync(path.dirname(path.join(dataDir, file)), { recursive: true });
    fs.writeFileSync(path.join(dataDir, file), 'x'.repeat(43));
    await expect(settingsOf({})).rejects.toMatchObject({
      isForPeople: true,
      message: expect.stringContaining('belongs to an installation already'),
    });
  },
);

test('a demonstration on an address of this computer alone starts', async () => {
  fs.writeFileSync(demonstrationFile(dataDir), '{"colleagues":[]}');
  for (const HOST of ['localhost', '127.0.0.1', '::1']) {
    expect(await settingsOf({ HOST })).toMatchObject({ isDemonstrated: true });
  }
});

test('an installation is a demonstration only with --demo, or if it was one before', async () => {
  expect(await settingsOf({}, false)).toMatchObject({ isDemonstrated: false, config: { isDemonstration: false } });
  fs.writeFileSync(demonstrationFile(dataDir), '{"colleagues":[]}');
  expect(await settingsOf({}, false)).toMatchObject({ isDemonstrated: true, config: { isDemonstration: true } });
});

test('a demonstration that was interrupted says how to start again', async () => {
  fs.writeFileSync(demonstrationFile(dataDir), '{}');
  await expect(settingsOf({})).rejects.toThrow(`rm -r "${dataDir}" && npm start -- --demo`);
});

test('an option with another name is refused', () => {
  expect([readKind([]), readKind(['--demo']), readKind(['--watch'])]).toEqual(['usual', 'demo', 'watch']);
  for (const args of [['--demonstration'], ['--demo', '--watch']]) {
    expect(() => readKind(args)).toThrow(`takes --demo or --watch and nothing else, but was given ${args.join(' ')}.`);
  }
});
