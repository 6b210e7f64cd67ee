import { STAFF_COOKIE } from '@firstyear/api-contract/cookies';
import * as desk from '@firstyear/api-contract/desk';
import { hashToken, newToken } from '../../../crypto/tokens.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { TestApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { insertPerson, insertSession } from './repository.ts';
import { totpCode, totpStep } from './totp.ts';

export interface Colleague extends Client {
  readonly staffId: string;
  readonly email: string;
}

let count = 0;

/** An invented colleague with a role, signed in from a browser of their own. */
export async function newColleague(server: TestApp, role: string): Promise<Colleague> {
  count += 1;
  const email = `grace.staff.${count}@office.example`;
  const name = `Grace Staff ${count}`;
  const created_at = server.clock.now();
  const person = await inTransaction(server.db, (tx) => insertPerson(tx, { email, name, role, created_at }));
  if (!person) throw new Error('This person exists already.');
  return { ...(await signInAs(server, person.id)), staffId: person.id, email };
}

/** Another browser of a colleague. */
export async function signInAs(server: TestApp, staffId: string): Promise<Client> {
  const token = newToken();
  const session = { tokenHash: hashToken(token), staffId };
  await inTransaction(server.db, (tx) => insertSession(tx, server.deps.databaseClock, session));
  const client = server.client();
  client.cookies.set(STAFF_COOKIE, token);
  return client;
}

export const PASSWORD = 'Tangerine-77-lighthouse-Quartz';
export const codeNow = (server: TestApp, secret: string) => totpCode(secret, totpStep(server.clock.now()));
export const linkId = (link: string | undefined) => new URL(link ?? '').searchParams.get('id') ?? '';

export const signIn = (client: Client, email: string, code: string, password = PASSWORD) =>
  client.call(desk.signIn, { payload: { email, password, code } });

/** Uses a set-up link in a browser; returns the secret of the app and the recovery codes. */
export async function useLink(server: TestApp, browser: Client, id: string) {
  const { secret = '', sealed = '' } = (await browser.call(desk.lookAtSetUp, { payload: { id } })).body;
  const payload = { id, sealed, password: PASSWORD, code: codeNow(server, secret) };
  const { status, body } = await browser.call(desk.setUp, { payload });
  if (status !== 200) throw new Error(body.message);
  return { secret, recovery: body.recovery_codes ?? [] };
}

/** Somebody whom a director has added, and who has used the link. */
export async function setUpPerson(server: TestApp, director: Client, role: string) {
  count += 1;
  const email = `added.${count}@office.example`;
  const added = await director.call(desk.addStaff, { payload: { email, name: 'Added Person', role } });
  if (added.status !== 200) throw new Error(added.body.message);
  const id = linkId(added.body.link);
  const browser = server.client();
  return { email, id, staffId: added.body.person?.id ?? '', browser, ...(await useLink(server, browser, id)) };
}
