import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objectStoreOf } from '../adapters/object-store/object-store-of.ts';
import { newApplicant } from '../modules/application/row/applicant.testing.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { insertCopies } from './copies.testing.ts';
import { runProgram } from './run-program.testing.ts';

let server: TestApp;
let root: string;
const FILES = 300;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'firstyear-backup-full-disk-'));
  server = await testApp({ config: { dataDir: path.join(root, 'data') } });
  const { applicationId } = await newApplicant(server);
  const objects = objectStoreOf(server.deps.config);
  const keys = Array.from({ length: FILES }, () => `pdf/${crypto.randomUUID()}.pdf`);
  await insertCopies(server, applicationId, keys);
  for (const key of keys) await objects.put(key, Buffer.from('%PDF-1.7'));
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

test('a backup that fills the disk while listing its files fails with one sentence and leaves nothing', async () => {
  // No file may grow beyond some kilobytes, as on a full disk; only the list of files is larger.
  const { code, out, err } = await runProgram(
    root,
    ['backup', '@new'],
    { SECRET_KEY: 'k'.repeat(32), DATABASE_URL: server.database.url, DATA_DIR: path.join(root, 'data') },
    { through: ['sh', '-c', 'ulimit -f 64; exec "$@"', 'sh'] },
  );
  expect(err).toContain(' tables with ');
  expect({ code, out, last: err.trimEnd().split('\n').at(-1) }).toEqual({
    code: 1,
    out: '',
    last: 'A file cannot be written: no file may be that large here.',
  });
  expect(await readdir(root)).toEqual(['data']);
});
