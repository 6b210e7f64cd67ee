import pg from 'pg';

/** One `create index concurrently` or `drop index concurrently`. */
interface IndexStatement {
  readonly name: string;
  readonly builds: boolean;
  readonly sql: string;
}

const BUILD = /^create (?:unique )?index concurrently ([a-z_][a-z0-9_]*) on \S/;
const DROP = /^drop index concurrently if exists ([a-z_][a-z0-9_]*)$/;

/**
 * The statements of a migration that builds or drops indexes while others write. Undefined when there is anything else in
 * it: such a file is not one transaction, so that something else could be left half done.
 */
export function readIndexStatements(sql: string): readonly IndexStatement[] | undefined {
  const texts = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((text) => text.trim().replaceAll(/\s+/g, ' '))
    .filter((text) => text !== '');
  const statements = texts.flatMap((text): IndexStatement[] => {
    const builds = BUILD.test(text);
    const name = (BUILD.exec(text) ?? DROP.exec(text))?.[1];
    return name === undefined ? [] : [{ name, builds, sql: text }];
  });
  return statements.length === texts.length ? statements : undefined;
}

async function readState(client: pg.Client, name: string): Promise<'missing' | 'invalid' | 'valid'> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  if (rows[0] === undefined) return 'missing';
  return rows[0].indisvalid ? 'valid' : 'invalid';
}

/** A build that was broken off leaves an index that nobody reads and everybody has to write. */
async function dropInvalid(client: pg.Client, name: string): Promise<void> {
  if ((await readState(client, name)) !== 'invalid') return;
  await client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`);
}

/**
 * Runs each statement by itself, while others read and write. It takes as long as it has to: no limit of time holds for
 * it, since it keeps nobody waiting. One that was broken off earlier is built anew, and one that is built stays. What
 * fails (two rows that are alike for a unique index, say) leaves no index behind.
 */
export async function runIndexStatements(client: pg.Client, statements: readonly IndexStatement[]): Promise<void> {
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  try {
    for (const { name, builds, sql } of statements) {
      await dropInvalid(client, name);
      if (builds && (await readState(client, name)) === 'valid') continue;
      try {
        await client.query(sql);
      } catch (error) {
        await dropInvalid(client, name).catch(() => undefined);
        throw error;
      }
    }
  } finally {
    await client.query('reset statement_timeout; reset lock_timeout').catch(() => undefined);
  }
}
