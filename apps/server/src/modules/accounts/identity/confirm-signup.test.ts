import { DEVICE_COOKIE } from '@firstyear/api-contract/cookies';
import { confirm, resendConfirm, resetPassword } from '@firstyear/api-contract/identity';
import { outcomes } from '@firstyear/words/outcomes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TRIES_OF_CODE } from '../../../config/limits.ts';
import { MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { lastMailTo, mailsTo, resetIn } from '../../../testing/mail.ts';
import {
  logInAs,
  loseResponse,
  newAddress,
  newestCode,
  OTHER_PASSWORD,
  PASSWORD,
  signUp,
  wrongCodeFor,
} from './person.testing.ts';

const t = await suiteApp();

const enter = (client: Client, username: string, code: string) => client.call(confirm, { payload: { username, code } });

/** A person who has signed up, with the mailed code. */
async function waiting() {
  const client = t.client();
  const username = newAddress();
  await signUp(client, username);
  return { client, username, code: await newestCode(t, username) };
}

async function countOf(username: string) {
  const accounts = await t.db.selectFrom('account').select('id').where('email', '=', username).execute();
  const mails = await mailsTo(t.db, username);
  return { accounts: accounts.length, links: mails.filter(({ kind }) => kind === 'set_password').length };
}

test('[API-09] the right code in the same browser makes an account that can log in; a wrong one does not', async () => {
  const client = t.client();
  const username = newAddress();
  await signUp(client, username);
  const code = await newestCode(t, username);
  const wrong = await client.call(confirm, { payload: { username, code: wrongCodeFor(code) } });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_code']);
  const right = await client.call(confirm, { payload: { username, code } });
  expect([right.status, typeof right.body.message]).toEqual([200, 'string']);
  expect((await logInAs(client, username)).status).toBe(200);
});

test("input that isn't a six-digit code uses none of the five tries", async () => {
  const client = t.client();
  const username = newAddress();
  await signUp(client, username);
  const code = await newestCode(t, username);
  for (const typed of ['', '12345', '1234567', 'abcdef', `${code} `.slice(1), '１２３４５６']) {
    const response = await client.call(confirm, { payload: { username, code: typed } });
    expect([response.status, response.body.code], typed).toEqual([400, 'wrong_code']);
  }
  expect((await client.call(confirm, { payload: { username, code } })).status).toBe(200);
});

test('a code lasts ten minutes, and six concurrent confirmations all get the same account', async () => {
  const client = t.client();
  const username = newAddress();
  await signUp(client, username);
  const code = await newestCode(t, username);
  t.clock.advance(10 * MINUTE_MS);
  expect((await client.call(confirm, { payload: { username, code } })).body.code).toBe('wrong_code');
  await client.call(resendConfirm, { payload: { username } });
  const fresh = await newestCode(t, username);
  t.clock.advance(10 * MINUTE_MS - 1);
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => client.call(confirm, { payload: { username, code: fresh } })),
  );
  expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200, 200, 200]);
  t.clock.advance(1);
  expect((await client.call(confirm, { payload: { username, code: fresh } })).body.code).toBe('wrong_code');
});

test('at most five of forty concurrent guesses are checked, in the same browser and in others', async () => {
  const username = newAddress();
  const client = t.client();
  await signUp(client, username);
  const code = await newestCode(t, username);
  const guess = (by: Client) => by.call(confirm, { payload: { username, code: wrongCodeFor(code) } });
  await Promise.all(Array.from({ length: 40 }, () => guess(client)));
  await Promise.all(Array.from({ length: 40 }, () => guess(t.client())));
  const row = await t.db
    .selectFrom('pending_signup')
    .selectAll()
    .where('email', '=', username)
    .executeTakeFirstOrThrow();
  expect([row.tries, row.foreign_tries]).toEqual([5, 5]);
  expect((await client.call(confirm, { payload: { username, code } })).body.code).toBe('wrong_code');
  expect((await t.client().call(confirm, { payload: { username, code } })).body.code).toBe('wrong_code');
});

