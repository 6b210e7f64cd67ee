import { type ApiRequest, requestOf } from '@firstyear/api-client';
import { answer, profile, submit } from '@firstyear/api-contract/application';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { login } from '@firstyear/api-contract/identity';
import { lookupFind } from '@firstyear/api-contract/lookup';
import { completeAnswers } from '@firstyear/freshman/testing';
import { hashToken } from '../../../apps/server/src/crypto/tokens.ts';
import { addStatus } from '../../../apps/server/src/modules/application/row/submission.ts';
import type { AppDependencies } from '../../../apps/server/src/modules/dependencies.ts';
import type { Services } from '../../../apps/server/src/modules/module.ts';
import { httpSend, keptConnections } from '../../support/http.ts';
import { saveHeaders } from '../../support/person.ts';
import type { TypedText } from '../lookup/schools.ts';
import { makeApplicant } from '../server/web-server.ts';
import { type Renaming, renameStatement, type Statement } from './statements.ts';

/** Calls a server over keep-alive connections. Rejects on any status but 200. */
export function httpCaller(origin: string) {
  const agent = keptConnections(origin);
  const send = httpSend(origin, agent);
  const call = async (request: ApiRequest): Promise<void> => {
    const { status, text } = await send(request);
    if (status === 200) return;
    throw new Error(`${request.method} ${request.path.split('?', 1)[0]}: ${status} ${text.slice(0, 200)}`);
  };
  return { call, close: () => agent.destroy() };
}

const PASSWORD = 'four plain words of Ada';

/** An invented applicant who has answered every question, is ready to submit, and is logged in. */
interface Person {
  readonly email: string;
  readonly accountId: string;
  readonly applicationId: string;
  readonly sessionId: string;
  readonly token: string;
}

/** Returns a function that makes applicants. */
export async function createPeople(
  deps: AppDependencies,
  { answers, passwords, sessions }: Pick<Services, 'answers' | 'passwords' | 'sessions'>,
): Promise<(count: number) => Promise<readonly Person[]>> {
  const { db, forms, clock } = deps;
  const password_hash = await passwords.hash(PASSWORD);
  let made = 0;
  const createPerson = async (): Promise<Person> => {
    made += 1;
    const now = clock();
    const email = `ada.${made}@mail.example`;
    const complete = completeAnswers(forms.first.form, { email_address: email });
    const ids = await makeApplicant(deps, { answers }, { email, password_hash, answers: complete });
    await db.transaction().execute(async (tx) => {
      await addStatus(tx, ids.applicationId, 'started', now);
      await addStatus(tx, ids.applicationId, 'validating', now);
    });
    const token = await sessions.begin(db, ids.accountId);
    const session = await db
      .selectFrom('session')
      .select('id')
      .where('account_id', '=', ids.accountId)
      .executeTakeFirstOrThrow();
    return { ...ids, email, sessionId: session.id, token };
  };
  return async (count) => {
    const people: Person[] = [];
    while (people.length < count) people.push(await createPerson());
    return people;
  };
}

/** The texts to replace to turn the statements of one person's call into another's. */
function renamingOf(from: Person, to: Person): Renaming {
  const hash = ({ token }: Person) => hashToken(token).toString('hex');
  return new Map([
    [from.accountId, to.accountId],
    [from.applicationId, to.applicationId],
    [from.sessionId, to.sessionId],
    [from.email, to.email],
    [hash(from), hash(to)],
  ]);
}

type RecordCall = (call: ApiRequest) => Promise<readonly Statement[]>;

/** Calls over HTTP, and the statements of as many more calls. */
export interface Batch {
  readonly calls: readonly ApiRequest[];
  readonly statements: readonly (readonly Statement[])[];
}

export interface Scenario {
  readonly name: string;
  /** Limits a batch whose calls need a person each, or are rate limited. */
  readonly maxCalls?: number;
  readonly maxCallers?: number;
  /** Measured batches; four by default. */
  readonly rounds?: number;
  /** The pool that the calls use. */
  readonly connections: 'calls' | 'lookups';
  prepare(count: number, callers: number, record: RecordCall): Promise<Batch>;
}

