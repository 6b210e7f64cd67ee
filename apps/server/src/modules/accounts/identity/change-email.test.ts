import { profile } from '@firstyear/api-contract/application';
import {
  changeEmail,
  changePassword,
  confirm,
  confirmEmail,
  logout,
  resetPassword,
  restoreEmail,
} from '@firstyear/api-contract/identity';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { codeIn, lastMailTo, mailsTo, type QueuedMail, resetIn } from '../../../testing/mail.ts';
import {
  confirmed,
  loggedIn,
  logInAs,
  newAddress,
  newestCode,
  OTHER_PASSWORD,
  PASSWORD,
  requestReset,
  signUp,
  wrongCodeFor,
} from './person.testing.ts';

const t = await suiteApp();

/** Advances a second each time, so that mails are ordered by time. */
function ask(client: Client, username: string, current_password = PASSWORD) {
  t.clock.advance(SECOND_MS);
  return client.call(changeEmail, { payload: { username, current_password } });
}
function enter(client: Client, code: string) {
  t.clock.advance(SECOND_MS);
  return client.call(confirmEmail, { payload: { code } });
}
const undo = (id: string, client = t.client()) => client.call(restoreEmail, { payload: { id } });
const statusOf = async (client: Client) => (await client.call(profile)).status;
const kindsTo = async (address: string) => (await mailsTo(t.db, address)).map(({ kind }) => kind);

function undoIn(mail: QueuedMail): string {
  const link = /https?:\/\/\S+\/restore\?\S+/.exec(mail.text)?.[0];
  if (link === undefined) throw new Error(`no link to /restore in the mail '${mail.subject}'`);
  return new URL(link).searchParams.get('id') ?? '';
}

/** A person whose address has just been changed. */
async function changed() {
  const { client, username } = await loggedIn(t);
  const next = newAddress();
  expect((await ask(client, next)).status).toBe(200);
  expect((await enter(client, await newestCode(t, next))).status).toBe(200);
  return { client, username, next, undoId: undoIn(await lastMailTo(t.db, username)) };
}

test('a new address is confirmed by a code sent to it, the old address gets a mail, and other browsers are logged out', async () => {
  const { client, username } = await loggedIn(t);
  t.clock.advance(SECOND_MS);
  const elsewhere = t.client();
  await logInAs(elsewhere, username);
  const reset = await requestReset(t, { client: elsewhere, username });
  const next = newAddress();
  expect((await ask(client, next.toUpperCase())).body.message).toBe(
    "We've sent a 6-digit code to your new email address.",
  );
  expect(await kindsTo(next)).toEqual(['email_change_code']);
  const notice = await lastMailTo(t.db, username);
  expect([notice.kind, notice.text.includes(next)]).toEqual(['email_change_requested', true]);
  const code = codeIn(await lastMailTo(t.db, next));
  expect((await enter(client, wrongCodeFor(code))).body.code).toBe('wrong_code');
  expect((await client.call(profile)).body.username).toBe(username);
  const done = await enter(client, code);
  expect([done.status, done.body.username]).toEqual([200, next]);
  expect((await lastMailTo(t.db, username)).kind).toBe('email_changed');
  expect([await statusOf(client), await statusOf(elsewhere)]).toEqual([200, 401]);
  expect((await client.call(profile)).body.username).toBe(next);
  expect((await enter(client, code)).body.code, 'a code works once').toBe('wrong_code');
  const used = await elsewhere.call(resetPassword, { payload: { ...reset, password: OTHER_PASSWORD } });
  expect(used.body.code).toBe('wrong_reset_link');
  expect((await logInAs(elsewhere, username)).body.code).toBe('wrong_credentials');
  expect((await logInAs(elsewhere, next)).status).toBe(200);
  const { id } = await t.db.selectFrom('account').select('id').where('email', '=', next).executeTakeFirstOrThrow();
  const events = await t.db.selectFrom('audit_event').selectAll().where('account_id', '=', id).orderBy('id').execute();
  const own = events.filter(({ kind }) => kind.startsWith('email_change'));
  expect(own.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['email_change_requested', 'applicant'],
    ['email_changed', 'applicant'],
  ]);
  expect(JSON.stringify(events)).not.toContain('@');
});

