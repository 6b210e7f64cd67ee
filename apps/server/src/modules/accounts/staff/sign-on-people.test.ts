import { STAFF_COOKIE } from '@firstyear/api-contract/cookies';
import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import type { Client } from '../../../testing/client.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { signOnProvider } from './provider.ts';
import { newColleague } from './staff.testing.ts';
import { cookieOf, PUBLIC, SECRET, suiteUniversity } from './university.testing.ts';

const { server, signOnConfig, accounts, behavior, newAccount, begin, atProvider, comeBack, signOn, pass } =
  await suiteUniversity();
const statusOf = async (client: Client) => (await client.call(desk.me)).status;

test('consent is requested only where office.ts says so, and a colleague who may not give it is told who can', async () => {
  const { sub } = newAccount(['admissions-clerks']);
  expect((await begin(server.client())).searchParams.get('prompt')).toBeNull();
  behavior.asksAdministrator = true;
  expect(await signOn(server.client(), sub)).toBe('/office/sign-in?problem=not_approved');
  const asking = signOnProvider({
    signOn: { ...signOnConfig, asks_for_consent: true },
    secret: SECRET,
    publicUrl: PUBLIC,
    clock: server.clock.now,
  });
  const address = await asking.addressOf({ state: 's', nonce: 'n', verifier: 'v' }, true);
  expect(new URL(address).searchParams.get('prompt')).toBe('login consent');
});

test('a claim with a known role signs a person in; without one, no account is created', async () => {
  const clerk = newAccount(['everybody', 'admissions-clerks']);
  const client = server.client();
  expect(await signOn(client, clerk.sub)).toBe('/office');
  expect((await client.call(desk.me)).body).toMatchObject({ role: 'clerk', email: clerk.email });
  accounts.set(clerk.sub, { email: clerk.email, email_verified: true, groups: ['everybody'] });
  expect(await signOn(server.client(), clerk.sub), 'known, but without a role by now').toContain('problem=not_listed');
  const stranger = newAccount(['everybody']);
  const other = server.client();
  expect(await signOn(other, stranger.sub)).toContain('problem=not_listed');
  expect([other.cookies.get(STAFF_COOKIE), await statusOf(other)]).toEqual([undefined, 401]);
  const rows = await server.db.selectFrom('staff_person').select('id').where('email', '=', stranger.email).execute();
  expect(rows).toEqual([]);
});

test('an unverified address and an address of another person at the provider are refused', async () => {
  const listed = await newColleague(server, 'director');
  const forged = newAccount([], { email: listed.email, email_verified: false });
  expect(await signOn(server.client(), forged.sub)).toContain('problem=not_listed');
  const unsaid = newAccount(['admissions-heads'], { email: listed.email, email_verified: undefined });
  expect(await signOn(server.client(), unsaid.sub)).toContain('problem=not_listed');
  const first = newAccount([], { email: listed.email });
  expect(await signOn(server.client(), first.sub)).toBe('/office');
  const second = newAccount([], { email: listed.email });
  expect(await signOn(server.client(), second.sub)).toContain('problem=not_listed');
});

test('an address that nobody says is verified counts only where office.ts trusts the provider', async () => {
  const { sub, email } = newAccount([], { email_verified: undefined });
  const given = { signOn: signOnConfig, secret: SECRET, publicUrl: PUBLIC, clock: server.clock.now };
  const secrets = { state: 's', nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };
  const addresses = [undefined, true].map(async (verifies_emails) => {
    const provider = signOnProvider({
      ...given,
      signOn: { ...signOnConfig, ...(verifies_emails && { verifies_emails }) },
    });
    const back = await atProvider(new URL(await provider.addressOf(secrets, false)), sub);
    return (await provider.finish(back, secrets)).email;
  });
  expect(await Promise.all(addresses)).toEqual([undefined, email]);
});

