import { expect, test } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { suiteApp } from '../../../testing/app.ts';
import { newApplicant } from '../../application/row/applicant.testing.ts';
import {
  deleteTokensAbout,
  listTokensAbout,
  mintServiceToken,
  mintTemporaryToken,
  readServiceToken,
  readTemporaryToken,
  revokeToken,
} from './service.ts';

const server = await suiteApp();
const { db } = server;

test('each link works until it expires, is revoked, or its person is deleted, whatever becomes of others', async () => {
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  const now = server.clock.now();
  const later = new Date(now.getTime() + 1000);
  const short = await mintServiceToken(db, ada.applicationId, 1000, now);
  const long = await mintServiceToken(db, bo.applicationId, 2000, now);
  const prepared = await mintTemporaryToken(db, { email_address: 'Ada@mail.example' }, 2000, now);
  expect((await readServiceToken(db, short.token, now))?.applicationId).toBe(ada.applicationId);
  expect(await readServiceToken(db, short.token, later)).toBeUndefined();
  const newest = await mintServiceToken(db, ada.applicationId, 1000, later);
  expect(await readServiceToken(db, short.token, now)).toBeUndefined();
  expect((await readServiceToken(db, long.token, later))?.applicationId).toBe(bo.applicationId);
  await revokeToken(db, newest.id);
  expect(await readServiceToken(db, newest.token, later)).toBeUndefined();
  expect(await listTokensAbout(db, 'ada@mail.example', [])).toMatchObject([{ kind: 'temporary_application' }]);
  expect(await listTokensAbout(db, ada.email, [bo.applicationId])).toMatchObject([{ id: long.id }]);
  expect(await readTemporaryToken(db, prepared, later)).toEqual({ email_address: 'Ada@mail.example' });
  await inTransaction(db, (tx) => deleteTokensAbout(tx, 'ada@mail.example', [ada.applicationId]));
  expect(await readTemporaryToken(db, prepared, later)).toBeUndefined();
  expect(await readServiceToken(db, long.token, later)).toBeDefined();
});
