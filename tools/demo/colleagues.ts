import * as desk from '@firstyear/api-contract/desk';
import { productEnvironment } from '@firstyear/processes/child-environment';
import { setUpColleague } from '../../checks/support/colleague.ts';
import { clientOf, PASSWORD } from '../../checks/support/person.ts';
import { appCode } from '../../e2e/support/app-code.ts';
import { operateWith } from '../../e2e/support/operator.ts';
import type { OfficeCall } from './season.ts';

/** Somebody of the invented office, with the key of an authenticator app. */
export interface Colleague {
  readonly role: string;
  readonly email: string;
  readonly secret: string;
}
const NAMES = { director: 'Dana Director', clerk: 'Chris Clerk', reader: 'Robin Reader' } as const;

const STEP_MS = 30_000;

/** The session of a colleague: the cookies that a browser needs for it. */
interface OfficeSession {
  readonly call: OfficeCall;
  readonly cookies: readonly string[];
}

/** Signs in with the password and a code of the app. Each code works once, so the next one is tried as well. */
async function signIn(url: string, { email, secret }: Colleague): Promise<OfficeSession> {
  for (const at of [Date.now(), Date.now() + STEP_MS]) {
    const client = clientOf(url);
    const payload = { email, password: PASSWORD, code: appCode(secret, at) };
    const { status, headers } = await client.exchange(desk.signIn, { payload });
    if (status === 200) return { call: client.call, cookies: headers['set-cookie'] ?? [] };
  }
  throw new Error('Each code works once. Please try again in half a minute.');
}

const sessions = new Map<string, OfficeSession>();

/** A session of this colleague: the one from before while it lasts, since each code of the app works once. */
export async function sessionOf(url: string, colleague: Colleague): Promise<OfficeSession> {
  const held = sessions.get(colleague.role);
  const isOpen = await held?.call(desk.me).then(
    () => true,
    () => false,
  );
  if (held && isOpen) return held;
  const session = await signIn(url, colleague);
  sessions.set(colleague.role, session);
  return session;
}

/** Adds the three colleagues with the operator's command, which makes a link even where colleagues sign in with the university. */
export async function addColleagues(url: string, dataDir: string): Promise<readonly Colleague[]> {
  const operate = operateWith(productEnvironment({ DATA_DIR: dataDir, PUBLIC_URL: url, PORT: new URL(url).port }));
  const colleagues: Colleague[] = [];
  for (const role of ['director', 'clerk', 'reader'] as const) {
    const email = `${role}@office.example`;
    const { secret } = await setUpColleague(clientOf(url), operate, { email, role, name: NAMES[role] });
    colleagues.push({ role, email, secret });
  }
  return colleagues;
}
