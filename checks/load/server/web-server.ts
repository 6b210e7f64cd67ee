import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answers, mergeAnswers, momentOf } from '@firstyear/form-engine';
import { productEnvironment } from '@firstyear/processes/child-environment';
import * as z from 'zod';
import { readConfig } from '../../../apps/server/src/config/config.ts';
import { NO_CALL_LIMITS } from '../../../apps/server/src/config/limits.ts';
import { loadPartner } from '../../../apps/server/src/config/load-partner.ts';
import { createDatabase, createPool } from '../../../apps/server/src/db/database.ts';
import { databaseClock } from '../../../apps/server/src/db/database-clock.ts';
import { startJobSender } from '../../../apps/server/src/jobs/jobs.ts';
import { createLog } from '../../../apps/server/src/log/create-log.ts';
import { createMetrics } from '../../../apps/server/src/log/metrics.ts';
import { hashProcess } from '../../../apps/server/src/modules/accounts/identity/hash-process.ts';
import type { AppDependencies } from '../../../apps/server/src/modules/dependencies.ts';
import { NO_LOAD } from '../../../apps/server/src/plugins/shedding.ts';
import { buildApp } from '../../../apps/server/src/programs/app.ts';
import type { Services } from '../../../apps/server/src/programs/services.ts';
import type { Run } from '../../support/command.ts';
import { end } from '../../support/processes.ts';

/** The configuration of a production server on this machine. Servers with one folder share a secret key. */
export function serverConfig(databaseUrl: string, dataDir: string) {
  const { PATH, PARTNER, CHROMIUM_PATH } = process.env;
  const env = { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
  return readConfig({ PATH, PARTNER, CHROMIUM_PATH, ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
}

/** Starts the real web server in this process, silent and without rate limits, on a free port of loopback. */
export async function startWebServer(config: ReturnType<typeof readConfig>, webRoot: string, connections: number) {
  const { partner, forms, office } = await loadPartner(config);
  const pool = createPool(config.databaseUrl, { connections });
  const db = createDatabase(pool, { isPreparing: true });
  const jobs = await startJobSender(pool, createLog('silent'));
  const clock = () => new Date();
  const hashes = hashProcess();
  const deps: AppDependencies = {
    config,
    db,
    jobs,
    clock,
    databaseClock,
    partner,
    forms,
    office,
    webRoot,
    pause,
    hashes,
    metrics: createMetrics(),
    load: NO_LOAD,
    callLimits: NO_CALL_LIMITS,
  };
  const app = await buildApp(deps);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    deps,
    origin,
    stop: async () => {
      await app.close();
      await hashes.stop();
      await jobs.stop();
      await db.destroy();
    },
  };
}

/** Starts the same in a process of its own, as in production, until the run ends; returns its address. */
export async function forkWebServer(run: Run, databaseUrl: string): Promise<string> {
  const env = productEnvironment({ DATABASE_URL: databaseUrl, DATA_DIR: run.folder });
  const child = fork(new URL('serve.ts', import.meta.url), { env });
  run.onEnd(() => end(child));
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  return z.object({ origin: z.string() }).parse(message).origin;
}

interface NewApplicant {
  readonly email: string;
  readonly password_hash: string | null;
  readonly answers: Answers;
}

/** Makes an account with an application; returns their ids. */
export async function makeApplicant(
  { db, forms, clock }: Pick<AppDependencies, 'db' | 'forms' | 'clock'>,
  { answers: saver }: Pick<Services, 'answers'>,
  { email, password_hash, answers }: NewApplicant,
) {
  const served = forms.first;
  const now = clock();
  const { id: accountId } = await db
    .insertInto('account')
    .values({ email, password_hash, created_at: now, confirmed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: applicationId } = await db
    .insertInto('application')
    .values({
      account_id: accountId,
      form: served.id,
      season: served.season,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const origin = { client: 'made', sequence: 1, ageMs: 0 };
  await saver.save({ accountId, served }, mergeAnswers(served.form, {}, answers, momentOf(now)), origin);
  return { accountId, applicationId };
}
