import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectClient } from './connections.ts';

/** The role that web server and worker use in the embedded database. */
const SERVING_ROLE = 'firstyear_serving';

async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  options?: pg.ClientConfig,
): Promise<T> {
  const client = await connectClient(url, options);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function roleOf(url: string): Promise<string> {
  const select = (client: pg.Client) => client.query<{ role: string }>('select current_user as role');
  const { rows } = await withClient(url, select, {});
  return rows[0]?.role ?? '';
}

/**
 * Creates a role that owns nothing, or gives an existing one a new password, and returns its database URL. Its rights come
 * from grantServing().
 */
export async function createServingRole(ownerUrl: string, role = SERVING_ROLE): Promise<string> {
  const password = randomBytes(18).toString('hex');
  const name = pg.escapeIdentifier(role);
  await withClient(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (rowCount === 0) await client.query(`create role ${name}`);
    const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
    await client.query(`alter role ${name} with ${rights} password ${pg.escapeLiteral(password)}`);
  });
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

/**
 * Lets the role of `servingUrl` read and write what serving needs, but only read and add to the audit trail and its
 * reasons. Idempotent. Does nothing where both URLs have the same role.
 */
export async function grantServing(ownerUrl: string, servingUrl: string): Promise<void> {
  const [owner, role] = await Promise.all([roleOf(ownerUrl), roleOf(servingUrl)]);
  if (owner === role) return;
  const name = pg.escapeIdentifier(role);
  await withClient(ownerUrl, (client) =>
    client.query(`begin;
      grant usage on schema public, pgboss to ${name};
      grant select, insert, update, delete on all tables in schema public, pgboss to ${name};
      grant usage, select on all sequences in schema public, pgboss to ${name};
      revoke all on audit_event, schema_migration from ${name};
      grant select, insert on audit_event to ${name};
      grant select on schema_migration to ${name};
      revoke update, delete on form_release, office_reason from ${name};
      commit`),
  );
}
