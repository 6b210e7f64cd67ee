import { STAFF_COOKIE } from '@firstyear/api-contract/cookies';
import { hashToken, newToken } from '../../../crypto/tokens.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { TestApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { insertPerson, insertSession } from './repository.ts';

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
