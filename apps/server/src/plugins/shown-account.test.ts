import { ACCOUNT_HEADER } from '@firstyear/api-contract/account-header';
import { answer, lastPage, profile } from '@firstyear/api-contract/application';
import { logout } from '@firstyear/api-contract/identity';
import { expect, test } from 'vitest';
import { newApplicant } from '../modules/application/row/applicant.testing.ts';
import { suiteApp } from '../testing/app.ts';

const server = await suiteApp();

const nameOf = async (client: Awaited<ReturnType<typeof newApplicant>>) =>
  (await client.call(profile)).body.answer?.first_name;

test("calls of a page that shows another person's application are refused, and change nothing", async () => {
  const [ada, ben] = [await newApplicant(server), await newApplicant(server)];
  const { account } = (await ada.call(profile)).body;
  const headers = { [ACCOUNT_HEADER]: String(account) };
  expect((await ada.call(answer, { payload: { first_name: 'Ada' }, headers })).status).toBe(200);
  for (const stale of [
    await ben.call(answer, { payload: { first_name: 'Ada' }, headers }),
    await ben.call(lastPage, { payload: { last_page: '/education' }, headers }),
    await ben.call(profile, { headers }),
  ]) {
    expect(stale).toMatchObject({ status: 409, body: { code: 'other_account' } });
  }
  expect(await nameOf(ben)).toBeUndefined();
  // A logout always works, whichever account the page shows.
  expect((await ben.call(logout, { headers })).status).toBe(200);
});

test('a call without the header uses its session alone', async () => {
  const ada = await newApplicant(server);
  expect((await ada.call(answer, { payload: { first_name: 'Ada' } })).status).toBe(200);
  expect(await nameOf(ada)).toBe('Ada');
});
