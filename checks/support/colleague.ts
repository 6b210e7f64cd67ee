import type { Client } from '@firstyear/api-client/testing';
import * as desk from '@firstyear/api-contract/desk';
import { appCode } from '../../e2e/support/app-code.ts';
import { linkIn, type Operate } from '../../e2e/support/operator.ts';
import type { HttpResponse } from './http.ts';
import { PASSWORD } from './person.ts';

interface NewColleague {
  readonly email: string;
  readonly role: desk.StaffRole;
  readonly name?: string;
}

/** Adds a member of the office with a password and an authenticator app. */
export async function setUpColleague(
  client: Client<HttpResponse>,
  operate: Operate,
  { email, role, name = 'Grace Invented' }: NewColleague,
) {
  const printed = await operate('staff', 'add', email, '--name', name, '--role', role);
  const id = linkIn(printed).searchParams.get('id') ?? '';
  const { secret, sealed } = await client.call(desk.lookAtSetUp, { payload: { id } });
  const setUp = { id, sealed, password: PASSWORD, code: appCode(secret) };
  const [code = ''] = (await client.call(desk.setUp, { payload: setUp })).recovery_codes;
  return {
    /** The key of the app. */
    secret,
    /** What the link was used with, once. */
    setUp,
    /** Signs in, once. */
    signIn: { email, password: PASSWORD, code },
  };
}

/** Adds a member of the office, who signs in with this client. */
export async function addColleague(client: Client<HttpResponse>, operate: Operate, colleague: NewColleague) {
  const added = await setUpColleague(client, operate, colleague);
  await client.call(desk.signIn, { payload: added.signIn });
  return added;
}
