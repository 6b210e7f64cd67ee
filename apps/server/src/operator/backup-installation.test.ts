import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objectStoreOf } from '../adapters/object-store/object-store-of.ts';
import { installJobs } from '../jobs/jobs.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { backUpInstallation } from './backup.ts';
import { readManifest } from './backup-manifest.ts';
import { openBackup, restore } from './restore.ts';

let server: TestApp;
let root: string;
const run = { tell: () => {}, interruption: new AbortController().signal };

beforeAll(async () => {
  server = await testApp();
  root = await mkdtemp(path.join(tmpdir(), 'firstyear-backup-'));
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

const installation = () => {
  const settings = { ...server.deps.config, databaseUrl: server.database.url };
  return { db: server.db, clock: server.clock.now, settings, operator: 'grace' };
};

test('an operator backs up the installation, which the audit trail notes', async () => {
  const folder = path.join(root, 'noted');
  expect(await backUpInstallation(installation(), run, folder)).toContain(`${folder}: `);
  const { rows } = await server.database.pool.query(`select actor from audit_event where kind = 'backup_made'`);
  expect(rows).toEqual([{ actor: 'operator grace' }]);
});

test('a data folder that is not there is named, and no backup is begun', async () => {
  const deps = installation();
  const dataDir = path.join(root, 'nowhere');
  const made = backUpInstallation({ ...deps, settings: { ...deps.settings, dataDir } }, run, path.join(root, 'none'));
  await expect(made).rejects.toThrow(`There is no folder ${dataDir}, where files are kept.`);
});

test('a restore that is ended while the backup is read says so, not that a later file is damaged', async () => {
  const folder = path.join(root, 'ended');
  await backUpInstallation(installation(), run, folder);
  const { tables } = await readManifest(folder);
  await appendFile(path.join(folder, tables.at(-1)?.file ?? ''), 'x');
  const ended = new AbortController();
  const { config } = server.deps;
  const deps = {
    ...{ databaseUrl: server.database.url, objects: objectStoreOf(config), secret: config.secret, installJobs },
    tell: () => ended.abort(new Error('ended')),
    interruption: ended.signal,
  };
  const backup = await openBackup(deps, folder);
  await expect(backup.requireWhole()).rejects.toThrow('ended');
  await expect(restore(deps, backup)).rejects.toThrow('has tables already');
});
