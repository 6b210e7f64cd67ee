import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importSchools } from '@firstyear/school-search/import/import-schools';
import { openSchoolFile } from '@firstyear/school-search/import/read-file';
import type { SchoolCategory } from '@firstyear/school-search/query-words';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../apps/server/src/db/embedded.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import type { Cleanup } from '../../support/processes.ts';
import { readJudgedQueries } from '../lookup/judged-queries.ts';

/** Starts a database of this version, with a client. The cleanup ends both, and removes its folder unless that was given. */
export async function startDatabase(cleanup: Cleanup, given?: string) {
  const folder = given ?? (await mkdtemp(path.join(tmpdir(), 'firstyear-bench-')));
  if (given === undefined) cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const starting = startEmbeddedPostgres({ root: path.join(folder, 'postgres') });
  cleanup.add(async () => (await starting).stop());
  const { url } = await starting;
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  cleanup.add(() => client.end());
  return { folder, url, client };
}

/** Imports a list of schools; returns how many there are in it. */
export async function importList(client: pg.Client, file: string, category: SchoolCategory): Promise<number> {
  const clock = () => new Date();
  return (await importSchools(client, await openSchoolFile(file), file, { clock, category })).records;
}

/** The lists of a folder with real schools, if it is given. */
export const realLists = (folder?: string): readonly (readonly [file: string, category: SchoolCategory])[] =>
  folder === undefined
    ? []
    : [
        [path.join(folder, 'high_schools.csv'), 'hs_ceeb'],
        [path.join(folder, 'colleges.csv'), 'college_ceeb'],
      ];

export const judgedQueries = async () =>
  readJudgedQueries(await readFile(new URL('../lookup/judged-queries.tsv', import.meta.url), 'utf8'));
