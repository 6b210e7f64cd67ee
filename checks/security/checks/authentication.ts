import { profile } from '@firstyear/api-contract/application';
import { confirm, forgotPassword, login, resendConfirm, resetPassword, signup } from '@firstyear/api-contract/identity';
import type { HttpResponse } from '../../support/http.ts';
import { median } from '../../support/numbers.ts';
import { PASSWORD } from '../../support/person.ts';
import { type Check, insist } from '../check.ts';
import { OTHER_PASSWORD, type Target, type Visitor } from '../target.ts';

/** What a reply tells to somebody who compares two of them: status, words, and the names of headers and cookies. */
function shapeOf({ status, headers, text }: HttpResponse): string {
  const quiet = ['date', 'keep-alive', 'connection', 'content-length', 'etag'];
  const names = Object.keys(headers).filter((name) => !quiet.includes(name));
  const cookies = (headers['set-cookie'] ?? []).map((line) => line.split('=', 1)[0]);
  return JSON.stringify([status, text, names.sort(), cookies]);
}

const WRONG = 'Wrong-guess-1234!';
const logIn = (visitor: Visitor, username: string, password: string) =>
  visitor.exchange(login, { payload: { username, password } });
const isReset = ({ text }: { readonly text: string }) => /\/reset\?/.test(text);

async function guessUntilSlowed(target: Target, username: string): Promise<number> {
  const guesser = target.visitor();
  for (let tries = 1; tries <= 12; tries += 1) {
    const reply = await logIn(guesser, username, WRONG);
    if (reply.status !== 429) continue;
    insist(Number(reply.headers['retry-after']) >= 1, 'a guesser is not told how long to wait');
    return tries;
  }
  return 0;
}

async function guessing(target: Target): Promise<string> {
  const { visitor, username } = await target.person();
  const slowedAt = await guessUntilSlowed(target, username);
  insist(slowedAt > 0, 'twelve wrong passwords in a row are all looked at');
  const stranger = await guessUntilSlowed(target, target.newAddress());
  insist(stranger === slowedAt, `an unknown address is slowed at try ${stranger}, a known one at ${slowedAt}`);
  const { status } = await visitor.exchange(profile);
  insist(status === 200, `the owner's open session gets ${status} while somebody guesses`);
  return `429 with Retry-After at try ${slowedAt}, for unknown addresses too; the owner's session goes on`;
}

async function ownBrowser(target: Target): Promise<string> {
  const { visitor, username } = await target.person();
  const slowedAt = await guessUntilSlowed(target, username);
  insist(slowedAt > 0, 'nobody is slowed, so nothing can be seen');
  const own = await logIn(visitor, username, PASSWORD);
  insist(
    own.status === 200,
    `the owner's own browser gets ${own.status} after a stranger's guesses on the same network`,
  );
  const others = await logIn(target.visitor(), username, PASSWORD);
  insist(others.status === 429, `a new browser gets ${others.status}: the guesses are not counted`);
  return `owner's browser 200, new browser on the same network ${others.status}`;
}

async function codes(target: Target): Promise<string> {
  const visitor = target.visitor();
  const username = target.newAddress();
  await visitor.exchange(signup, { payload: { username, password: PASSWORD } });
  const code = await target.code(username);
  insist(/^\d{6}$/.test(code), 'a code is not six digits');
  const guesses = Array.from({ length: 40 }, (_, index) =>
    String((Number(code) + index + 1) % 1_000_000).padStart(6, '0'),
  );
  const replies = await Promise.all(
    guesses.map((guess) => visitor.exchange(confirm, { payload: { username, code: guess } })),
  );
  const statuses = [...new Set(replies.map(({ status }) => status))];
  insist(
    statuses.every((status) => status === 400),
    `wrong codes get ${statuses.join(', ')}`,
  );
  const right = await visitor.exchange(confirm, { payload: { username, code } });
  insist(right.status === 400, `after 40 parallel guesses the right code gets ${right.status}`);
  const another = target.newAddress();
  await target.visitor().exchange(signup, { payload: { username: another, password: PASSWORD } });
  insist((await target.code(another)) !== code, 'two codes are the same');
  return 'six digits; after 40 parallel guesses the right code is refused';
}

