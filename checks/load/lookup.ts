import path from 'node:path';
import { lookupFind } from '@firstyear/api-contract/lookup';
import { findSchools } from '@firstyear/school-search/find-schools';
import { importSchools } from '@firstyear/school-search/import/import-schools';
import { openSchoolFile } from '@firstyear/school-search/import/read-file';
import type pg from 'pg';
import * as z from 'zod';
import { createLookupPool } from '../../apps/server/src/modules/reference/lookup/service.ts';
import { loadStarterSchools } from '../../apps/server/src/modules/reference/lookup/starter.ts';
import { readOptions, runCommand } from '../support/command.ts';
import { keptConnections } from '../support/http.ts';
import { inSeconds, percentile, timeTasks } from '../support/numbers.ts';
import { clientOf, networkOf } from '../support/person.ts';
import { startDatabase, startProduct } from '../support/product.ts';
import { isHit, type JudgedQuery, readJudgedQueries, whileTyping } from './lookup/schools.ts';

const options = z.object({ data: z.string().default('') });
const LISTS = [
  ['high_schools.csv', 'hs_ceeb'],
  ['colleges.csv', 'college_ceeb'],
] as const;
const clock = () => new Date();
const PARTNER_STATE = 'KY';
const RESULTS = 5;
/** The 95th percentile has to be faster. */
const AIM_MS = 10;
const LIMIT_MS = 8_000;

/** Prints how long suggestions take over HTTP while one person types.  */
async function measureSpeed(origin: string, queries: readonly JudgedQuery[]): Promise<void> {
  const client = clientOf(origin, keptConnections(origin));
  const tasks = whileTyping(queries).map((query, number) => async () => {
    const { status } = await client.exchange(lookupFind, { query, headers: { 'x-forwarded-for': networkOf(number) } });
    if (status !== 200) throw new Error(`A look-up of "${query.text}" gets ${status}.`);
  });
  await timeTasks(tasks.slice(0, tasks.length / 4), 1, LIMIT_MS / 4);
  const times = await timeTasks(tasks, 1, LIMIT_MS);
  const [p50, p95, longest] = [0.5, 0.95, 1].map((share) => `${percentile(times, share).toFixed(1)} ms`);
  const verdict = percentile(times, 0.95) < AIM_MS ? '' : ': missed';
  console.log(
    `  suggestions    p50 ${p50}   p95 ${p95}   longest ${longest}   (${times.length} texts); aim p95 under ${AIM_MS} ms${verdict}`,
  );
}

async function measureRecall(pool: pg.Pool, queries: readonly JudgedQuery[]): Promise<void> {
  const search = { database: pool, partnerState: PARTNER_STATE };
  let hits = 0;
  for (const query of queries) {
    const schools = await findSchools(search, query.category, query.text, RESULTS);
    if (schools.some((school) => isHit(query, school))) hits += 1;
    else console.log(`  not found: ${query.text} (${schools.map(({ name, city }) => `${name}, ${city}`).join('; ')})`);
  }
  console.log(`  recall@${RESULTS}    ${hits} of ${queries.length}`);
}

/**
 * `npm run bench:lookup [-- --data FOLDER]`: the duration of an import, how many judged queries find their
 * school among the first five, and the times of suggestions, with all loaded schools and with copies of them. FOLDER has
 * high_schools.csv and colleges.csv; without it there are only the starter schools, which most judged queries don't mean.
 */
await runCommand(async (run) => {
  const { data } = readOptions(options);
  const { url, client } = await startDatabase(run);
  const queries = await readJudgedQueries();
  console.log(data === '' ? 'Starter schools' : 'Real lists');
  await loadStarterSchools(url, clock);
  for (const [name, category] of data === '' ? [] : LISTS) {
    const startedAt = performance.now();
    const file = await openSchoolFile(path.join(data, name));
    const { records } = await importSchools(client, file, name, { clock, category });
    console.log(`  ${name}: ${records} schools in ${inSeconds((performance.now() - startedAt) / 1000)}`);
  }
  await client.query('vacuum analyze');
  const pool = createLookupPool(url);
  run.onEnd(() => pool.end());
  await measureRecall(pool, queries);
  const product = await startProduct(run, { databaseUrl: url, env: { TRUSTED_PROXY: '127.0.0.1' } });
  await measureSpeed(product.url, queries);
});
