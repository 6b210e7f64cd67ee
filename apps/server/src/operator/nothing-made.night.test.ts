import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretIds } from '../crypto/secret.ts';
import { makeDatabaseFolder } from '../db/database-folder.testing.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { runProgram } from './run-program.testing.ts';

const SECRET_KEY = 'k'.repeat(32);

let folder: string;
let database: TestDatabase;
const placeOf = (name: string) => path.join(folder, name);
const names = async () => (await readdir(folder, { recursive: true })).sort();

beforeAll(async () => {
  folder = makeDatabaseFolder('firstyear-nothing-made-');
  await mkdir(placeOf('data'));
  database = await createTestDatabase();
  const [id] = secretIds({ current: Buffer.from(SECRET_KEY), previous: undefined });
  await database.db.insertInto('secret_key').values({ id, created_at: new Date() }).execute();
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], env: Readonly<Record<string, string>>) => runProgram(folder, args, env);

describe('in a folder that does not exist', () => {
  // One command for each way to open a database.
  test.each([['check'], ['mail', 'list'], ['rebuild-lookup'], ['rotate-key']])(
    '%s makes no installation there, and exits with 2',
    async (...args) => {
      const before = await names();
      expect(await run(args, { DATA_DIR: placeOf('mistyped') })).toEqual({
        code: 2,
        out: '',
        err: 'There is no database in /mistyped. Set DATA_DIR to the data folder of the product, or DATABASE_URL, or run npm start first.\n',
      });
      expect(await names()).toEqual(before);
    },
  );
});

describe('with a database but without a data folder', () => {
  test.each([['check'], ['rotate-key']])('%s makes no secret key, and exits with 2', async (...args) => {
    const before = await names();
    expect(await run(args, { DATABASE_URL: database.url, DATA_DIR: placeOf('mistyped') })).toEqual({
      code: 2,
      out: '',
      err: 'There is no secret key in /mistyped. Set DATA_DIR to the data folder of the product, or SECRET_KEY to its key.\n',
    });
    expect(await names()).toEqual(before);
  });

  test.each([['mail', 'list'], ['rebuild-lookup']])('%s needs no key, and makes none', async (...args) => {
    const before = await names();
    const env = { DATABASE_URL: database.url, DATA_DIR: placeOf('mistyped') };
    expect(await run(args, env)).toMatchObject({ code: 0 });
    expect(await names()).toEqual(before);
  });

  test('no command makes a file store there', async () => {
    const before = await names();
    const env = { DATABASE_URL: database.url, DATA_DIR: placeOf('mistyped'), SECRET_KEY };
    const message =
      'There is no folder /mistyped, where files are kept. Set DATA_DIR to the data folder of the product, or S3_ENDPOINT.';
    for (const args of [
      ['export', '--format', 'packets', '--out', '@new'],
      ['person', 'export', 'ada@mail.example', '--out', '@new.zip'],
    ]) {
      expect(await run(args, env), args.join(' ')).toEqual({ code: 2, out: '', err: `${message}\n` });
    }
    const { code, out } = await run(['check'], env);
    expect({ code, files: out.split('\n').find((line) => line.includes(' files ')) }).toEqual({
      code: 1,
      files: `missing files        ${message.replace('/mistyped', placeOf('mistyped'))}`,
    });
    expect(await names()).toEqual(before);
  });
});
