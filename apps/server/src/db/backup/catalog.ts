import pg from 'pg';
import * as z from 'zod';

/** A table with the columns to copy, without generated ones. */
export const tableSchema = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) });
export type Table = z.infer<typeof tableSchema>;

/** Filled by migrations. */
const NOT_COPIED = new Set(['public.schema_migration']);
const JOBS = 'pgboss.job';

export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => `${schema}.${name}`;

/** A table's name in SQL. */
export const quote = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** Every table of the product and the queue's jobs, each after the tables that it references. */
export async function listTables(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query(`
    select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'pgboss')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by 1, 2 order by 1, 2`);
  const tables = z.array(tableSchema).parse(rows);
  const copied = tables.filter((table) =>
    table.schema === 'public' ? !NOT_COPIED.has(nameOf(table)) : nameOf(table) === JOBS,
  );
  return orderByReferences(copied, await listReferences(client));
}

const referenceSchema = z.object({ from: z.string(), to: z.string() });

async function listReferences(client: pg.Client): Promise<readonly z.infer<typeof referenceSchema>[]> {
  const { rows } = await client.query(`
    select fn.nspname || '.' || f.relname as "from", tn.nspname || '.' || t.relname as "to"
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where k.contype = 'f' and f.oid <> t.oid`);
  return z.array(referenceSchema).parse(rows);
}

function orderByReferences(
  tables: readonly Table[],
  references: readonly { readonly from: string; readonly to: string }[],
): readonly Table[] {
  const ordered: Table[] = [];
  let left = tables;
  while (left.length > 0) {
    const names = new Set(left.map(nameOf));
    const waiting = new Set(references.filter(({ to }) => names.has(to)).map(({ from }) => from));
    const next = left.filter((table) => !waiting.has(nameOf(table)));
    if (next.length === 0) throw new Error('Tables with circular references cannot be restored in order.');
    ordered.push(...next);
    left = left.filter((table) => waiting.has(nameOf(table)));
  }
  return ordered;
}

/** The number of tables in a database, without those of PostgreSQL and its extensions. */
export async function countTables(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`);
  return rows[0]?.count ?? 0;
}

/** Lets identity columns continue after the highest existing value. */
export async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, a.attname::text as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where a.attidentity <> '' and c.relkind in ('r', 'p') and n.nspname = 'public'`);
  for (const { table, column } of rows) {
    const name = pg.escapeIdentifier(column);
    await client.query(
      `select setval(pg_get_serial_sequence(${pg.escapeLiteral(table)}, ${pg.escapeLiteral(column)}), coalesce(max(${name}), 0) + 1, false) from ${table}`,
    );
  }
}

/** The version of the job queue's tables; undefined without them. */
export async function readQueueVersion(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ version: number }>('select version::int as version from pgboss.version');
  return rows[0]?.version;
}
