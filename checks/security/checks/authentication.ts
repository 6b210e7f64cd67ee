import { profile } from '@firstyear/api-contract/application';
import { signup } from '@firstyear/api-contract/identity';
import type { HttpResponse } from '../../support/http.ts';
import { PASSWORD } from '../../support/person.ts';
import { type Check, quick, slow } from '../check.ts';
import { insist, insistStatus } from '../finding.ts';
import { confirmWith, forget, logIn, OTHER_PASSWORD, resend, reset, signUp, type Target } from '../target.ts';

/** The parts of a response that could tell two addresses apart: status, words, and the names of headers and cookies. */
function shapeOf({ status, headers, text }: HttpResponse): string {
  const ignored = ['date', 'keep-alive', 'connection', 'content-length', 'etag'];
  const names = Object.keys(headers).filter((name) => !ignored.includes(name));
  const cookies = (headers['set-cookie'] ?? []).map((line) => line.split('=', 1)[0]);
  return JSON.stringify([status, text, names.sort(), cookies]);
}

const WRONG = 'Wrong-guess-1234!';
const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Guesses passwords until the server throttles; returns the number of the throttled guess, 0 if twelve aren't enough. */
async function guessUntilThrottled(target: Target, username: string): Promise<number> {
  const guesser = target.visitor();
  for (let guess = 1; guess <= 12; guess += 1) {
    const { status, headers } = await logIn(guesser, username, WRONG);
    if (status !== 429) continue;
    insist(Number(headers['retry-after']) >= 1, 'a throttled guess gets no Retry-After');
    return guess;
  }
  return 0;
}

/** All mails to an address. First waits for a mail that was requested later. */
async function settledMails(target: Target, username: string) {
  const later = target.newAddress();
  await signUp(target.visitor(), later);
  await target.mail(later);
  return target.mails(username);
}

const IDENTITY = 'apps/server/src/modules/accounts/identity';
const LOGIN_LIMITS = `apps/server/src/modules/accounts/limits/logins.test.ts`;