async function foreignSignup(target: Target): Promise<string> {
  const { username } = await target.account();
  const stranger = target.visitor();
  const reply = await stranger.exchange(signup, { payload: { username, password: OTHER_PASSWORD } });
  insist(reply.status === 200, `a sign-up with a known address gets ${reply.status}`);
  const tried = await logIn(stranger, username, OTHER_PASSWORD);
  insist(tried.status !== 200, "a stranger's password opens the account");
  insist((await stranger.exchange(profile)).status === 401, 'a stranger has a session');
  const owner = await logIn(target.visitor(), username, PASSWORD);
  insist(owner.status === 200, `the owner's password gets ${owner.status} afterwards`);
  return `stranger's login ${tried.status}, owner's ${owner.status}`;
}

/** Mails to an address, once a mail that was requested later has come. */
async function settledMails(target: Target, username: string) {
  const later = target.newAddress();
  await target.visitor().exchange(signup, { payload: { username: later, password: PASSWORD } });
  await target.mail(later);
  return target.mails(username);
}

async function resends(target: Target): Promise<string> {
  const visitor = target.visitor();
  const username = target.newAddress();
  await visitor.exchange(signup, { payload: { username, password: PASSWORD } });
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => visitor.exchange(resendConfirm, { payload: { username } })),
  );
  const statuses = new Set(replies.map(({ status }) => status));
  const mails = await settledMails(target, username);
  insist(mails.length <= 2, `20 resends within a minute sent ${mails.length - 1} mails`);
  return `20 resends (${[...statuses].join(', ')}) right after a sign-up: ${mails.length} mails in all`;
}

async function knownAndUnknown(target: Target): Promise<string> {
  const { username: known } = await target.account();
  const calls: Readonly<Record<string, (username: string) => Promise<HttpResponse>>> = {
    login: (username) => logIn(target.visitor(), username, WRONG),
    forgot: (username) => target.visitor().exchange(forgotPassword, { payload: { username } }),
    resend: (username) => target.visitor().exchange(resendConfirm, { payload: { username } }),
    confirm: (username) => target.visitor().exchange(confirm, { payload: { username, code: '000000' } }),
    reset: (username) =>
      target.visitor().exchange(resetPassword, { payload: { username, password: OTHER_PASSWORD, id: 'made-up' } }),
    'sign-up': (username) => target.visitor().exchange(signup, { payload: { username, password: PASSWORD } }),
  };
  const evidence: string[] = [];
  for (const [name, call] of Object.entries(calls)) {
    const times = { known: [0].slice(1), unknown: [0].slice(1) };
    for (let turn = 0; turn < 3; turn += 1) {
      const [a, b] = [await call(known), await call(target.newAddress())];
      insist(shapeOf(a) === shapeOf(b), `${name}: ${shapeOf(a)} for a known, ${shapeOf(b)} for an unknown address`);
      times.known.push(a.ms);
      times.unknown.push(b.ms);
    }
    evidence.push(`${name} ${Math.round(median(times.known))}/${Math.round(median(times.unknown))} ms`);
  }
  return `same status, words, headers, cookies; medians known/unknown: ${evidence.join(', ')}`;
}

async function resetLinks(target: Target): Promise<string> {
  const [ada, bob] = [await target.account(), await target.account()];
  await target.visitor().exchange(forgotPassword, { payload: { username: ada.username } });
  const id = await target.resetId(ada.username);
  insist(id.length >= 22, `a reset token has ${id.length} characters`);
  const reset = (username: string, token: string, password = OTHER_PASSWORD) =>
    target.visitor().exchange(resetPassword, { payload: { username, password, id: token } });
  const foreign = await reset(bob.username, id);
  insist(foreign.status === 400, `the link of one address gets ${foreign.status} for another`);
  insist((await reset(ada.username, `${id.slice(0, -1)}_`)).status === 400, 'a made-up link works');
  insist((await reset(ada.username, id)).status === 200, 'a link does not work');
  const again = await reset(ada.username, id, PASSWORD);
  insist(again.status === 400, `a link works twice (${again.status})`);
  return `${id.length} characters; another address ${foreign.status}, second use ${again.status}`;
}

async function passwords(target: Target): Promise<string> {
  const try_ = (password: string) =>
    target.visitor().exchange(signup, { payload: { username: target.newAddress(), password } });
  const filler = 'Lantern harbor 42! ';
  const longest = filler.repeat(8).slice(0, 128).replace(/ $/, '.');
  const tooLong = await try_(`${longest}x`);
  insist(tooLong.status === 400, `129 characters get ${tooLong.status}`);
  const common = await try_('Password1234!');
  insist(common.status === 400, `a well-known password gets ${common.status}`);
  const huge = await target.visitor().send({
    method: 'POST',
    path: signup.path,
    body: JSON.stringify({ username: target.newAddress(), password: 'x'.repeat(1_048_576) }),
  });
  insist(huge.status === 413, `a password of 1 MB gets ${huge.status}`);
  const { username } = await target.account(longest);
  const cut = await logIn(target.visitor(), username, longest.slice(0, 127));
  const whole = await logIn(target.visitor(), username, longest);
  insist(cut.status === 400 && whole.status === 200, `128 characters ${whole.status}, cut by one ${cut.status}`);
  return `128 characters with spaces ${whole.status}, 129 refused, well-known refused, 1 MB ${huge.status} in ${Math.round(huge.ms)} ms`;
}

