import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objectStoreOf } from '../adapters/object-store/object-store-of.ts';
import { installJobs } from '../jobs/jobs.ts';
import { newApplicant } from '../modules/application/row/applicant.testing.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { backUp, backUpInstallation } from './backup.ts';
import { readManifest } from './backup-manifest.ts';
import { insertCopies } from './copies.testing.ts';
import { openBackup, restore } from './restore.ts';

let server: TestApp;
let root: string;
const run = { print: () => {}, interruption: new AbortController().signal };

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

test('a backup by an operator is recorded in the audit trail', async () => {
  const folder = path.join(root, 'noted');
  expect(await backUpInstallation(installation(), run, folder)).toContain(`${folder}: `);
  const { rows } = await server.database.pool.query(`select actor from audit_event where kind = 'backup_made'`);
  expect(rows).toEqual([{ actor: 'operator grace' }]);
});

test('a missing data folder is named, and no backup is started', async () => {
  const deps = installation();
  const dataDir = path.join(root, 'nowhere');
  const made = backUpInstallation({ ...deps, settings: { ...deps.settings, dataDir } }, run, path.join(root, 'none'));
  await expect(made).rejects.toThrow(`There is no folder ${dataDir}, where files are kept.`);
});

test('a restore that is interrupted while it reads the backup reports that, not damage in a later file', async () => {
  const folder = path.join(root, 'ended');
  await backUpInstallation(installation(), run, folder);
  const { tables } = await readManifest(folder);
  await appendFile(path.join(folder, tables.at(-1)?.file ?? ''), 'x');
  const ended = new AbortController();
  const { config } = server.deps;
  const deps = {
    ...{ databaseUrl: server.database.url, objects: objectStoreOf(config), secret: config.secret, installJobs },
    print: () => ended.abort(new Error('ended')),
    interruption: ended.signal,
  };
  const backup = await openBackup(deps, folder);
  await expect(backup.requireWhole()).rejects.toThrow('ended');
  await expect(restore(deps, backup)).rejects.toThrow('has tables already');
});

test('restored rows become visible all at once', async () => {
  await newApplicant(server);
  const folder = path.join(root, 'at-once');
  await backUpInstallation(installation(), run, folder);
  const place = await createTestDatabase({ empty: true });
  const other = new pg.Client({ connectionString: place.url });
  await other.connect();
  let seen: Promise<unknown> = Promise.resolve();
  const deps = {
    ...{ databaseUrl: place.url, objects: objectStoreOf(server.deps.config), secret: server.deps.config.secret },
    interruption: run.interruption,
    // The tables after the accounts wait until the other connection has counted.
    installJobs: async (url: string) => {
      await installJobs(url);
      await other.query('begin; lock table application in share mode');
    },
    print: (line: string) => {
      if (!line.startsWith('public.account: ')) return;
      seen = other
        .query('select count(*)::int from account')
        .then(async ({ rows }) => (await other.query('rollback')) && rows);
    },
  };
  try {
    await restore(deps, await openBackup(deps, folder));
    expect(await seen).toEqual([{ count: 0 }]);
    expect((await other.query('select count(*)::int from account')).rows).toEqual([{ count: 1 }]);
  } finally {
    await other.end();
    await place.stop();
  }
});

test('a backup that is interrupted while it reads a file does not wait for the rest of it', async () => {
  const { applicationId } = await newApplicant(server);
  await insertCopies(server, applicationId, ['pdf/slow.pdf']);
  const ended = new AbortController();
  const get = async () => {
    setImmediate(() => ended.abort(new Error('ended')));
    return { stream: new Readable({ read: () => {} }), info: { size: 1 } };
  };
  const deps = { databaseUrl: server.database.url, clock: server.clock.now, print: run.print, objects: { get } };
  const folder = path.join(root, 'slow');
  await expect(backUp({ ...deps, interruption: ended.signal }, folder)).rejects.toThrow(/ended|aborted/);
});
