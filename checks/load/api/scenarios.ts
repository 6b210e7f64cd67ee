import { type ApiRequest, requestOf } from '@firstyear/api-client';
import { answer, profile } from '@firstyear/api-contract/application';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { lookupFind } from '@firstyear/api-contract/lookup';
import { completeAnswers } from '@firstyear/freshman/testing';
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

/** Returns a function that makes invented applicants who have answered every question and are logged in: their tokens. */
export function createPeople(deps: AppDependencies, { answers, sessions }: Pick<Services, 'answers' | 'sessions'>) {
  const { db, forms } = deps;
  let made = 0;
  return async (count: number): Promise<readonly string[]> => {
    const tokens: string[] = [];
    while (tokens.length < count) {
      made += 1;
      const email = `ada.${made}@mail.example`;
      const complete = completeAnswers(forms.first.form, { email_address: email });
      const { accountId } = await makeApplicant(deps, { answers }, { email, password_hash: null, answers: complete });
      tokens.push(await sessions.begin(db, accountId));
    }
    return tokens;
  };
}

export interface Scenario {
  readonly name: string;
  /** The pool that the calls use. */
  readonly connections: 'calls' | 'lookups';
  /** The next calls of so many callers. */
  prepare(count: number, callers: number): Promise<readonly ApiRequest[]>;
}

/** A prime, which spreads the texts over all queries. */
const SPREAD = 7919;

/** The request for suggestions to a text. */
export const suggestionsOf = (query: TypedText): ApiRequest => requestOf(lookupFind, { query });

const cookieOf = (token: string) => ({ cookie: `${SESSION_COOKIE}=${token}` });
const sequence = <T>(count: number, make: (number: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, number) => make(number));

/** The calls that applicants wait for most. */
export function scenarios(
  make: (count: number) => Promise<readonly string[]>,
  typed: readonly TypedText[],
): readonly Scenario[] {
  let saves = 0;
  const saveOf = (token: string) => {
    saves += 1;
    const headers = { ...cookieOf(token), ...saveHeaders('tab', saves + 1) };
    return requestOf(answer, { headers, payload: { preferred_name: `Addie ${saves}` } });
  };
  const profileOf = (token: string) => requestOf(profile, { headers: cookieOf(token) });

  /** Each caller is one person, who calls repeatedly and in every batch. */
  const repeated = (callOf: (token: string) => ApiRequest): Scenario['prepare'] => {
    const people: string[] = [];
    return async (count, callers) => {
      people.push(...(await make(Math.max(0, callers - people.length))));
      return sequence(count, (number) => callOf(people[number % callers] ?? ''));
    };
  };

  let offset = 0;
  const lookUp: Scenario['prepare'] = async (count) => {
    const texts = sequence(count, (number) => typed[(offset + number * SPREAD) % typed.length]);
    offset += count;
    return texts.flatMap((text) => (text ? suggestionsOf(text) : []));
  };

  return [
    { name: 'save', connections: 'calls', prepare: repeated(saveOf) },
    { name: 'profile', connections: 'calls', prepare: repeated(profileOf) },
    { name: 'look-up', connections: 'lookups', prepare: lookUp },
  ];
}
