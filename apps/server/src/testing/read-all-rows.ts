import pg from 'pg';
import { listTables, nameOf, quote } from '../db/backup/catalog.ts';

/** Every row of every table of a database, as text, by the table's name. */
export async function readAllRows(databaseUrl: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const all: Record<string, readonly string[]> = {};
  for (const table of await listTables(client)) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${quote(table)} t order by 1`);
    all[nameOf(table)] = rows.map(({ row }) => row);
  }
  await client.end();
  return all;
}
