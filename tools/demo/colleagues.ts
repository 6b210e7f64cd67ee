import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as desk from '@firstyear/api-contract/desk';
import { productEnvironment } from '@firstyear/processes/child-environment';
import { clientOf, PASSWORD } from '../../checks/support/person.ts';
import { appCode } from '../../e2e/support/app-code.ts';
import type { OfficeCall } from './season.ts';

const operator = path.resolve(import.meta.dirname, '../../apps/server/src/programs/operator.ts');

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

/** Sets up password and authenticator app with the link that was made for this person. */
async function setUp(url: string, role: keyof typeof NAMES, email: string, link: string): Promise<Colleague> {
  const id = new URL(link).searchParams.get('id') ?? '';
  const { call } = clientOf(url);
  const { secret, sealed } = await call(desk.lookAtSetUp, { payload: { id } });
  await call(desk.setUp, { payload: { id, sealed, password: PASSWORD, code: appCode(secret) } });
  return { role, email, secret };
}

/** Adds the three colleagues with the operator's command, which makes a link even where colleagues sign in with the university. */
export async function addColleagues(url: string, dataDir: string): Promise<readonly Colleague[]> {
  const env = productEnvironment({ DATA_DIR: dataDir, PUBLIC_URL: url, PORT: new URL(url).port });
  const colleagues: Colleague[] = [];
  for (const role of ['director', 'clerk', 'reader'] as const) {
    const email = `${role}@office.example`;
    const args = ['staff', 'add', email, '--name', NAMES[role], '--role', role];
    const { stdout } = await promisify(execFile)(process.execPath, [operator, ...args], { env });
    colleagues.push(await setUp(url, role, email, /https?:\/\/\S+/.exec(stdout)?.[0] ?? ''));
  }
  return colleagues;
}