test('a reset link that was mailed before an address change, or before it was undone, works for neither address', async () => {
  const { client, username } = await loggedIn(t);
  const reset = await requestReset(t, { client: t.client(), username });
  const next = newAddress();
  await ask(client, next);
  const undoId = undoIn(await lastMailTo(t.db, username));
  expect((await enter(client, await newestCode(t, next))).status).toBe(200);
  const use = async (id: string, at: string) =>
    (await t.client().call(resetPassword, { payload: { username: at, id, password: OTHER_PASSWORD } })).body.code;
  expect([await use(reset.id, username), await use(reset.id, next)]).toEqual(Array(2).fill('wrong_reset_link'));
  t.clock.advance(MINUTE_MS);
  const later = await requestReset(t, { client: t.client(), username: next });
  expect((await undo(undoId)).status).toBe(200);
  expect([await use(later.id, next), await use(later.id, username)]).toEqual(Array(2).fill('wrong_reset_link'));
});

test('the browser that changed the address is known for the new one: guesses from its network do not block it', async () => {
  const { client, next } = await changed();
  await client.call(logout);
  const guesser = t.client();
  for (let tries = 0; tries < 5; tries += 1) await logInAs(guesser, next, OTHER_PASSWORD);
  expect((await logInAs(t.client(), next)).status).toBe(429);
  expect((await logInAs(client, next)).status).toBe(200);
});

test('a change needs the password, a session, and a different, valid address', async () => {
  const { client, username } = await loggedIn(t);
  const next = newAddress();
  expect((await ask(client, next, OTHER_PASSWORD)).body.code).toBe('wrong_current_password');
  expect((await ask(client, username.toUpperCase())).body.code).toBe('same_email');
  expect((await ask(client, 'ada@mail')).body.code).toBe('invalid_username');
  expect((await ask(t.client(), next)).status).toBe(401);
  expect((await enter(client, '123456')).body.code, 'nothing was requested').toBe('wrong_code');
  expect([await kindsTo(next), (await kindsTo(username)).includes('email_change_requested')]).toEqual([[], false]);
});

test('guessing the password on either card of the account area throttles both', async () => {
  const { client } = await loggedIn(t);
  for (let tries = 0; tries < 5; tries += 1) await ask(client, newAddress(), `Wrong-Guess-9${tries}`);
  expect((await ask(client, newAddress())).status).toBe(429);
  const other = { current_password: PASSWORD, password: OTHER_PASSWORD };
  expect((await client.call(changePassword, { payload: other })).status).toBe(429);
});

test('a known address gets a note instead of a code, and the caller sees no difference', async () => {
  const { username: known } = await confirmed(t);
  const see = async (address: string) => {
    const { client } = await loggedIn(t);
    const asked = await ask(client, address);
    const guesses: unknown[] = [];
    for (let tries = 0; tries < 6; tries += 1) guesses.push((await enter(client, '000000')).body);
    t.clock.advance(MINUTE_MS);
    const again = await ask(client, address);
    t.clock.advance(2 * MINUTE_MS);
    await ask(client, address);
    const names = ({ headers }: { readonly headers: object }) => Object.keys(headers).sort();
    return { asked: [asked.status, asked.body, names(asked)], guesses, again: [again.status, again.body] };
  };
  const unknown = newAddress();
  expect(await see(known)).toEqual(await see(unknown));
  expect((await kindsTo(known)).slice(-3)).toEqual(Array(3).fill('known_address'));
  expect(await kindsTo(unknown)).toEqual(Array(3).fill('email_change_code'));
});

test('an address that someone else signs up with or changes to meanwhile belongs to the first to confirm it', async () => {
  const next = newAddress();
  const stranger = t.client();
  await signUp(stranger, next);
  const signupCode = await newestCode(t, next);
  const { client } = await loggedIn(t);
  await ask(client, next);
  const code = await newestCode(t, next);
  expect((await enter(client, code)).status).toBe(200);
  const late = await stranger.call(confirm, { payload: { username: next, code: signupCode } });
  expect(late.body.code).toBe('wrong_code');

  const wanted = newAddress();
  const [first, second] = [await loggedIn(t), await loggedIn(t)];
  await ask(first.client, wanted);
  const firstCode = await newestCode(t, wanted);
  t.clock.advance(MINUTE_MS);
  await ask(second.client, wanted);
  const secondCode = await newestCode(t, wanted);
  if (firstCode !== secondCode) {
    expect((await enter(first.client, secondCode)).body.code, 'a code is for its account').toBe('wrong_code');
  }
  expect((await enter(second.client, secondCode)).status).toBe(200);
  expect((await enter(first.client, firstCode)).body.code).toBe('wrong_code');
  expect((await first.client.call(profile)).body.username).toBe(first.username);

  const decoy = newAddress();
  t.clock.advance(MINUTE_MS);
  await ask(first.client, decoy);
  const changes = t.db.updateTable('email_change').where('new_email', '=', decoy);
  await changes.set({ is_decoy: true }).execute();
  const guessed = await enter(first.client, await newestCode(t, decoy));
  expect(guessed.body.code, 'an address that was known').toBe('wrong_code');
});

