import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Form } from '@firstyear/form-engine';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import type { Config } from '../config/config.ts';
import { loadPartner } from '../config/load-partner.ts';
import { type ServedForm, servedForms } from '../config/served-forms.ts';
import { type Jobs, startJobSender } from '../jobs/jobs.ts';
import { createLog } from '../log/create-log.ts';
import { createMetrics } from '../log/metrics.ts';
import { argon2idAt } from '../modules/accounts/identity/argon2id.ts';
import { recordReleases } from '../modules/application/releases/service.ts';
import type { AppDependencies } from '../modules/dependencies.ts';
import { NO_LOAD } from '../plugins/shedding.ts';
import { buildApp } from '../programs/app.ts';
import { type Client, createClient } from './client.ts';
import { TestClock } from './clock.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Cheap, since tests hash more than a thousand passwords: the product's cost would take most of their time. */
const hashes = argon2idAt({ memoryCost: 8, timeCost: 1, parallelism: 1 });

export interface TestApp {
  readonly app: FastifyInstance;
  readonly deps: AppDependencies;
  /** The first of its forms. */
  readonly form: Form;
  readonly database: TestDatabase;
  readonly db: TestDatabase['db'];
  readonly jobs: Jobs;
  readonly clock: TestClock;
  /** A new browser, without cookies, at this network address. */
  client(remoteAddress?: string): Client;
  stop(): Promise<void>;
}

interface TestAppOptions {
  readonly config?: Partial<Config>;
  readonly deps?: Partial<AppDependencies>;
  /** Instead of the partner's form, and more forms. */
  readonly form?: Form;
  readonly otherForms?: readonly ServedForm[];
  readonly clock?: TestClock;
  /** Instead of a new one; closed with the app. */
  readonly database?: TestDatabase;
}

/** The real server with its own database, called through app.inject. The test moves its clock and the database's. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'firstyear-data-'));
  const config: Config = {
    environment: 'test',
    port: 0,
    webProcesses: 1,
    hasServiceWorker: true,
    host: 'localhost',
    dataDir,
    isDemonstration: false,
    publicUrl: 'http://localhost:3000',
    databaseUrl: database.url,
    smtpUrl: undefined,
    mailFrom: undefined,
    mailBudgetPerHour: 5000,
    partner: 'larkmoor',
    trustedProxy: [],
    secret: { current: randomBytes(32), previous: undefined },
    logLevel: 'silent',
    chromiumPath: undefined,
    allowUnsandboxed: false,
    searchPath: process.env.PATH ?? '',
    addressProvider: { kind: 'embedded' },
    s3: undefined,
    clamavAddress: undefined,
    metrics: undefined,
    officeClientSecret: undefined,
    ...options.config,
  };
  const clock = options.clock ?? new TestClock();
  const loaded = await loadPartner(config);
  const { office } = loaded;
  const partner = options.deps?.partner ?? loaded.partner;
  const form = options.form ?? loaded.form;
  const first = { ...loaded.forms.first, form, partner };
  const forms = await recordReleases(database.db, servedForms(first, ...(options.otherForms ?? [])), clock.now());
  const jobs = await startJobSender(database.pool, createLog('silent'));
  const webRoot = path.join(dataDir, 'no-web-app');
  const deps: AppDependencies = {
    config,
    db: database.db,
    jobs,
    clock: clock.now,
    metrics: createMetrics(),
    load: NO_LOAD,
    databaseClock: () => sql<Date>`${clock.now()}::timestamptz`,
    pause: async () => {},
    partner,
    forms,
    office,
    webRoot,
    hashes,
    ...options.deps,
  };
  const app = await buildApp(deps);
  await app.ready();
  return {
    app,
    deps,
    form,
    database,
    db: database.db,
    jobs,
    clock,
    client: (remoteAddress) => createClient(app, config.publicUrl, remoteAddress),
    stop: async () => {
      await app.close();
      await jobs.stop();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A test app for all tests of a file, which stops after them. */
export async function suiteApp(options: TestAppOptions = {}): Promise<TestApp> {
  const server = await testApp(options);
  afterAll(() => server.stop());
  return server;
}