test("guesses from other browsers don't use up the tries of the browser that signed up", async () => {
  const username = newAddress();
  const client = t.client();
  await signUp(client, username);
  const code = await newestCode(t, username);
  const stranger = t.client();
  for (let guess = 0; guess < 8; guess += 1) {
    await stranger.call(confirm, { payload: { username, code: wrongCodeFor(code) } });
  }
  expect((await client.call(confirm, { payload: { username, code } })).status).toBe(200);
});

test("signing up with another person's address gains nothing: the owner chooses the password", async () => {
  const username = newAddress();
  const stranger = t.client();
  const owner = t.client();
  await signUp(stranger, username, OTHER_PASSWORD);
  t.clock.advance(1_000);
  const response = await owner.call(confirm, { payload: { username, code: await newestCode(t, username) } });
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ message: outcomes.texts.confirmedElsewhere, needs_password: true });
  expect((await logInAs(stranger, username, OTHER_PASSWORD)).body.code).toBe('not_confirmed');
  const link = resetIn(await lastMailTo(t.db, username));
  expect((await owner.call(resetPassword, { payload: { ...link, password: PASSWORD } })).status).toBe(200);
  expect((await logInAs(stranger, username, OTHER_PASSWORD)).body.code).toBe('not_confirmed');
  expect((await logInAs(owner, username)).status).toBe(200);
});

test("a stranger who later signs up with the same address doesn't break the owner's sign-up", async () => {
  const username = newAddress();
  const owner = t.client();
  await signUp(owner, username);
  const code = await newestCode(t, username);
  t.clock.advance(1_000);
  await signUp(t.client(), username, OTHER_PASSWORD);
  expect((await owner.call(confirm, { payload: { username, code } })).status).toBe(200);
  expect((await logInAs(owner, username)).status).toBe(200);
  const left = await t.db.selectFrom('pending_signup').select('is_decoy').where('email', '=', username).execute();
  expect(left, 'what is left can never be confirmed').toEqual([{ is_decoy: true }]);
});

test('sending a code again after its response was lost has the same outcome: the password works, and this browser is known', async () => {
  const { client, username, code } = await waiting();
  await loseResponse(client, () => enter(client, username, code));
  expect(client.cookies.has(DEVICE_COOKIE)).toBe(false);
  const again = await enter(client, username, code);
  expect([again.status, again.body.message]).toEqual([200, outcomes.texts.confirmed]);
  expect(client.cookies.has(DEVICE_COOKIE)).toBe(true);
  expect(await countOf(username)).toEqual({ accounts: 1, links: 0 });
  expect((await logInAs(client, username)).status).toBe(200);
});

test('the same holds for another browser: no second mail, and the link in the first one keeps working', async () => {
  const { username, code } = await waiting();
  const elsewhere = t.client();
  t.clock.advance(1_000);
  await loseResponse(elsewhere, () => enter(elsewhere, username, code));
  const link = resetIn(await lastMailTo(t.db, username));
  t.clock.advance(MINUTE_MS);
  const again = await enter(elsewhere, username, code);
  expect([again.status, again.body.message]).toEqual([200, outcomes.texts.confirmedElsewhere]);
  expect(await countOf(username)).toEqual({ accounts: 1, links: 1 });
  expect((await elsewhere.call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } })).status).toBe(200);
  expect((await enter(elsewhere, username, code)).status).toBe(200);
  expect((await logInAs(elsewhere, username, OTHER_PASSWORD)).status, 'the password chosen since').toBe(200);
});

test("a browser that only sends the code again isn't known as one that has logged in", async () => {
  const { client, username, code } = await waiting();
  await enter(client, username, code);
  const elsewhere = t.client();
  expect((await enter(elsewhere, username, code)).body.message).toBe(outcomes.texts.confirmed);
  expect(elsewhere.cookies.has(DEVICE_COOKIE)).toBe(false);
});

