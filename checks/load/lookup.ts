import path from 'node:path';
import { errorCode } from '@firstyear/processes/error-code';
import { findSchools } from '@firstyear/school-search/find-schools';
import type pg from 'pg';
import * as z from 'zod';
import { createLookupPool } from '../../apps/server/src/modules/reference/lookup/service.ts';
import { loadStarterSchools } from '../../apps/server/src/modules/reference/lookup/starter.ts';
import { readOptions, runCommand, wholeNumber } from '../support/command.ts';
import { inSeconds, percentile } from '../support/numbers.ts';
import { startDatabase } from '../support/product.ts';
import {
  copySchools,
  importList,
  isHit,
  type JudgedQuery,
  readJudgedQueries,
  realLists,
  type TypedText,
  whileTyping,
} from './lookup/schools.ts';

const options = z.object({ data: z.string().optional(), made: wholeNumber(1_000_000, 0, 10_000_000) });
const PARTNER_STATE = 'KY';
const RESULTS = 5;

function percentiles(times: readonly number[]): string {
  const at = (share: number) => percentile(times, share).toFixed(1);
  return `p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   p99 ${at(0.99)} ms   longest ${at(1)} ms   (${times.length} searches)`;
}

/** Whether the database ended a statement at its time limit (query_canceled). */
const isCanceled = (error: unknown) => errorCode(error) === '57014';

async function measure(pool: pg.Pool, queries: readonly JudgedQuery[], size: string): Promise<void> {
  const search = { database: pool, partnerState: PARTNER_STATE };
  const run = async (list: readonly TypedText[]) => {
    const times: number[] = [];
    for (const { category, text } of list) {
      const startedAt = performance.now();
      await findSchools(search, category, text, RESULTS).catch((error: unknown) => {
        if (!isCanceled(error)) throw error;
        console.log(`  timed out after half a second: ${text}`);
      });
      times.push(performance.now() - startedAt);
    }
    return times;
  };
  await run(queries);
  console.log(`  ${size}, whole queries    ${percentiles(await run([...queries, ...queries, ...queries]))}`);
  console.log(`  ${size}, while typing     ${percentiles(await run(whileTyping(queries)))}`);
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
 * `npm run bench:lookup [-- --data FOLDER] [--made NUMBER]`: the duration of an import, the speed of searches on the server, and
 * how many judged queries find their school among the first five. FOLDER has high_schools.csv and colleges.csv; without it there
 * are only the starter schools, which most judged queries don't mean.
 */
await runCommand(async (run) => {
  const { data, made } = readOptions(options);
  const { url, client } = await startDatabase(run);
  const queries = await readJudgedQueries();
  console.log(data === undefined ? 'Starter schools' : 'Real lists');
  await loadStarterSchools(url, () => new Date());
  for (const [file, category] of realLists(data)) {
    const startedAt = performance.now();
    const records = await importList(client, file, category);
    console.log(`  ${path.basename(file)}: ${records} schools in ${inSeconds((performance.now() - startedAt) / 1000)}`);
  }
  await client.query('vacuum analyze');
  const pool = createLookupPool(url);
  run.onEnd(() => pool.end());
  await measureRecall(pool, queries);
  await measure(pool, queries, 'real');
  if (made === 0) return;
  console.log(`With copies, ${made} schools in all`);
  await copySchools(client, made);
  await measure(pool, queries, 'made');
});