test('only five of twenty concurrent codes are checked, a code lasts ten minutes, and only the newest works', async () => {
  const { client } = await loggedIn(t);
  const [earlier, next] = [newAddress(), newAddress()];
  await ask(client, earlier);
  const old = await newestCode(t, earlier);
  t.clock.advance(MINUTE_MS);
  await ask(client, next);
  const code = await newestCode(t, next);
  if (old !== code) expect((await enter(client, old)).body.code).toBe('wrong_code');
  await Promise.all(Array.from({ length: 20 }, () => enter(client, wrongCodeFor(code))));
  expect((await enter(client, code)).body.code).toBe('wrong_code');
  t.clock.advance(MINUTE_MS);
  await ask(client, next);
  const fresh = await newestCode(t, next);
  t.clock.advance(10 * MINUTE_MS);
  expect((await enter(client, fresh)).body.code).toBe('wrong_code');
});

test('no change begins without a mail to the owner, at intervals that grow from a minute', async () => {
  const { client, username } = await loggedIn(t);
  const [first, ...others] = Array.from({ length: 12 }, newAddress);
  expect((await ask(client, first ?? '')).status).toBe(200);
  const soon = await ask(client, others[0] ?? '');
  expect([soon.status, soon.body.code]).toEqual([429, 'email_change_too_soon']);
  expect(await kindsTo(others[0] ?? '')).toEqual([]);
  const statuses: number[] = [];
  for (const next of others) {
    t.clock.advance(MINUTE_MS);
    statuses.push((await ask(client, next)).status);
  }
  expect(statuses).toEqual([200, 429, 200, 429, 429, 429, 200, 429, 429, 429, 429]);
  const notices = (await kindsTo(username)).filter((kind) => kind === 'email_change_requested');
  expect(notices).toHaveLength(4);
});

test('a change whose response is lost can be requested again: within a minute the code in the mailbox stays valid, and no other mail is sent', async () => {
  const { client, username } = await loggedIn(t);
  const { username: known } = await confirmed(t);
  for (const next of [newAddress(), known]) {
    t.clock.advance(MINUTE_MS);
    const first = await ask(client, next);
    const mails = [await mailsTo(t.db, username), await mailsTo(t.db, next)];
    const again = await ask(client, next);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect([await mailsTo(t.db, username), await mailsTo(t.db, next)]).toEqual(mails);
    expect((await ask(client, next, OTHER_PASSWORD)).body.code).toBe('wrong_current_password');
  }
  t.clock.advance(2 * MINUTE_MS);
  const wanted = newAddress();
  await ask(client, wanted);
  const code = await newestCode(t, wanted);
  await ask(client, wanted);
  for (let tries = 0; tries < 5; tries += 1) await enter(client, wrongCodeFor(code));
  expect((await enter(client, code)).body.code, 'the tries are used up').toBe('wrong_code');
  expect((await ask(client, wanted)).body.code, 'that code is used up').toBe('email_change_too_soon');
});

test('the last of five tries with the code for a new address counts, and text that is no code is no try', async () => {
  const { client } = await loggedIn(t);
  const next = newAddress();
  await ask(client, next);
  const code = await newestCode(t, next);
  for (let tries = 1; tries < 5; tries += 1) await enter(client, wrongCodeFor(code));
  expect((await enter(client, `${code}0`)).body.code).toBe('wrong_code');
  expect((await enter(client, code)).status).toBe(200);
});

test('a confirmation that began before a password reset changes no address after it and begins no session', async () => {
  const { client, username } = await loggedIn(t);
  const owner = t.client('192.0.2.64');
  const link = await requestReset(t, { client: owner, username });
  const next = newAddress();
  await ask(client, next);
  const code = await newestCode(t, next);
  const { pool } = t.database;
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const areWaiting = (count: number) => eventually(async () => expect((await pool.query(waits)).rowCount).toBe(count));
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from account where email = $1 for no key update', [username]);
  const reset = owner.call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } });
  await areWaiting(1);
  const late = enter(client, code);
  await areWaiting(2);
  await holder.query('rollback');
  holder.release();
  expect((await reset).status).toBe(200);
  expect((await late).body.code).toBe('no_session');
  expect(await statusOf(client)).toBe(401);
  expect((await logInAs(owner, username, OTHER_PASSWORD)).status).toBe(200);
});

