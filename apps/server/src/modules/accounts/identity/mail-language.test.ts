import { LANGUAGE_COOKIE } from '@firstyear/api-contract/cookies';
import {
  changeEmail,
  changePassword,
  confirmEmail,
  forgotPassword,
  resetPassword,
  restoreEmail,
} from '@firstyear/api-contract/identity';
import type { LanguageCode } from '@firstyear/words';
import { expect, test } from 'vitest';
import { languageOf } from '../../../plugins/reader-language.ts';
import { MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { codeIn, lastMailTo, mailsTo, resetIn } from '../../../testing/mail.ts';
import { mailWords } from '../../mail/letter.ts';
import { loggedIn, newAddress, OTHER_PASSWORD, PASSWORD, signUp } from './person.testing.ts';

const t = await suiteApp();

/** Somebody whose account has a language, in a browser that is in another one, and their mails. */
async function reader(own: LanguageCode | null, other: LanguageCode) {
  const { client, username } = await loggedIn(t);
  await t.db.updateTable('account').set({ language: own }).where('email', '=', username).execute();
  client.cookies.set(LANGUAGE_COOKIE, other);
  const subjects = async () => {
    t.clock.advance(MINUTE_MS);
    return (await mailsTo(t.db, username)).map(({ subject }) => subject);
  };
  return { client, username, subjects, before: (await subjects()).length, words: mailWords(languageOf(own)) };
}

const UNIVERSITY = { university: 'Larkmoor University' };
const LANGUAGES = [
  ['es', 'en'],
  ['en', 'es'],
  // Without a language yet: the university's own.
  [null, 'es'],
] as const;

test.each(LANGUAGES)("a mail that a stranger causes is in the account's language: %s, not %s", async (own, other) => {
  const { username, subjects, before, words } = await reader(own, other);
  const stranger = t.client();
  stranger.cookies.set(LANGUAGE_COOKIE, other);
  await stranger.call(forgotPassword, { payload: { username } });
  await subjects();
  await signUp(stranger, username, OTHER_PASSWORD);
  await subjects();
  const somebodyElse = await reader(other, other);
  await somebodyElse.client.call(changeEmail, { payload: { username, current_password: PASSWORD } });
  await subjects();
  const asked = (await mailsTo(t.db, username)).filter(({ kind }) => kind === 'reset_link');
  const [link = { username, id: '' }] = asked.map(resetIn);
  await stranger.call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } });
  expect((await subjects()).slice(before)).toEqual([
    words.resetLink.subject(UNIVERSITY),
    words.knownAddress.subject(UNIVERSITY),
    words.knownAddress.subject(UNIVERSITY),
    words.passwordChanged.subject(UNIVERSITY),
  ]);
});

test.each(LANGUAGES)("a mail that a session causes is in the account's language: %s, not %s", async (own, other) => {
  const { client, username, subjects, before, words } = await reader(own, other);
  const changed = { current_password: PASSWORD, password: OTHER_PASSWORD };
  expect((await client.call(changePassword, { payload: changed })).status).toBe(200);
  await subjects();
  const next = newAddress();
  await client.call(changeEmail, { payload: { username: next, current_password: OTHER_PASSWORD } });
  const undo = /\/restore\?id=(\S+)/.exec((await lastMailTo(t.db, username)).text)?.[1] ?? '';
  await subjects();
  const code = await lastMailTo(t.db, next);
  expect(code.subject).toBe(words.code.subject(UNIVERSITY));
  expect((await client.call(confirmEmail, { payload: { code: codeIn(code) } })).status).toBe(200);
  await subjects();
  expect((await client.call(restoreEmail, { payload: { id: undo } })).status).toBe(200);
  expect((await subjects()).slice(before)).toEqual([
    words.passwordChanged.subject(UNIVERSITY),
    words.changeRequested.subject(UNIVERSITY),
    words.emailChanged.subject(UNIVERSITY),
    words.changeUndone.subject(UNIVERSITY),
  ]);
});
