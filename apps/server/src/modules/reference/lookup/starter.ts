import { fileURLToPath } from 'node:url';
import { type ImportReport, importSchools } from '@firstyear/school-search/import/import-schools';
import { openSchoolFile } from '@firstyear/school-search/import/read-file';
import { connectClient } from '../../../db/connections.ts';

/** The schools that ship with the product; docs/lookup.md has their sources. */
const STARTER_FILE = fileURLToPath(new URL('../../../../data-starter/schools.csv', import.meta.url));

/** Loads the starter schools into the database, unless it already has this edition of them. */
export async function loadStarterSchools(databaseUrl: string, clock: () => Date): Promise<ImportReport> {
  const client = await connectClient(databaseUrl);
  try {
    const file = await openSchoolFile(STARTER_FILE);
    return await importSchools(client, file, STARTER_FILE, { clock, source: 'starter', isStarter: true });
  } finally {
    await client.end();
  }
}
