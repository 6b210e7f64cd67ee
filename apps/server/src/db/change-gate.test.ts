import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { lockAddress } from '../modules/accounts/identity/repository.ts';
import { ChangeGate, NoResponseError, unawaited } from './change-gate.ts';
import { inTransaction } from './transaction.ts';
import type { Database } from './types.ts';

/** A database that answers nothing, behind a gate that learns from `isCommitWaiting`. */
function behindGate(isCommitWaiting: () => Promise<boolean>) {
  const gate = new ChangeGate(isCommitWaiting);
  const dialect = {
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  };
  const db = new Kysely<Database>({ dialect, plugins: [gate] });
  const changes = [
    () =>
      db
        .insertInto('secret_key')
        .values({ id: 'a', created_at: new Date(0) })
        .execute(),
    () => db.updateTable('secret_key').set({ id: 'b' }).execute(),
    () => db.deleteFrom('secret_key').execute(),
    () =>
      db
        .with('touched', (touched) => touched.updateTable('secret_key').set({ id: 'b' }))
        .selectFrom('secret_key')
        .select('id')
        .execute(),
    () => db.selectFrom('secret_key').select('id').forUpdate().skipLocked().execute(),
    () => db.selectFrom('secret_key').select('id').forShare().execute(),
    () => inTransaction(db, (tx) => lockAddress(tx, 'ada@mail.example')),
  ];
  return { gate, db, changes };
}

test('changes and locks are refused once a response is overdue; reading and changes that wait for no standby go on', async () => {
  const { gate, db, changes } = behindGate(() => new Promise(() => undefined));
  for (const change of changes) await change();
  gate.close();
  for (const change of changes) await expect(change()).rejects.toThrow(NoResponseError);
  await db.selectFrom('secret_key').select('id').execute();
  await sql`select 1`.execute(db);
  await db
    .with('touched', (touched) => touched.updateTable('secret_key').set({ id: 'b' }).returning(unawaited))
    .selectFrom('secret_key')
    .select('id')
    .execute();
});

test('changes are admitted again when no commit waits any more, which each refused change asks for, one at a time', async () => {
  const answers = [
    Promise.withResolvers<boolean>(),
    Promise.withResolvers<boolean>(),
    Promise.withResolvers<boolean>(),
  ];
  const ask = vi.fn(() => answers[ask.mock.calls.length - 1]?.promise ?? Promise.resolve(false));
  const { gate, changes } = behindGate(ask);
  gate.close();
  for (const change of changes) await expect(change()).rejects.toThrow(NoResponseError);
  expect(ask).toHaveBeenCalledOnce();
  answers[0]?.resolve(true);
  await vi.waitFor(async () => {
    await expect(changes[0]?.()).rejects.toThrow(NoResponseError);
    expect(ask).toHaveBeenCalledTimes(2);
  });
  answers[1]?.reject(new Error('no connection'));
  await vi.waitFor(async () => {
    await expect(changes[0]?.()).rejects.toThrow(NoResponseError);
    expect(ask).toHaveBeenCalledTimes(3);
  });
  answers[2]?.resolve(false);
  await vi.waitFor(async () => expect(await changes[0]?.()).toBeDefined());
});