test("after the confirmation, five wrong codes are still checked, including earlier ones, and right codes don't count", async () => {
  const { client, username, code } = await waiting();
  const wrong = wrongCodeFor(code);
  for (let guess = 1; guess < TRIES_OF_CODE; guess += 1) await enter(client, username, wrong);
  for (let sent = 0; sent < 3; sent += 1) {
    let status = 0;
    await loseResponse(client, async () => {
      status = (await enter(client, username, code)).status;
    });
    expect(status).toBe(200);
  }
  await enter(client, username, wrong);
  expect((await enter(client, username, code)).body.code, 'the tries are used up').toBe('wrong_code');
  await Promise.all(Array.from({ length: 40 }, () => enter(t.client(), username, wrong)));
  expect((await enter(t.client(), username, code)).body.code).toBe('wrong_code');
});

test('the record of a confirmed sign-up has no password and is deleted with the account', async () => {
  const { client, username, code } = await waiting();
  await enter(client, username, code);
  const { id } = await t.db.selectFrom('account').select('id').where('email', '=', username).executeTakeFirstOrThrow();
  const kept = () => t.db.selectFrom('confirmed_signup').selectAll().where('account_id', '=', id).execute();
  expect(Object.keys((await kept())[0] ?? {}).sort()).toEqual([
    'account_id',
    'browser_hash',
    'code_expires_at',
    'code_hash',
    'foreign_tries',
    'is_same_browser',
    'tries',
  ]);
  expect(await t.db.selectFrom('pending_signup').select('id').where('email', '=', username).execute()).toEqual([]);
  await t.db.deleteFrom('account').where('id', '=', id).execute();
  expect(await kept()).toEqual([]);
  expect((await enter(client, username, code)).body.code).toBe('wrong_code');
});

test('however confirmations are lost and repeated, one account and one outcome', async () => {
  const step = fc.record({
    by: fc.constantFrom('owner', 'elsewhere'),
    isRight: fc.boolean(),
    isLost: fc.boolean(),
    atOnce: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const { client: owner, username, code } = await waiting();
      const elsewhere = t.client();
      t.clock.advance(1_000);
      const wrongTries = { own: 0, foreign: 0 };
      let hasCookie = true;
      let outcome: string | undefined;
      for (const { by, isRight, isLost, atOnce } of steps) {
        const browser = by === 'owner' ? owner : elsewhere;
        const isOwn = by === 'owner' && hasCookie;
        const counted = isOwn ? 'own' : 'foreign';
        const isLookedAt = wrongTries[counted] < TRIES_OF_CODE;
        const typed = isRight ? code : wrongCodeFor(code);
        const send = () => Promise.all(Array.from({ length: atOnce }, () => enter(browser, username, typed)));
        const responses = isLost ? await loseResponse(browser, send) : await send();
        const said = [...new Set(responses.map(({ status, body }) => `${status} ${body.message}`))];
        expect(said).toHaveLength(1);
        if (!isRight) wrongTries[counted] += atOnce;
        if (!isRight || !isLookedAt) {
          expect(said[0]).toMatch(/^400 /);
          continue;
        }
        outcome ??= isOwn ? outcomes.texts.confirmed : outcomes.texts.confirmedElsewhere;
        expect(said).toEqual([`200 ${outcome}`]);
        if (isOwn && !isLost) hasCookie = false;
      }
      const isElsewhere = outcome === outcomes.texts.confirmedElsewhere;
      expect(await countOf(username)).toEqual({ accounts: outcome === undefined ? 0 : 1, links: isElsewhere ? 1 : 0 });
      expect((await logInAs(owner, username)).status).toBe(outcome === outcomes.texts.confirmed ? 200 : 400);
      if (!isElsewhere) return;
      const link = resetIn(await lastMailTo(t.db, username));
      expect((await owner.call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } })).status).toBe(200);
    }),
    { numRuns: 30 },
  );
});
