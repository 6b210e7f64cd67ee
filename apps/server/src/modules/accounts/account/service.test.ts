import { expect, test } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { suiteApp } from '../../../testing/app.ts';
import { newApplicant } from '../../application/row/applicant.testing.ts';
import { changeEmail, changePassword, deleteAccount, findOwners, rememberLanguage } from './service.ts';

const server = await suiteApp();

test('what changes in one account, or its deletion, leaves the others as they are', async () => {
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  const owners = async () => {
    const found = await findOwners(server.db, [ada.accountId, bo.accountId]);
    return [ada, bo].map(({ accountId }) => found.get(accountId));
  };
  await rememberLanguage(server.db, ada.accountId, 'es');
  await inTransaction(server.db, async (tx) => {
    await changeEmail(tx, ada.accountId, 'ada@elsewhere.example');
    await changePassword(tx, ada.accountId, 'x');
  });
  const other = { id: bo.accountId, email: bo.email, language: null };
  expect(await owners()).toEqual([{ id: ada.accountId, email: 'ada@elsewhere.example', language: 'es' }, other]);
  const withPassword = server.db.selectFrom('account').select('id').where('password_hash', 'is not', null);
  expect(await withPassword.execute()).toEqual([{ id: ada.accountId }]);
  await inTransaction(server.db, (tx) => deleteAccount(tx, ada.accountId));
  expect(await owners()).toEqual([undefined, other]);
});
