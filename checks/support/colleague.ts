import type { Client } from '@firstyear/api-client';
import * as desk from '@firstyear/api-contract/desk';
import { appCode } from '../../e2e/support/app-code.ts';
import type { HttpResponse } from './http.ts';
import { PASSWORD } from './person.ts';

/** Runs an operator's command and returns its output. */
export type Operate = (...command: readonly string[]) => Promise<string>;

/** The link that a command has printed. */
export function linkIn(printed: string): URL {
  const link = /https?:\/\/\S+/.exec(printed)?.[0];
  if (link === undefined) throw new Error(`No link in "${printed}".`);
  return new URL(link);
}

/** Adds a member of the office with a password and an authenticator app, who signs in with this client. */
export async function addColleague(
  client: Client<HttpResponse>,
  operate: Operate,
  { email, role }: { readonly email: string; readonly role: desk.StaffRole },
) {
  const printed = await operate('staff', 'add', email, '--name', 'Grace Invented', '--role', role);
  const id = linkIn(printed).searchParams.get('id') ?? '';
  const { secret, sealed } = await client.call(desk.lookAtSetUp, { payload: { id } });
  const setUp = { id, sealed, password: PASSWORD, code: appCode(secret) };
  const [usedCode = ''] = (await client.call(desk.setUp, { payload: setUp })).recovery_codes;
  await client.call(desk.signIn, { payload: { email, password: PASSWORD, code: usedCode } });
  return {
    /** What the link was used with, once. */
    setUp,
    /** The code that was used to sign in. */
    usedCode,
  };
}