export const AUTHENTICATION_CHECKS: readonly Check[] = [
  quick('B15', 'guesses wait longer and longer, nobody is locked out', LOGIN_LIMITS, async (target) => {
    const { visitor, username } = await target.person();
    const known = await guessUntilThrottled(target, username);
    insist(known > 0, 'twelve wrong passwords in a row are all checked');
    const unknown = await guessUntilThrottled(target, target.newAddress());
    insist(unknown === known, `an unknown address is throttled at try ${unknown}, a known one at ${known}`);
    insistStatus(await visitor.exchange(profile), 200, "the owner's open session, while somebody guesses,");
  }),
  quick('B16', 'codes allow five tries, in parallel too', async (target) => {
    const [visitor, username] = [target.visitor(), target.newAddress()];
    await signUp(visitor, username);
    const code = await target.code(username);
    insist(/^\d{6}$/.test(code), 'a code is not six digits');
    const guesses = times(40, (index) => String((Number(code) + index + 1) % 1_000_000).padStart(6, '0'));
    for (const guess of await Promise.all(guesses.map((wrong) => confirmWith(visitor, username, wrong))))
      insistStatus(guess, 400, 'a wrong code');
    insistStatus(await confirmWith(visitor, username, code), 400, 'the right code after 40 parallel guesses');
    const another = target.newAddress();
    await signUp(target.visitor(), another);
    insist((await target.code(another)) !== code, 'two codes are the same');
  }),
  quick('B17', "a sign-up with another's address gains nothing", async (target) => {
    const { username } = await target.account();
    const stranger = target.visitor();
    insistStatus(await signUp(stranger, username, OTHER_PASSWORD), 200, 'a sign-up with a known address');
    const login = await logIn(stranger, username, OTHER_PASSWORD);
    insist(login.status !== 200, "a stranger's password opens the account");
    insistStatus(await stranger.exchange(profile), 401, 'a stranger');
    const owner = await logIn(target.visitor(), username);
    insistStatus(owner, 200, "afterward, the owner's password");
  }),
  quick('B18', '20 resends send one mail', async (target) => {
    const [visitor, username] = [target.visitor(), target.newAddress()];
    await signUp(visitor, username);
    await Promise.all(times(20, () => resend(visitor, username)));
    const mails = await settledMails(target, username);
    insist(mails.length <= 2, `20 resends within a minute sent ${mails.length - 1} mails`);
  }),
  slow(
    'B19',
    'known and unknown addresses get the same response',
    `${IDENTITY}/known-addresses.test.ts`,
    async (target) => {
      const { username: known } = await target.account();
      const calls: Readonly<Record<string, (username: string) => Promise<HttpResponse>>> = {
        login: (username) => logIn(target.visitor(), username, WRONG),
        forgot: (username) => forget(target.visitor(), username),
        resend: (username) => resend(target.visitor(), username),
        confirm: (username) => confirmWith(target.visitor(), username, '000000'),
        reset: (username) => reset(target.visitor(), username, 'made-up'),
        'sign-up': (username) => signUp(target.visitor(), username),
      };
      for (const [name, call] of Object.entries(calls)) {
        for (let turn = 0; turn < 3; turn += 1) {
          const [a, b] = [await call(known), await call(target.newAddress())];
          insist(shapeOf(a) === shapeOf(b), `${name}: ${shapeOf(a)} for a known, ${shapeOf(b)} for an unknown address`);
        }
      }
    },
  ),
  quick(
    'B20',
    'reset links: random, once, for one address, one hour, hashed',
    `${IDENTITY}/reset.test.ts`,
    async (target) => {
      const [ada, bob] = [await target.account(), await target.account()];
      await forget(target.visitor(), ada.username);
      const id = await target.resetId(ada.username);
      insist(id.length >= 22, `a reset token has ${id.length} characters`);
      const foreign = await reset(target.visitor(), bob.username, id);
      insistStatus(foreign, 400, 'the link of one address, used for another,');
      insistStatus(await reset(target.visitor(), ada.username, `${id.slice(0, -1)}_`), 400, 'a made-up link');
      insistStatus(await reset(target.visitor(), ada.username, id), 200, 'a link');
      const again = await reset(target.visitor(), ada.username, id, PASSWORD);
      insistStatus(again, 400, 'a link that was used');
    },
  ),
  quick('B21', 'passwords: unmodified to 128, no well-known ones', async (target) => {
    const tryPassword = (password: string) => signUp(target.visitor(), target.newAddress(), password);
    const longest = 'Lantern harbor 42! '.repeat(8).slice(0, 128).replace(/ $/, '.');
    insistStatus(await tryPassword(`${longest}x`), 400, 'a password of 129 characters');
    insistStatus(await tryPassword('Password1234!'), 400, 'a well-known password');
    const body = JSON.stringify({ username: target.newAddress(), password: 'x'.repeat(1_048_576) });
    const huge = await target.visitor().send({ method: 'POST', path: signup.path, body });
    insistStatus(huge, 413, 'a password of 1 MB');
    const { username } = await target.account(longest);
    const cut = await logIn(target.visitor(), username, longest.slice(0, 127));
    const whole = await logIn(target.visitor(), username, longest);
    insist(cut.status === 400 && whole.status === 200, `128 characters ${whole.status}, cut by one ${cut.status}`);
  }),
  quick('11.3', "strangers neither use up mails nor spoil the owner's code", async (target) => {
    const [owner, username] = [target.visitor(), target.newAddress()];
    await signUp(owner, username);
    const code = await target.code(username);
    for (const stranger of times(10, () => target.visitor())) {
      await signUp(stranger, username, OTHER_PASSWORD);
      await resend(stranger, username);
    }
    const mails = await settledMails(target, username);
    insist(mails.length <= 2, `ten strangers cause ${mails.length - 1} mails within a minute`);
    insistStatus(await confirmWith(owner, username, code), 200, "the owner's code, after strangers requested others,");
    insistStatus(await logIn(owner, username), 200, "the owner's password");
  }),
  quick('11.4', "the owner's browser never waits for others' guesses", LOGIN_LIMITS, async (target) => {
    const { visitor, username } = await target.person();
    insist((await guessUntilThrottled(target, username)) > 0, 'nobody is throttled, so there is nothing to compare');
    const owner = await logIn(visitor, username);
    insistStatus(owner, 200, "the owner's own browser, after a stranger's guesses on the same network,");
    const newBrowser = await logIn(target.visitor(), username);
    insistStatus(newBrowser, 429, 'a new browser, although the guesses should count,');
  }),
  quick('11.6', 'sign-up, then login: no word about who has an account', async (target) => {
    const { username: known } = await target.account();
    const tryOut = async (username: string) => {
      const stranger = target.visitor();
      const responses = [
        await signUp(stranger, username, OTHER_PASSWORD),
        await logIn(stranger, username, OTHER_PASSWORD),
        await logIn(target.visitor(), username, OTHER_PASSWORD),
        await logIn(stranger, username, WRONG),
      ];
      return responses.map(shapeOf).join('\n');
    };
    const [a, b] = [await tryOut(known), await tryOut(target.newAddress())];
    insist(a === b, `known: ${a}; unknown: ${b}`);
  }),
  quick('11.8', '25 forgotten passwords at once send one link', async (target) => {
    const { username } = await target.account();
    await Promise.all(times(25, () => forget(target.visitor(), username)));
    const links = (await settledMails(target, username)).filter(({ text }) => /\/reset\?/.test(text));
    insist(links.length === 1, `25 requests at once sent ${links.length} links`);
  }),
];
