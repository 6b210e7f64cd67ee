import type pg from 'pg';

const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`;

/** Every row of every table of a database, as text. */
export async function readAllRows(pool: pg.Pool): Promise<readonly string[]> {
  const tables = await pool.query<{ name: string }>(TABLES);
  const read = ({ name }: { readonly name: string }) =>
    pool.query<{ row: string }>(`select t::text as row from ${name} t`);
  return (await Promise.all(tables.rows.map(read))).flatMap(({ rows }) => rows.map(({ row }) => row));
}
