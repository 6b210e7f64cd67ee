import { login } from '@firstyear/api-contract/identity';
import { expect, test } from 'vitest';
import { newNonce, readProof } from '../crypto/installation-proof.ts';
import { createDatabase, createPool } from '../db/database.ts';
import { suiteApp, testApp } from '../testing/app.ts';
import { databaseLine } from '../testing/database-line.ts';
import { eventually } from '../testing/eventually.ts';

const t = await suiteApp();

test('the health check responds while the database does, identifies the installation, and is not cached', async () => {
  const nonce = newNonce();
  const [health, live, ready, proof, noNonce] = await Promise.all(
    ['/health', '/livez', '/readyz', `/health/${nonce}`, '/health/x'].map((url) => t.app.inject(url)),
  );
  expect([health?.statusCode, health?.json()]).toEqual([200, { status: 'ok' }]);
  expect(readProof(t.deps.config.secret, nonce, proof?.json())).toMatchObject({ is_forwarded: false });
  expect(noNonce?.statusCode).toBe(404);
  for (const response of [health, live, ready, proof, noNonce])
    expect(response?.headers['cache-control']).toBe('no-store');
});

test('while calls wait for a locked table, the process is alive and ready', async () => {
  const pool = createPool(t.database.url, { connections: 2 });
  const locked = await testApp({ deps: { db: createDatabase(pool) }, config: { databaseUrl: t.database.url } });
  const lock = await t.database.pool.connect();
  await lock.query('begin; lock table account in access exclusive mode');
  const logIn = () => locked.client().call(login, { payload: { username: 'eve@mail.example', password: 'x' } });
  const waiting = [logIn(), logIn()];
  await eventually(() => expect(pool.totalCount - pool.idleCount).toBe(2));
  const probes = [await locked.app.inject('/livez'), await locked.app.inject('/readyz')];
  expect(probes.map((response) => [response.statusCode, response.json()])).toEqual([
    [200, { status: 'ok' }],
    [200, { status: 'ok', parts: { database: 'ok' } }],
  ]);
  await lock.query('rollback');
  lock.release();
  await Promise.all(waiting);
  await locked.stop();
  await pool.end();
});

test('without a database, the process is alive but not ready, and names the missing part', async () => {
  const line = await databaseLine(t.database.url);
  const behind = await testApp({ config: { databaseUrl: line.url } });
  expect((await behind.app.inject('/readyz')).statusCode).toBe(200);
  await line.cut();
  expect((await behind.app.inject('/livez')).statusCode).toBe(200);
  const response = await behind.app.inject('/readyz');
  expect([response.statusCode, response.json()]).toEqual([503, { status: 'away', parts: { database: 'away' } }]);
  await line.mend();
  await eventually(async () => expect((await behind.app.inject('/readyz')).statusCode).toBe(200));
  await behind.stop();
  await line.cut();
});
