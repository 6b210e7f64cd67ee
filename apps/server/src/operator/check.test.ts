import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, createPool } from '../db/database.ts';
import { createServingRole, grantServing } from '../db/serving-role.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { checkInstallation } from './check.ts';

let server: TestApp;
const cleanUp: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  server = await testApp();
  await requireKnownKeys(server.deps);
});
afterAll(async () => {
  for (const undo of cleanUp) await undo();
  await server.stop();
});

const clock = () => new Date();
/** The lines of a check by part. */
async function check(deps: Partial<Parameters<typeof checkInstallation>[0]>) {
  const { config: settings, partner, office, db } = server.deps;
  const { text, isReady } = await checkInstallation({
    settings,
    partner,
    office,
    db,
    pool: server.database.pool,
    clock,
    ...deps,
  });
  const lines = text.split('\n').map((line) => [line.slice(8, 21).trim(), line] as const);
  return { isReady, text, lines: new Map(lines) };
}

async function listen(): Promise<number> {
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const address = smtp.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

test('a trial installation lacks settings for production, and each line says what to do', async () => {
  const { isReady, lines, text } = await check({
    settings: { ...server.deps.config, databaseUrl: undefined, port: 9 },
  });
  expect(isReady).toBe(false);
  expect(lines.get('address')).toBe(
    'missing address      PUBLIC_URL is http://localhost:3000. Set it to the https address that applicants type.',
  );
  for (const name of ['proxy', 'database', 'roles', 'mail', 'partner'])
    expect(lines.get(name)).toMatch(/^missing .*[.]$/);
  expect(text).toMatch(/\n\d+ missing[.]$/);
  expect(text).not.toContain(server.deps.config.secret.current.toString('base64url'));
});

test('mail server, store, roles and key are checked by using them', async () => {
  const role = `check_${process.pid}`;
  const servingUrl = await createServingRole(server.database.url, role);
  await grantServing(server.database.url, servingUrl);
  const pool = createPool(servingUrl, { connections: 2 });
  const db = createDatabase(pool);
  const settings = {
    ...server.deps.config,
    databaseUrl: servingUrl,
    smtpUrl: `smtp://127.0.0.1:${await listen()}`,
    mailFrom: 'Admissions <admissions@larkmoor.edu>',
  };
  const partner = { ...server.deps.partner, help_email: 'admissions@larkmoor.edu', terms: [] };
  const { lines } = await check({ settings, partner, db, pool });
  for (const name of ['database', 'roles', 'secret key', 'mail', 'files', 'partner']) {
    expect(lines.get(name)).toMatch(/^ok /);
  }
  const termsEnd = async (...ends: readonly string[]) => {
    const terms = ends.flatMap((closes) => server.deps.partner.terms.slice(0, 1).map((term) => ({ ...term, closes })));
    const deps = {
      settings: { ...settings, mailFrom: 'a@larkmoor.example' },
      partner: { ...partner, terms },
      db,
      pool,
    };
    return (await check({ ...deps, clock: () => new Date('2026-11-21T12:00Z') })).lines;
  };
  const [past, future] = ['2026-11-20T23:59-05:00', '2027-03-01T23:59-05:00'];
  expect((await termsEnd(past, future)).get('partner')).toMatch(/^ok /);
  const over = await termsEnd(past, past);
  expect(over.get('partner')).toMatch(/^missing .*Every term of .* has closed/);
  expect(over.get('mail')).toMatch(/^missing .*invented address \(larkmoor.example\)/);
  const other = { ...settings, secret: { current: Buffer.alloc(32, 5), previous: undefined } };
  expect((await check({ settings: other, partner, db, pool })).lines.get('secret key')).toMatch(
    /^missing .*another secret key/,
  );
  await db.destroy();
  await server.database.pool.query(`drop owned by ${role}; drop role ${role}`);
});

test('every part that needs the missing tables of a database reports it in words', async () => {
  const empty = await createTestDatabase({ empty: true });
  const { lines } = await check({ db: empty.db, pool: empty.pool });
  await empty.stop();
  expect(lines.get('database')).toMatch(/^missing .*Run migrate[.]ts of this version first/);
  const missing = ['roles', 'secret key'].map((name) => lines.get(name)?.slice(21));
  expect(new Set(missing)).toEqual(new Set(['The database has no tables yet: run migrate.ts first (npm start does).']));
});

test('a part that does not respond is reported as missing, with the reason', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  await new Promise((resolve) => silent.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { config } = server.deps;
  const s3 = {
    endpoint: `http://127.0.0.1:${address.port}`,
    bucket: 'files',
    region: 'x',
    accessKeyId: 'x',
    secretAccessKey: 'x',
  };
  const settings = {
    ...config,
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    clamavAddress: `127.0.0.1:${address.port}`,
    s3,
  };
  const { lines } = await check({ settings });
  for (const name of ['mail', 'files', 'scanner']) expect(lines.get(name)).toMatch(/^missing /);
});

test('a folder with the addresses of an invented university is sent to the guide for partners', async () => {
  const { config, partner, db } = server.deps;
  const settings = { ...config, partner: '/far/artschool' };
  const { lines } = await check({ settings, partner, db, pool: server.database.pool });
  expect(lines.get('partner')).toMatch(
    /\/far\/artschool\/site\.ts still has .*admissions@larkmoor\.example \(docs\/partner\.md\)/,
  );
});