test('a removed person stays out, whatever their groups at the university, until somebody adds them again', async () => {
  const boss = await newColleague(server, 'director');
  const { sub, email } = newAccount(['admissions-heads']);
  expect(await signOn(server.client(), sub)).toBe('/office');
  const { people = [] } = (await boss.call(desk.staffList)).body;
  const id = people.find((person) => person.email === email)?.id ?? '';
  await boss.call(desk.removeStaff, { params: { id } });
  expect(await signOn(server.client(), sub)).toContain('problem=not_listed');
  // Nor with another id at the provider, or a new address.
  expect(await signOn(server.client(), newAccount(['admissions-heads'], { email }).sub)).toContain('not_listed');
  accounts.set(sub, { email: `new.${email}`, email_verified: true, groups: ['admissions-heads'] });
  expect(await signOn(server.client(), sub)).toContain('problem=not_listed');
  accounts.set(sub, { email, email_verified: true, groups: ['admissions-heads'] });
  const { body: added } = await boss.call(desk.addStaff, { payload: { email, name: 'Back Again', role: 'reader' } });
  // Nobody needs a password where the university signs people in.
  expect([added.person?.email, added.link]).toEqual([email, undefined]);
  expect(await mailsTo(server.db, email)).toEqual([]);
  const client = server.client();
  expect(await signOn(client, sub)).toBe('/office');
  expect((await client.call(desk.me)).body).toMatchObject({ name: 'Back Again', role: 'reader' });
});

test('where the university signs people in, a director makes nobody a link for a password', async () => {
  const [boss, colleague] = [await newColleague(server, 'director'), await newColleague(server, 'clerk')];
  const { status, body } = await boss.call(desk.newStaffLink, { params: { id: colleague.staffId } });
  expect([status, body.code]).toEqual([403, 'not_allowed']);
  expect(await mailsTo(server.db, colleague.email)).toEqual([]);
});

test("a role that a director chose counts, not the university's group, and the page Staff says which and why", async () => {
  const boss = await newColleague(server, 'director');
  const { sub, email } = newAccount(['admissions-heads']);
  const client = server.client();
  await signOn(client, sub);
  const shown = async () => {
    const { people = [] } = (await boss.call(desk.staffList)).body;
    return people.find((person) => person.email === email);
  };
  expect(await shown()).toMatchObject({ role: 'director', role_from: 'university' });
  const params = { id: (await shown())?.id ?? '' };
  await boss.call(desk.changeStaff, { params, payload: { role: 'reader' } });
  expect(await shown()).toMatchObject({ role: 'reader', role_from: 'office' });
  expect(await statusOf(client)).toBe(401);
  await signOn(client, sub);
  expect((await client.call(desk.me)).body.role).toBe('reader');
  await pass(client, 10);
  expect((await client.call(desk.me)).body.role).toBe('reader');
});

test("after a sign-out the university's session ends too, and the next sign-on at this browser requires a login", async () => {
  const { sub } = newAccount(['admissions-clerks']);
  const [browser, jar] = [server.client(), new Map<string, string>()];
  const loginsOf = async () => {
    const before = behavior.prompts.length;
    expect(await comeBack(browser, await atProvider(await begin(browser), sub, jar))).toBe('/office');
    return behavior.prompts.slice(before).filter((prompt) => prompt === 'login').length;
  };
  await loginsOf();
  expect(await loginsOf()).toBe(0);
  const { body } = await browser.call(desk.signOut);
  const leads = new URL(body.provider ?? '');
  expect(`${leads.origin}${leads.pathname}`).toBe(`${signOnConfig.issuer}/session/end`);
  expect(leads.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC}/office/sign-in`);
  expect(leads.searchParams.get('id_token_hint'), 'so that the university knows whose session it is').toMatch(/^ey/);
  const page = await fetch(leads, { headers: { cookie: cookieOf(jar) } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/session/end/confirm')]);
  // Nobody confirmed there: the university would still sign the same person in.
  expect([await loginsOf(), await loginsOf()]).toEqual([1, 0]);
});

test('signing out of a session that a password began leads nowhere else', async () => {
  const colleague = await newColleague(server, 'reader');
  expect((await colleague.call(desk.signOut)).body).toEqual({ provider: null });
  expect((await server.client().call(desk.signOut)).body).toEqual({ provider: null });
});
