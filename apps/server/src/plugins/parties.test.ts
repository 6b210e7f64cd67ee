import { answer, profile } from '@firstyear/api-contract/application';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { login } from '@firstyear/api-contract/identity';
import { ENGLISH } from '@firstyear/words';
import { apiErrors } from '@firstyear/words/api-errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '../crypto/tokens.ts';
import { createDatabase, createPool } from '../db/database.ts';
import { connectionTurns } from '../db/kysely-pool.ts';
import {
  confirmed,
  logInAs,
  newAddress,
  OTHER_PASSWORD,
  type Person,
} from '../modules/accounts/identity/person.testing.ts';
import { type Applicant, newApplicant } from '../modules/application/row/applicant.testing.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { recordSends } from '../testing/record-sends.ts';
import { MIN_CALLS_AT_ONCE, SHED_LIMITS } from './shedding.ts';

/** Few, so that one party could take all of them. */
const CONNECTIONS = 3;

let t: TestApp;
let turns: ReturnType<typeof connectionTurns>;
const load = { loopDelayMs: 0 };
/** Password hashes in progress: each ends when the test resolves it. */
const hashes: PromiseWithResolvers<void>[] = [];
let isHeld = false;
const hold = async () => {
  if (!isHeld) return;
  const hash = Promise.withResolvers<void>();
  hashes.push(hash);
  await hash.promise;
};

beforeAll(async () => {
  const database = await createTestDatabase();
  // On a busy machine 800 sessions wait longer than a call may.
  const maxWaitMs = 120_000;
  turns = connectionTurns(CONNECTIONS, () => performance.now(), maxWaitMs);
  t = await testApp({
    database,
    deps: {
      db: createDatabase(createPool(database.url, { connections: CONNECTIONS }), { turns }),
      load: { loopDelayMs: () => load.loopDelayMs, waitMs: () => 0 },
      hashes: {
        hash: async (password) => {
          await hold();
          return `hash of ${password}`;
        },
        verify: async (stored, password) => {
          await hold();
          return stored === `hash of ${password}`;
        },
      },
    },
  });
});
afterAll(async () => {
  await t.deps.db.destroy();
  await t.stop();
});

const save = (applicant: Applicant, city: string) => applicant.call(answer, { payload: { city } });

test('fifty saves of one applicant that wait for a lock use one connection, and others save and read meanwhile', async () => {
  const [many, ada] = [await newApplicant(t), await newApplicant(t)];
  await many.call(profile);
  const lock = await t.database.pool.connect();
  await lock.query('begin');
  await lock.query('select 1 from application where account_id = $1 for update', [many.accountId]);
  const saves = Array.from({ length: 50 }, (_, number) => save(many, `Sampleton ${number}`));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await eventually(async () => expect((await t.database.pool.query(waiting)).rowCount).toBe(1));
    expect((await save(ada, 'Elsewhere')).status).toBe(200);
    expect((await ada.call(profile)).status).toBe(200);
    expect((await t.database.pool.query(waiting)).rowCount).toBe(1);
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  expect(new Set((await Promise.all(saves)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('800 made-up sessions of one network wait for each other, and an applicant gets the next connection', async () => {
  const ada = await newApplicant(t);
  await ada.call(profile);
  const lock = await t.database.pool.connect();
  await lock.query('begin; lock table session in access exclusive mode');
  const order: string[] = [];
  const strangers = Array.from({ length: 800 }, async () => {
    const stranger = t.client('192.0.2.50');
    stranger.cookies.set(SESSION_COOKIE, newToken());
    await stranger.call(profile);
    order.push('stranger');
  });
  await eventually(() => expect(turns.waitMs('192.0.2.50')).toBeGreaterThan(0));
  const reading = ada.call(profile).then(({ status }) => {
    order.push('ada');
    return status;
  });
  await lock.query('rollback');
  lock.release();
  expect(await reading).toBe(200);
  await Promise.all(strangers);
  expect(order.indexOf('ada'), 'of 801').toBeLessThan(100);
});

test('a session token in another format is refused without a query', async () => {
  const real = newToken();
  for (const token of ['x', real.slice(1), `${real}x`, `${real.slice(1)}%27`, 'x'.repeat(3_000)]) {
    const client = t.client();
    client.cookies.set(SESSION_COOKIE, token);
    expect(await recordSends(async () => expect((await client.call(profile)).status).toBe(401)), token).toEqual([]);
  }
  const client = t.client();
  client.cookies.set(SESSION_COOKIE, real);
  expect(await recordSends(() => client.call(profile))).toHaveLength(1);
});

test('with 25 logins of one network waiting, another network and a known browser hash next', async () => {
  const [ada, known] = [await confirmed(t), await confirmed(t)];
  await logInAs(t.client(), newAddress());
  const served: string[] = [];
  const enter = async (name: string, { client, username }: Person) => {
    const { status } = await logInAs(client, username);
    served.push(name);
    return status;
  };
  const counted = `select 1 from throttle where subject like any(array['login:${ada.username}:%', 'login:${known.username}:%'])`;
  isHeld = true;
  const many = Array.from({ length: 25 }, () => {
    return enter('many', { client: t.client('192.0.2.60'), username: newAddress() });
  });
  await eventually(() => expect(hashes).toHaveLength(1));
  const others = [enter('ada', { ...ada, client: t.client('192.0.2.61') }), enter('known', known)];
  try {
    await eventually(async () => expect((await t.database.pool.query(counted)).rowCount).toBe(2));
    for (let turn = 0; turn < 8; turn += 1) {
      await eventually(() => expect(hashes.length).toBeGreaterThan(turn));
      hashes[turn]?.resolve();
    }
    expect(await Promise.all(others)).toEqual([200, 200]);
    expect(served.filter((name) => name === 'many').length).toBeLessThan(8);
  } finally {
    isHeld = false;
    for (const hash of hashes) hash.resolve();
  }
  expect(new Set(await Promise.all(many))).toEqual(new Set([400]));
});

test('on a busy server, only the party with the most calls is refused', async () => {
  const ada = await newApplicant(t);
  isHeld = true;
  const address = newAddress();
  const counted = `select 1 from throttle where subject like 'login:%.${address}:%'`;
  const many = Array.from({ length: MIN_CALLS_AT_ONCE }, (_, number) =>
    logInAs(t.client('192.0.2.70'), `${number}.${address}`, OTHER_PASSWORD),
  );
  try {
    await eventually(async () => expect((await t.database.pool.query(counted)).rowCount).toBe(MIN_CALLS_AT_ONCE));
    load.loopDelayMs = SHED_LIMITS.write.loopDelayMs + 1;
    expect((await ada.call(profile)).status).toBe(200);
    expect((await save(ada, 'Sampleton')).status).toBe(200);
    const payload = { username: address, password: OTHER_PASSWORD };
    expect(await t.client('192.0.2.70').call(login, { payload })).toMatchObject({
      status: 503,
      body: { message: apiErrors.in(ENGLISH).overloaded },
    });
  } finally {
    load.loopDelayMs = 0;
    isHeld = false;
    for (const hash of hashes) hash.resolve();
  }
  await Promise.all(many);
});
