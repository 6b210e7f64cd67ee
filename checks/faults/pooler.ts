import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lookupFind } from '@firstyear/api-contract';
import pg from 'pg';
import { CONNECTIONS } from '../../apps/server/src/db/connections.ts';
import { readPdf } from '../../e2e/support/pdf.ts';
import { buildWebApp } from '../../tools/start/web-build.ts';
import { Applicant } from '../support/applicant.ts';
import { startProduct } from '../support/product.ts';
import { type Pooler, startPooler } from './support/pooler.ts';

/**
 * npm run test:pooler: the product with its calls through PgBouncer in transaction mode. Applicants sign up (mails go out),
 * save all at once while schools are looked up, read back what was acknowledged, and get a PDF copy. Exit code 1 when
 * something is lost, or when more connections to the database are open than docs/operating.md says.
 */
const APPLICANTS = 8;
const SAVES = 40;
const POOL_SIZE = 5;
const { web, worker } = CONNECTIONS;
/** Past the pooler, of one web server and one worker. */
const MAX_DIRECT = web.lookups + web.probe + worker.queue + worker.listening + worker.claim;
const COPY_WITHIN_MS = 60_000;
const ROOT = path.resolve(import.meta.dirname, '../..');

/** What docs/operating.md says to do before. */
async function limitRole(client: pg.Client, role: string): Promise<void> {
  for (const limit of ["statement_timeout = '10s'", "idle_in_transaction_session_timeout = '15s'"]) {
    await client.query(`alter role ${pg.escapeIdentifier(role)} set ${limit}`);
  }
}

async function readCopy(applicant: Applicant): Promise<string> {
  const end = performance.now() + COPY_WITHIN_MS;
  while (performance.now() < end) {
    const { status, url } = await applicant.copy();
    if (status === 'COMPLETED') return (await readPdf(await applicant.download(url))).all;
    await sleep(200);
  }
  return '';
}

/** Saves all at once, with look-ups beside them; returns how many acknowledged answers are not there. */
async function saveAtOnce(applicants: readonly Applicant[], url: string): Promise<number> {
  await Promise.all(
    applicants.map(async (applicant) => {
      for (let save = 1; save <= SAVES; save += 1) {
        await Promise.all([
          applicant.save({ first_name: `Ada ${save}.` }),
          fetch(`${url}${lookupFind.path}?category=high_school&text=lincoln%20${save}`),
        ]);
      }
    }),
  );
  const answers = await Promise.all(applicants.map((applicant) => applicant.answers()));
  return answers.filter(({ first_name }) => first_name !== `Ada ${SAVES}.`).length;
}

/** The connections that are open now, those of the pooler and all others, but the one that asks. */
async function countConnections(client: pg.Client, pooler: Pooler) {
  const pooled = await pooler.countServers();
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  return { pooled, direct: Math.max(0, (rows[0]?.count ?? 0) - pooled) };
}

async function main(folder: string): Promise<boolean> {
  await buildWebApp(ROOT, 'larkmoor', new AbortController().signal);
  let pooler: Pooler | undefined;
  const product = await startProduct(folder, {}, async (databaseUrl) => {
    pooler = await startPooler(folder, databaseUrl, POOL_SIZE);
    return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: databaseUrl };
  });
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    if (!pooler) throw new Error('There is no pooler.');
    await limitRole(client, new URL(product.databaseUrl).username);
    const applicants = [];
    for (let number = 0; number < APPLICANTS; number += 1) {
      applicants.push(await Applicant.register(product.url, product.mailbox, `ada.pooled.${number}@mail.example`));
    }
    const most = { pooled: 0, direct: 0 };
    let isOver = false;
    const count = async (from: Pooler) => {
      while (!isOver) {
        const now = await countConnections(client, from);
        most.pooled = Math.max(most.pooled, now.pooled);
        most.direct = Math.max(most.direct, now.direct);
        await sleep(100);
      }
    };
    const counting = count(pooler);
    const lost = await saveAtOnce(applicants, product.url);
    const [first] = applicants;
    const hasCopy = first !== undefined && (await readCopy(first)).includes(`Ada ${SAVES}.`);
    isOver = true;
    await counting;
    console.log(`${APPLICANTS} applicants signed up by mail; ${APPLICANTS * SAVES} saves acknowledged, ${lost} lost`);
    console.log(`PDF copy: ${hasCopy ? 'came' : 'did not come'}`);
    console.log(`connections of the pooler at most ${most.pooled} (allowed ${POOL_SIZE})`);
    console.log(`connections past it at most ${most.direct} (allowed ${MAX_DIRECT})`);
    return lost === 0 && hasCopy && most.pooled <= POOL_SIZE && most.direct <= MAX_DIRECT;
  } finally {
    await client.end();
    await product.stop();
    await pooler?.stop();
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-pooler-'));
try {
  const good = await main(folder);
  console.log(good ? 'PASSED' : 'FAILED');
  process.exitCode = good ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
