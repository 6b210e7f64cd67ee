import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectRows } from '../../../db/listed-tables.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { deleteExpired } from './service.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

/** Inserts one row of each kind that expired at this moment. Returns a name that they all contain. */
async function rowsOf(over: Date): Promise<string> {
  const { db } = database;
  const name = randomUUID();
  const email = `${name}@mail.example`;
  const hash = () => randomBytes(32);
  const { id } = await db
    .insertInto('account')
    .values({ email, password_hash: 'none', created_at: over, confirmed_at: over })
    .returning('id')
    .executeTakeFirstOrThrow();
  const code = { code_hash: hash(), code_expires_at: over };
  const rows = [
    db.insertInto('session').values({ token_hash: hash(), account_id: id, created_at: over, last_seen_at: over }),
    db.insertInto('password_reset').values({ account_id: id, token_hash: hash(), created_at: over, expires_at: over }),
    db.insertInto('email_change').values({
      ...{ account_id: id, old_email: email, new_email: email, is_decoy: false, created_at: over },
      ...code,
    }),
    db.insertInto('confirmed_signup').values({
      ...{ account_id: id, browser_hash: hash(), tries: 0, foreign_tries: 0, is_same_browser: true },
      ...code,
    }),
    db.insertInto('pending_signup').values({
      ...{ email, password_hash: 'none', browser_hash: hash(), created_at: over, is_decoy: false, resends: 0 },
      ...code,
    }),
    db.insertInto('throttle').values({ subject: name, failures: 3, blocked_until: null, updated_at: over }),
    db
      .insertInto('mail_outbox')
      .values({ kind: 'receipt', recipient: email, subject: 'A receipt', created_at: over, sent_at: over }),
  ];
  for (const row of rows) await row.execute();
  return name;
}

const KEPT = { account: 1, session: 1, reset: 1, change: 1, confirmed: 1, signup: 1, throttle: 1, mail: 1 };

async function countsOf(name: string): Promise<typeof KEPT> {
  const email = `${name}@mail.example`;
  const account = sql`(select id from account where email = ${email})`;
  const { rows } = await sql<typeof KEPT>`select
    (select count(*)::int from account where email = ${email}) as account,
    (select count(*)::int from session where account_id in ${account}) as session,
    (select count(*)::int from password_reset where account_id in ${account}) as reset,
    (select count(*)::int from email_change where account_id in ${account}) as change,
    (select count(*)::int from confirmed_signup where account_id in ${account}) as confirmed,
    (select count(*)::int from pending_signup where email = ${email}) as signup,
    (select count(*)::int from throttle where subject = ${name}) as throttle,
    (select count(*)::int from mail_outbox where recipient = ${email}) as mail`.execute(database.db);
  const [counts] = rows;
  if (!counts) throw new Error('No counts.');
  return counts;
}

test('rows that expired long ago are deleted; recent ones and the account itself stay', async () => {
  const [old, late] = [await rowsOf(daysAgo(31)), await rowsOf(daysAgo(0.5))];
  await deleteExpired(database.db, NOW);
  const none = { session: 0, reset: 0, change: 0, confirmed: 0, signup: 0, throttle: 0, mail: 0 };
  expect(await countsOf(old)).toEqual({ account: 1, ...none });
  expect(await countsOf(late)).toEqual({ ...KEPT, confirmed: 0 });
});

test('an unconfirmed sign-up is kept for a week, by the clock of the deletion', async () => {
  const [early, late] = [await rowsOf(daysAgo(6.9)), await rowsOf(daysAgo(7.1))];
  await deleteExpired(database.db, NOW);
  expect([(await countsOf(early)).signup, (await countsOf(late)).signup]).toEqual([1, 0]);
});

test('the outcome of a code is kept only as long as the code lasts', async () => {
  const now = await rowsOf(NOW);
  await deleteExpired(database.db, NOW);
  expect((await countsOf(now)).confirmed).toBe(1);
  await deleteExpired(database.db, new Date(NOW.getTime() + 1));
  expect((await countsOf(now)).confirmed).toBe(0);
});

test('mail that was never sent stays at any age', async () => {
  const { db } = database;
  const recipient = `${randomUUID()}@mail.example`;
  await db
    .insertInto('mail_outbox')
    .values({ kind: 'receipt', recipient, subject: 'A receipt', body_text: 'Thanks', created_at: daysAgo(400) })
    .execute();
  await deleteExpired(db, NOW);
  const remaining = await db.selectFrom('mail_outbox').select('id').where('recipient', '=', recipient).execute();
  expect(remaining).toHaveLength(1);
});

test('conversions that ended long ago are deleted; one that has not ended stays', async () => {
  const application_id = randomUUID();
  const run = { application_id, document_id: randomUUID(), lane: 'quick', claimed_by: 7, file_size: 1 } as const;
  for (const ended_at of [daysAgo(31), daysAgo(29), null]) {
    const ran = { started_at: daysAgo(32), ended_at, outcome: ended_at && 'COMPLETED' } as const;
    await database.db
      .insertInto('conversion_run')
      .values({ ...run, ...ran, application_id: ended_at ? application_id : randomUUID() })
      .execute();
  }
  await deleteExpired(database.db, NOW);
  const left = await selectRows(database.db, 'conversion_run', 'document_id', [run.document_id]);
  expect(left.map(({ ended_at }) => ended_at).sort()).toEqual([daysAgo(29), null].sort());
});
