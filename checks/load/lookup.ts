import path from 'node:path';
import { parseArgs } from 'node:util';
import { errorCode } from '@firstyear/processes/error-code';
import { findSchools } from '@firstyear/school-search/find-schools';
import type { SchoolCategory } from '@firstyear/school-search/query-words';
import type pg from 'pg';
import { createLookupPool } from '../../apps/server/src/modules/reference/lookup/lookup-pool.ts';
import { loadStarterSchools } from '../../apps/server/src/modules/reference/lookup/starter.ts';
import { percentile } from '../support/numbers.ts';
import { cleanUpOnSignals } from '../support/processes.ts';
import { isHit, type JudgedQuery, type TypedText, whileTyping } from './lookup/judged-queries.ts';
import { writeMadeSchools } from './lookup/made-schools.ts';
import { importList, judgedQueries, realLists, startDatabase } from './server/database.ts';

/**
 * `npm run bench:lookup [-- --data FOLDER] [--made NUMBER]`: how long an import takes, how fast schools are found on
 * the server, and how many judged queries find their school among five. FOLDER has high_schools.csv and colleges.csv;
 * without it there are the starter schools alone, which are too few for most judged queries.
 */
const { values: options } = parseArgs({
  options: { data: { type: 'string' }, made: { type: 'string', default: '1000000' } },
});
const made = Number(options.made);
const PARTNER_STATE = 'KY';
const RESULTS = 5;

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

function percentiles(times: readonly number[]): string {
  const at = (share: number) => percentile(times, share).toFixed(1);
  return `p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   p99 ${at(0.99)} ms   longest ${at(1)} ms   (${times.length} searches)`;
}

/** The database ended a statement at its time limit (query_canceled). */
const isGivenUp = (error: unknown) => errorCode(error) === '57014';

async function measure(pool: pg.Pool, queries: readonly JudgedQuery[], size: string): Promise<void> {
  const search = { database: pool, partnerState: PARTNER_STATE };
  const run = async (list: readonly TypedText[]) => {
    const times: number[] = [];
    for (const { category, text } of list) {
      const startedAt = performance.now();
      await findSchools(search, category, text, RESULTS).catch((error: unknown) => {
        if (!isGivenUp(error)) throw error;
        console.log(`  given up after half a second: ${text}`);
      });
      times.push(performance.now() - startedAt);
    }
    return times;
  };
  await run(queries);
  console.log(`  ${size}, whole queries    ${percentiles(await run([...queries, ...queries, ...queries]))}`);
  console.log(`  ${size}, while typing     ${percentiles(await run(whileTyping(queries)))}`);
}

async function recall(pool: pg.Pool, queries: readonly JudgedQuery[]): Promise<void> {
  let hits = 0;
  for (const query of queries) {
    const found = await findSchools(
      { database: pool, partnerState: PARTNER_STATE },
      query.category,
      query.text,
      RESULTS,
    );
    if (found.some((school) => isHit(query, school))) hits += 1;
    else
      console.log(`  not found: ${query.text} (${found.map((school) => `${school.name}, ${school.city}`).join('; ')})`);
  }
  console.log(`  recall@${RESULTS}    ${hits} of ${queries.length}`);
}

const cleanup = cleanUpOnSignals();
try {
  const { folder, url, client } = await startDatabase(cleanup);
  const importFile = async (file: string, category: SchoolCategory) => {
    const startedAt = performance.now();
    const records = await importList(client, file, category);
    console.log(`  ${path.basename(file)}: ${records} schools in ${seconds(startedAt)}`);
  };
  const queries = await judgedQueries();
  console.log(options.data === undefined ? 'Starter schools' : 'Real lists');
  await loadStarterSchools(url, () => new Date());
  for (const list of realLists(options.data)) await importFile(...list);
  await client.query('vacuum analyze');
  const pool = createLookupPool(url);
  cleanup.add(() => pool.end());
  await recall(pool, queries);
  await measure(pool, queries, 'real');
  if (made > 0) {
    console.log(`With ${made} made schools besides`);
    const file = path.join(folder, 'made.csv');
    await writeMadeSchools(client, file, made);
    await importFile(file, 'hs_ceeb');
    await client.query('vacuum analyze');
    await measure(pool, queries, 'made');
  }
} finally {
  await cleanup.stopAll();
}
