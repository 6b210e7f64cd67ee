import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';

const script = path.resolve(import.meta.dirname, '../../deploy/backup.sh');
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-backup-'));
const placeOf = (...names: readonly string[]) => path.join(root, ...names);
afterAll(() => fs.rmSync(root, { recursive: true }));

function writeFile(file: string, content: string, mode = 0o600) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content, { mode });
}

/** Stands in for a program of PostgreSQL: notes its arguments and the password, and does this. */
const writeProgram = (name: string, work: string) =>
  writeFile(placeOf('bin', name), `#!/bin/sh\necho "${name} $PGPASSWORD $*" >> ${placeOf('calls')}\n${work}\n`, 0o700);

beforeEach(() => {
  fs.rmSync(root, { recursive: true });
  writeFile(placeOf('data/objects/documents/1.pdf'), 'A page about Ada.');
  writeFile(placeOf('data/objects/.unfinished/2'), 'half');
  // A file that is stored while the database is being copied.
  const store = `mkdir -p ${placeOf('data/objects/uploads/ada')} && echo later > ${placeOf('data/objects/uploads/ada/3')}`;
  writeProgram('pg_dump', `${store}; for last; do case $last in --file=*) echo rows > "\${last#--file=}";; esac; done`);
  writeProgram('pg_restore', '');
  // The database of the product, for a backup; an empty one, for a restore.
  writeProgram('psql', `case "$*" in *account*) echo 1;; *) echo 0;; esac`);
});

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync('bash', [script, ...args], {
    env: {
      PATH: `${placeOf('bin')}:${process.env.PATH}`,
      DATA_DIR: placeOf('data'),
      DATABASE_URL: 'postgres://serving:none@db.example:5432/firstyear',
      DATABASE_MIGRATION_URL: 'postgresql://owner:s%2Fcr%25t@db.example:5432/firstyear?sslmode=require',
      ...env,
    },
    encoding: 'utf8',
  });
  return { status, stderr };
}

const calls = () =>
  fs
    .readFileSync(placeOf('calls'), 'utf8')
    .trim()
    .split('\n')
    .filter((call) => !call.startsWith('psql '));
const DATABASE = '--dbname=postgresql://owner@db.example:5432/firstyear?sslmode=require';

test('the database is copied as its owner, and afterwards every whole file of the store; the password is no argument', () => {
  expect(run(['make', placeOf('backup')])).toEqual({ status: 0, stderr: '' });
  expect(calls()).toEqual([
    `pg_dump s/cr%t --format=custom --no-owner --no-privileges --file=${placeOf('backup.part/database.dump')} ${DATABASE}`,
  ]);
  expect(fs.statSync(placeOf('backup')).mode & 0o777).toBe(0o700);
  fs.mkdirSync(placeOf('new'));
  expect(run(['restore', placeOf('backup')], { DATA_DIR: placeOf('new') })).toEqual({ status: 0, stderr: '' });
  const restored = fs.readdirSync(placeOf('new'), { recursive: true, encoding: 'utf8' }).toSorted();
  expect(restored.filter((name) => fs.statSync(placeOf('new', name)).isFile())).toEqual([
    'objects/documents/1.pdf',
    'objects/uploads/ada/3',
  ]);
  expect(calls().at(-1)).toBe(
    `pg_restore s/cr%t --single-transaction --no-owner --no-privileges ${DATABASE} ${placeOf('backup/database.dump')}`,
  );
});

test('a backup that fails leaves nothing, and one that is there is not overwritten', () => {
  const missing = run(['make', placeOf('backup')], { DATA_DIR: placeOf('mistyped') });
  expect(missing).toEqual({ status: 2, stderr: `There is no folder ${placeOf('mistyped')}. Look at DATA_DIR.\n` });
  writeProgram('pg_dump', 'echo out of space >&2; exit 1');
  expect(run(['make', placeOf('backup')])).toEqual({ status: 1, stderr: 'out of space\n' });
  expect(fs.readdirSync(root).toSorted()).toEqual(['bin', 'calls', 'data']);
  fs.mkdirSync(placeOf('backup'));
  const again = { status: 2, stderr: `${placeOf('backup')} is there already. Give a new folder.\n` };
  expect(run(['make', placeOf('backup')])).toEqual(again);
});

test('a damaged backup is not restored', () => {
  run(['make', placeOf('backup')]);
  fs.appendFileSync(placeOf('backup/objects.tar'), 'x');
  fs.mkdirSync(placeOf('new'));
  const { status, stderr } = run(['restore', placeOf('backup')], { DATA_DIR: placeOf('new') });
  expect(status).toBe(1);
  expect(stderr).toContain('./objects.tar: FAILED');
  expect(fs.readdirSync(placeOf('new'))).toEqual([]);
  expect(calls()).toHaveLength(1);
});

test('a database without applicants is not backed up, and one with tables is not restored into, nor its files', () => {
  run(['make', placeOf('backup')]);
  writeProgram('psql', 'echo 0');
  expect(run(['make', placeOf('empty')]).stderr).toContain('has no applicants');
  writeProgram('psql', 'echo 7');
  fs.mkdirSync(placeOf('new'));
  const refused = { status: 2, stderr: 'The database has tables already. Give an empty one.\n' };
  expect(run(['restore', placeOf('backup')], { DATA_DIR: placeOf('new') })).toEqual(refused);
  writeProgram('psql', 'echo away >&2; exit 2');
  expect(run(['make', placeOf('empty')])).toEqual({ status: 2, stderr: 'away\n' });
  expect(run(['restore', placeOf('backup')], { DATA_DIR: placeOf('new') })).toEqual({ status: 2, stderr: 'away\n' });
  expect(fs.readdirSync(placeOf('new'))).toEqual([]);
  expect(fs.readdirSync(root).toSorted()).toEqual(['backup', 'bin', 'calls', 'data', 'new']);
  expect(calls()).toHaveLength(1);
});

test('without the address of an owner the database is copied by that for serving, and a product without files stays as it is', () => {
  fs.rmSync(placeOf('data/objects'), { recursive: true });
  writeProgram('pg_dump', `for last; do case $last in --file=*) echo rows > "\${last#--file=}";; esac; done`);
  const env = { DATABASE_MIGRATION_URL: '', DATABASE_URL: 'postgres://serving:none@direct.example/firstyear' };
  expect(run(['make', placeOf('backup')], env)).toEqual({ status: 0, stderr: '' });
  expect(calls().at(-1)).toContain('--dbname=postgres://serving@direct.example/firstyear');
  expect(fs.readdirSync(placeOf('data'))).toEqual([]);
  fs.mkdirSync(placeOf('new'));
  expect(run(['restore', placeOf('backup')], { DATA_DIR: placeOf('new') })).toEqual({ status: 0, stderr: '' });
});

test('a store of S3 without files is copied and restored', () => {
  writeProgram('rclone', 'test -e "$2" || test "$2" = :s3:files');
  const env = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  };
  expect(run(['make', placeOf('backup')], env)).toEqual({ status: 0, stderr: '' });
  expect(run(['restore', placeOf('backup')], env)).toEqual({ status: 0, stderr: '' });
  expect(calls().filter((call) => call.startsWith('rclone'))).toHaveLength(2);
});

test('without a database server the script says how a backup is made', () => {
  const env = { DATABASE_URL: '', DATABASE_MIGRATION_URL: '' };
  expect(run(['make', placeOf('backup')], env).stderr).toContain('stop the product and copy its data folder');
  expect(run(['make']).status).toBe(2);
});