test('the link in the mail to the old address stops an unconfirmed change', async () => {
  const { client, username } = await loggedIn(t);
  const next = newAddress();
  await ask(client, next);
  const code = await newestCode(t, next);
  const id = undoIn(await lastMailTo(t.db, username));
  t.clock.advance(SECOND_MS);
  expect((await undo(id)).status).toBe(200);
  expect([await statusOf(client), (await enter(client, code)).status]).toEqual([401, 401]);
  expect((await logInAs(t.client(), username)).body.code, 'the password is known to somebody else').toBe(
    'wrong_credentials',
  );
  const mail = await lastMailTo(t.db, username);
  expect(mail.kind).toBe('email_change_undone');
  const chosen = await t.client().call(resetPassword, { payload: { ...resetIn(mail), password: OTHER_PASSWORD } });
  expect(chosen.status).toBe(200);
  const again = t.client();
  expect((await logInAs(again, username, OTHER_PASSWORD)).status).toBe(200);
  expect((await enter(again, code)).body.code).toBe('wrong_code');
  expect((await ask(again, next, OTHER_PASSWORD)).body.code, 'nothing waits for that code').toBe(
    'email_change_too_soon',
  );
});

test('after the change, the same link restores the address once, even if sent twice, and undoes later changes too', async () => {
  const { client, username, next, undoId } = await changed();
  t.clock.advance(2 * MINUTE_MS);
  const third = newAddress();
  await ask(client, third);
  await enter(client, await newestCode(t, third));
  const laterUndo = undoIn(await lastMailTo(t.db, next));
  t.clock.advance(SECOND_MS);
  expect((await undo(undoId)).status).toBe(200);
  expect(await statusOf(client)).toBe(401);
  expect((await undo(laterUndo)).body.code, "a thief's own link is void").toBe('wrong_restore_link');
  const mails = await mailsTo(t.db, username);
  expect((await undo(undoId)).status, 'sent again, since the response was lost').toBe(200);
  expect(await mailsTo(t.db, username)).toEqual(mails);
  const { username: reset, id } = resetIn(await lastMailTo(t.db, username));
  expect(reset).toBe(username);
  await t.client().call(resetPassword, { payload: { username, id, password: OTHER_PASSWORD } });
  expect((await logInAs(t.client(), username, OTHER_PASSWORD)).status).toBe(200);
  expect((await logInAs(t.client(), third, OTHER_PASSWORD)).body.code).toBe('wrong_credentials');
  expect((await undo(undoId)).body.code, 'there is a new password: nothing more to stop').toBe('wrong_restore_link');
  const last = await t.db.selectFrom('audit_event').select('kind').where('kind', 'like', 'email%').execute();
  expect(last.map(({ kind }) => kind)).toContain('email_change_undone');
});

test('a link that is invented, three days old, or for an address with a new account restores nothing', async () => {
  const { undoId, next, username } = await changed();
  const [id = '', signature = ''] = undoId.split('.');
  const turn = (text: string) => text.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  for (const wrong of ['', 'nonsense', id, `${id}.`, `${id}.${turn(signature)}`, `${turn(id)}.${signature}`]) {
    expect((await undo(wrong)).body.code, wrong).toBe('wrong_restore_link');
  }
  t.clock.advance(MINUTE_MS);
  const newcomer = t.client();
  await signUp(newcomer, username);
  const code = await newestCode(t, username);
  expect((await newcomer.call(confirm, { payload: { username, code } })).status).toBe(200);
  expect((await undo(undoId)).body.code).toBe('wrong_restore_link');
  expect((await logInAs(t.client(), next)).status).toBe(200);

  const other = await changed();
  t.clock.advance(3 * DAY_MS);
  expect((await undo(other.undoId)).body.code).toBe('wrong_restore_link');
});

test('undoing the later of two changes leaves the earlier one, whose link still works', async () => {
  const { client, username, next, undoId } = await changed();
  const last = newAddress();
  expect((await ask(client, last)).status).toBe(200);
  expect((await enter(client, await newestCode(t, last))).status).toBe(200);
  expect((await undo(undoIn(await lastMailTo(t.db, next)))).status).toBe(200);
  expect((await undo(undoId)).status).toBe(200);
  const addresses = t.db.selectFrom('account').select('email').where('email', 'in', [username, next, last]);
  expect(await addresses.execute()).toEqual([{ email: username }]);
});
