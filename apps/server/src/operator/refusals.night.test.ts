import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../process/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { runProgram } from './run-program.testing.ts';

let folder: string;
let empty: TestDatabase;
let used: TestDatabase;
const placeOf = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'firstyear-refusals-'));
  await mkdir(placeOf('folder'));
  await writeFile(placeOf('folder/mine.txt'), 'mine');
  await writeFile(placeOf('schools.csv'), 'name,city,state\nAda Testhalf High School,Testville,KY\n');
  await writeFile(placeOf('answers.json'), '{"first_name": "Ada"}');
  await writeFile(placeOf('list.json'), '[]');
  empty = await createTestDatabase({ empty: true });
  used = await createTestDatabase();
});
afterAll(async () => {
  await empty.stop();
  await used.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], env: Readonly<Record<string, string>>, program?: 'migrate.ts') =>
  runProgram(folder, args, { SECRET_KEY: 'k'.repeat(32), ...env }, program && { program });

const names = async () => (await readdir(folder, { recursive: true })).sort();

const WRONG_PLACES: readonly (readonly [args: readonly string[], message: string])[] = [
  [['export', '--format', 'csv', '--out', '@answers.json'], '/answers.json is there already. Give a new file.'],
  [
    ['person', 'export', 'ada@mail.example', '--out', '@answers.json/new.zip'],
    '/answers.json/new.zip cannot be made: a part of its path is no folder. Give a new file where you can write.',
  ],
  [['import-schools', '@none.csv'], '/none.csv cannot be opened.'],
  [
    ['temporary-application', '--answers', '@list.json'],
    '/list.json cannot be read as a JSON object of answers, such as {"first_name": "Ada"}.',
  ],
];

test.each(WRONG_PLACES)(
  '%j names an unusable place: one sentence, exit code 2, and nothing is started',
  async (args, message) => {
    const before = await names();
    const env = { DATA_DIR: placeOf('data') };
    expect(await run(args, env)).toEqual({ code: 2, out: '', err: `${message}\n` });
    expect(await names()).toEqual(before);
  },
);

test('printing to a full disk fails, but not to a reader that closes the pipe early', async () => {
  const program = path.resolve(import.meta.dirname, '../programs/operator.ts');
  const env = { PATH: process.env.PATH };
  if (process.platform === 'linux') {
    const full = await open('/dev/full', 'w');
    const child = spawn(process.execPath, [program, 'help'], { env, stdio: ['ignore', full.fd, 'pipe'] });
    const [code, err] = await Promise.all([once(child, 'exit'), child.stderr ? text(child.stderr) : '']);
    await full.close();
    expect([code[0], err]).toEqual([1, 'A file cannot be written: the disk is full.\n']);
  }
  const child = spawn(process.execPath, [program, 'help'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [code, err] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  expect([code[0], err]).toEqual([0, '']);
});

describe('a database that a command cannot work with', () => {
  /** One command for each way to open a database. */
  const COMMANDS: readonly (readonly string[])[] = [['export', '--format', 'csv', '--out', '@new'], ['rebuild-lookup']];

  test('an unreachable one is reported in one sentence, and nothing is left behind', async () => {
    const before = await names();
    const port = await freePort();
    const env = { DATABASE_URL: `postgres://firstyear:secret@127.0.0.1:${port}/none`, DATA_DIR: placeOf('folder') };
    for (const args of COMMANDS) {
      expect(await run(args, env), args.join(' ')).toEqual({
        code: 1,
        out: '',
        err: `The database cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}.\n`,
      });
    }
    expect(await run([], env, 'migrate.ts')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The database cannot be reached: [^\n]+\n$/),
    });
    expect(await names()).toEqual(before);
  });

  test('one that refuses the password is reported in one sentence, without the password', async () => {
    const url = new URL(used.url);
    url.password = 'another';
    const { code, err } = await run(['mail', 'list'], { DATABASE_URL: url.href, DATA_DIR: placeOf('folder') });
    expect(code).toBe(1);
    expect(err).toMatch(
      /^The database does not let us in: password authentication failed [^\n]+ Look at DATABASE_URL\.\n$/,
    );
    expect(err).not.toContain('another');
  });

  test('one without tables, and one of an incompatible version, are reported in one sentence', async () => {
    const before = await names();
    for (const args of COMMANDS) {
      const refused = await run(args, { DATABASE_URL: empty.url, DATA_DIR: placeOf('folder') });
      expect(refused, args.join(' ')).toEqual({
        code: 1,
        out: '',
        err: 'The database lacks 0001_first.sql, which this version needs. Run migrate.ts of this version first (npm start does).\n',
      });
    }
    await used.pool.query("insert into schema_migration (name, checksum) values ('9999_later.contract.sql', '')");
    const refused = await run(['mail', 'list'], { DATABASE_URL: used.url, DATA_DIR: placeOf('folder') });
    expect(refused).toMatchObject({
      code: 78,
      err: expect.stringMatching(/^The database was changed by 9999_later\.contract\.sql [^\n]+\n$/),
    });
    expect(await names()).toEqual(before);
  });
});
