import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { makeDatabaseFolder } from '../apps/server/src/db/database-folder.testing.ts';
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { tableTypes } from '../apps/server/src/db/table-types.testing.ts';

/** `npm run db:types` migrates an empty database and writes the types of its tables. */
const file = path.resolve(import.meta.dirname, '../apps/server/src/db/types.ts');
const folder = makeDatabaseFolder('firstyear-types-');
const database = await startEmbeddedPostgres({ root: path.join(folder, 'postgres') });
try {
  await migrate(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  fs.writeFileSync(file, await tableTypes(client));
  await client.end();
} finally {
  await database.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
