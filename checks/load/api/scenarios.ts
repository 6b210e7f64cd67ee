import { type ApiRequest, requestOf } from '@firstyear/api-client';
import { answer, profile, submit } from '@firstyear/api-contract/application';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { login } from '@firstyear/api-contract/identity';
import { lookupFind } from '@firstyear/api-contract/lookup';
import { completeAnswers } from '@firstyear/freshman/testing';
import { addStatus } from '../../../apps/server/src/modules/application/row/submission.ts';
import type { AppDependencies } from '../../../apps/server/src/modules/dependencies.ts';
import type { Services } from '../../../apps/server/src/programs/services.ts';
import { httpSend, keptConnections } from '../../support/http.ts';
import { saveHeaders } from '../../support/person.ts';
import type { TypedText } from '../lookup/schools.ts';
import { makeApplicant } from '../server/web-server.ts';

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
    return { email, token: await sessions.begin(db, ids.accountId) };
  };
  return async (count) => {
    const people: Person[] = [];
    while (people.length < count) people.push(await createPerson());
    return people;
  };
}

export interface Scenario {
  readonly name: string;
  /** Limits a batch whose calls need a person each, or are rate limited. */
  readonly maxCalls?: number;
  readonly maxCallers?: number;
  /** Measured batches; four by default. */
  readonly rounds?: number;
  /** The pool that the calls use; undefined for calls whose statements, sent again alone, would fail. */
  readonly connections?: 'calls' | 'lookups';
  /** The next calls of so many callers. */
  prepare(count: number, callers: number): Promise<readonly ApiRequest[]>;
}

/** A prime, which spreads the texts over all queries. */
const SPREAD = 7919;

/** The request for suggestions to a text. */
export const suggestionsOf = (query: TypedText): ApiRequest => requestOf(lookupFind, { query });

const cookieOf = (person: Person) => ({ cookie: `${SESSION_COOKIE}=${person.token}` });
const sequence = <T>(count: number, make: (number: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, number) => make(number));

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

  /** Each caller is one person, who calls repeatedly and in every batch. */
  const repeated = (callOf: (person: Person) => ApiRequest): Scenario['prepare'] => {
    let people: readonly Person[] = [];
    return async (count, callers) => {
      if (people.length < callers) people = [...people, ...(await make(callers - people.length))];
      return sequence(count, (number) => people[number % callers]).flatMap((person) => (person ? callOf(person) : []));
    };
  };
  /** Each call is made by another person. */
  const once =
    (callOf: (person: Person) => ApiRequest): Scenario['prepare'] =>
    async (count) =>
      (await make(count)).map(callOf);

  let offset = 0;
  const lookUp: Scenario['prepare'] = async (count) => {
    const texts = sequence(count, (number) => typed[(offset + number * SPREAD) % typed.length]);
    offset += count;
    return texts.flatMap((text) => (text ? suggestionsOf(text) : []));
  };

  return [
    { name: 'save', connections: 'calls', prepare: repeated(saveOf) },
    { name: 'profile', connections: 'calls', prepare: repeated(profileOf) },
    { name: 'submission', maxCalls: 40, prepare: once(submitOf) },
    // A network is throttled beyond 300 logins in an hour, and beyond 40 at a time.
    { name: 'login', maxCalls: 16, maxCallers: 36, rounds: 2, prepare: once(loginOf) },
    { name: 'look-up', connections: 'lookups', prepare: lookUp },
  ];
}