/** A prime, which spreads the texts over all queries. */
const SPREAD = 7919;

/** The request for suggestions to a text. */
export const suggestionsOf = (query: TypedText): ApiRequest => requestOf(lookupFind, { query });

const cookieOf = (person: Person) => ({ cookie: `${SESSION_COOKIE}=${person.token}` });
const sequence = <T>(count: number, make: (number: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, number) => make(number));
/** FY26-XXXX-XXXX: each submission gets a new one. */
const CONFIRMATION_NUMBER = /FY\d\d-[0-9A-Z]{4}-[0-9A-Z]{4}/g;

/** The calls that applicants wait for most. */
export function scenarios(
  make: (count: number) => Promise<readonly Person[]>,
  typed: readonly TypedText[],
): readonly Scenario[] {
  let saves = 0;
  const saveOf = (person: Person) => {
    saves += 1;
    const headers = { ...cookieOf(person), ...saveHeaders('tab', saves + 1) };
    return requestOf(answer, { headers, payload: { preferred_name: `Addie ${saves}` } });
  };
  const profileOf = (person: Person) => requestOf(profile, { headers: cookieOf(person) });
  const loginOf = ({ email }: Person) => requestOf(login, { payload: { username: email, password: PASSWORD } });
  const submitOf = (person: Person) => requestOf(submit, { headers: cookieOf(person), payload: {} });

  /** Each caller is one person who calls repeatedly. Every batch has the same people, so that the warm-up makes their first calls. */
  const repeated = (callOf: (person: Person) => ApiRequest): Scenario['prepare'] => {
    let people: readonly Person[] = [];
    return async (count, callers, record) => {
      if (people.length < callers + 1) people = [...people, ...(await make(callers + 1 - people.length))];
      const [recorded] = people;
      if (!recorded) throw new Error('Nobody was made.');
      const at = (number: number) => people[1 + (number % callers)] ?? recorded;
      // The first call of a session also counts it in the database, so the second one is recorded.
      await record(callOf(recorded));
      const statements = await record(callOf(recorded));
      const renamed = (number: number) =>
        statements.map((item) => renameStatement(item, renamingOf(recorded, at(number)), undefined));
      return { calls: sequence(count, (number) => callOf(at(number))), statements: sequence(count, renamed) };
    };
  };

  /** Each call is made by another person. */
  const once =
    (callOf: (person: Person) => ApiRequest): Scenario['prepare'] =>
    async (count, _callers, record) => {
      const [recorded, ...people] = await make(1 + 2 * count);
      if (!recorded) throw new Error('Nobody was made.');
      const statements = await record(callOf(recorded));
      const renamed = (person: Person) =>
        statements.map((item) => renameStatement(item, renamingOf(recorded, person), CONFIRMATION_NUMBER));
      return { calls: people.slice(0, count).map(callOf), statements: people.slice(count).map(renamed) };
    };

  let offset = 0;
  const lookUp: Scenario['prepare'] = async (count, _callers, record) => {
    const chosen = sequence(count, (number) => typed[(offset + number * SPREAD) % typed.length])
      .filter((item) => item !== undefined)
      .map(suggestionsOf);
    offset += count;
    const statements: (readonly Statement[])[] = [];
    for (const call of chosen) statements.push(await record(call));
    return { calls: chosen, statements };
  };

  return [
    { name: 'save', connections: 'calls', prepare: repeated(saveOf) },
    { name: 'profile', connections: 'calls', prepare: repeated(profileOf) },
    { name: 'submission', maxCalls: 40, connections: 'calls', prepare: once(submitOf) },
    // A network is throttled beyond 300 logins in an hour, and beyond 40 at a time.
    { name: 'login', maxCalls: 16, maxCallers: 36, rounds: 2, connections: 'calls', prepare: once(loginOf) },
    { name: 'look-up', connections: 'lookups', prepare: lookUp },
  ];
}
