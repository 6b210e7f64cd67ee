import type pg from 'pg';

/** A type for each data type of PostgreSQL that our tables use, as our pools read it. */
const TYPES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  tsvector: 'string',
  bytea: 'Buffer',
  boolean: 'boolean',
  integer: 'number',
  bigint: 'number',
  'timestamp with time zone': 'Date',
  ARRAY: 'readonly string[]',
};

/** Text columns of TextColumns. */
const TEXTS = ['answer_attic.reason'];

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
  readonly is_nullable: 'YES' | 'NO';
  readonly has_default: boolean;
  readonly is_generated: boolean;
  /** The check of this column alone. */
  readonly checks: string | null;
}

/** All columns but those of packages/school-search, which has no typed queries. */
const COLUMNS = `
  select table_name, column_name, data_type, is_nullable,
    column_default is not null as has_default,
    is_generated = 'ALWAYS' or is_identity = 'YES' as is_generated,
    (select string_agg(pg_get_constraintdef(oid), ' ') from pg_constraint
      where conrelid = table_name::regclass and contype = 'c' and conkey = array[ordinal_position::int2]) as checks
  from information_schema.columns
  where table_schema = 'public' and table_name !~ '^school'
  order by table_name, ordinal_position`;

function typeOf({ table_name, column_name, data_type, checks }: Column): string {
  const name = `${table_name}.${column_name}`;
  if (data_type === 'json' || data_type === 'jsonb') return `JsonColumns['${name}']`;
  if (TEXTS.includes(name)) return `TextColumns['${name}']`;
  const [, list] = /= ANY \(ARRAY\[(.*)\]\)/.exec(checks ?? '') ?? [];
  if (list !== undefined) return [...list.matchAll(/'\w+'/g)].join(' | ');
  const type = TYPES[data_type];
  if (type === undefined)
    throw new Error(`${name} is of type ${data_type}, which table-types.testing.ts does not know.`);
  return type;
}

function declare(column: Column): string {
  const isJson = column.data_type.startsWith('json');
  const type = typeOf(column) + (column.is_nullable === 'YES' ? ' | null' : '');
  if (column.is_generated) return `GeneratedAlways<${type}>`;
  if (!isJson) return column.has_default ? `Generated<${type}>` : type;
  const written = column.is_nullable === 'YES' ? 'string | null' : 'string';
  return `ColumnType<${type}, ${written}${column.has_default ? ' | undefined' : ''}, ${written}>`;
}

/** The source of types.ts for a migrated database. */
export async function tableTypes(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query<Column>(COLUMNS);
  const tables = Map.groupBy(rows, (row) => row.table_name);
  return [
    '// Made by "npm run db:types" from the migrated database.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    "import type { JsonColumns, TextColumns } from './columns.ts';",
    '',
    '/** The tables. JSON columns are written as JSON text, so that the driver never guesses; int8 is read as a number. */',
    'export interface Database {',
    ...[...tables].flatMap(([table, columns]) => [
      `  ${table}: {`,
      ...columns.map((column) => `    ${column.column_name}: ${declare(column)};`),
      '  };',
    ]),
    '}',
    '',
  ].join('\n');
}