async function ownersCode(target: Target): Promise<string> {
  const owner = target.visitor();
  const username = target.newAddress();
  await owner.exchange(signup, { payload: { username, password: PASSWORD } });
  const code = await target.code(username);
  const strangers = Array.from({ length: 10 }, () => target.visitor());
  for (const stranger of strangers) {
    await stranger.exchange(signup, { payload: { username, password: OTHER_PASSWORD } });
    await stranger.exchange(resendConfirm, { payload: { username } });
  }
  const mails = await settledMails(target, username);
  insist(mails.length <= 2, `ten strangers cause ${mails.length - 1} mails within a minute`);
  const { status } = await owner.exchange(confirm, { payload: { username, code } });
  insist(status === 200, `the owner's code gets ${status} after strangers have asked for others`);
  insist((await logIn(owner, username, PASSWORD)).status === 200, "the owner's password does not work");
  return `ten strangers' sign-ups and resends; mails: ${mails.length}; the owner's code still right`;
}

async function signupOracle(target: Target): Promise<string> {
  const { username: known } = await target.account();
  const tell = async (username: string) => {
    const stranger = target.visitor();
    const first = await stranger.exchange(signup, { payload: { username, password: OTHER_PASSWORD } });
    const own = await logIn(stranger, username, OTHER_PASSWORD);
    const elsewhere = await logIn(target.visitor(), username, OTHER_PASSWORD);
    const wrong = await logIn(stranger, username, WRONG);
    return [first, own, elsewhere, wrong].map(shapeOf).join('\n');
  };
  const [a, b] = [await tell(known), await tell(target.newAddress())];
  insist(a === b, `known: ${a}; unknown: ${b}`);
  return 'sign-up, then login with its password here and elsewhere, then with a wrong one: the same for both';
}

async function forgottenAtOnce(target: Target): Promise<string> {
  const { username } = await target.account();
  await Promise.all(
    Array.from({ length: 25 }, () => target.visitor().exchange(forgotPassword, { payload: { username } })),
  );
  const links = (await settledMails(target, username)).filter(isReset);
  insist(links.length === 1, `25 requests at once sent ${links.length} links`);
  return '25 at once: one link';
}

const IDENTITY = 'apps/server/src/modules/accounts/identity';

export const AUTHENTICATION_CHECKS: readonly Check[] = [
  {
    id: 'B15',
    what: 'guesses wait longer and longer, nobody is locked out',
    isShort: true,
    shownBy: `${IDENTITY}/login-limits.test.ts`,
    run: guessing,
  },
  { id: 'B16', what: 'codes allow five tries, in parallel too', isShort: true, run: codes },
  { id: 'B17', what: "a sign-up with another's address gains nothing", isShort: true, run: foreignSignup },
  { id: 'B18', what: '20 resends send one mail', isShort: true, run: resends },
  {
    id: 'B19',
    what: 'known and unknown addresses get the same reply',
    shownBy: `${IDENTITY}/known-addresses.test.ts`,
    run: knownAndUnknown,
  },
  {
    id: 'B20',
    what: 'reset links: random, once, for one address, one hour, hashed',
    isShort: true,
    shownBy: `${IDENTITY}/reset.test.ts`,
    run: resetLinks,
  },
  { id: 'B21', what: 'passwords: unmodified to 128, no well-known ones', isShort: true, run: passwords },
  { id: '11.3', what: "strangers neither use up mails nor spoil the owner's code", isShort: true, run: ownersCode },
  {
    id: '11.4',
    what: "the owner's browser never waits for others' guesses",
    isShort: true,
    shownBy: `${IDENTITY}/login-limits.test.ts`,
    run: ownBrowser,
  },
  { id: '11.6', what: 'sign-up, then login: no word about who has an account', isShort: true, run: signupOracle },
  { id: '11.8', what: '25 forgotten passwords at once send one link', isShort: true, run: forgottenAtOnce },
];
