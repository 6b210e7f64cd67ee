import { answer, profile, submit } from '@firstyear/api-contract/application';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { login } from '@firstyear/api-contract/identity';
import { lookupFind } from '@firstyear/api-contract/lookup';
import { SAVE_CLIENT_HEADER, SAVE_SEQUENCE_HEADER } from '@firstyear/api-contract/save-headers';
import type { TypedText } from '../lookup/judged-queries.ts';
import type { HttpCall } from './load.ts';
import { PASSWORD, type Person, renamingOf } from './people.ts';
import { renameStatement, type Statement } from './statements.ts';

type Record = (call: HttpCall) => Promise<readonly Statement[]>;

/** So many calls over HTTP, and for as many other calls the statements that they would send. */
export interface Batch {
  readonly calls: readonly HttpCall[];
  readonly statements: readonly (readonly Statement[])[];
}

export interface Scenario {
  readonly name: string;
  /** Calls at most in one batch, where each needs a person of its own or is limited. */
  readonly maxCalls?: number;
  readonly maxCallers?: number;
  /** Batches that are measured; four when not given. */
  readonly rounds?: number;
  /** Which connections the calls use. */
  readonly connections: 'calls' | 'lookups';
  prepare(count: number, callers: number, record: Record): Promise<Batch>;
}

/** A prime: spreads texts over all queries, in another order than they are typed in. */
const SPREAD = 7919;

/** Asks for suggestions to a text. */
export function suggestionsOf({ category, text }: TypedText): HttpCall {
  const query = new URLSearchParams({ category, text });
  return { method: lookupFind.method, path: `${lookupFind.path}?${query}` };
}

const cookieOf = (person: Person) => ({ cookie: `${SESSION_COOKIE}=${person.token}` });
const sequence = <T>(count: number, make: (number: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, number) => make(number));
/** FY26-XXXX-XXXX as a whole value: new for each submission. */
const CONFIRMATION_NUMBER = /FY\d\d-[0-9A-Z]{4}-[0-9A-Z]{4}/g;

/** What is measured: the calls that applicants wait for most. */
export function scenarios({
  make,
  typed,
}: {
  readonly make: (count: number) => Promise<readonly Person[]>;
  readonly typed: readonly TypedText[];
}): readonly Scenario[] {
  let saves = 0;
  const saveOf = (person: Person): HttpCall => {
    saves += 1;
    return {
      ...answer,
      headers: { ...cookieOf(person), [SAVE_CLIENT_HEADER]: 'tab', [SAVE_SEQUENCE_HEADER]: String(saves + 1) },
      body: JSON.stringify({ preferred_name: `Addie ${saves}` }),
    };
  };
  const profileOf = (person: Person): HttpCall => ({ ...profile, headers: cookieOf(person) });
  const loginOf = (person: Person): HttpCall => ({
    ...login,
    body: JSON.stringify({ username: person.email, password: PASSWORD }),
  });
  const submitOf = (person: Person): HttpCall => ({ ...submit, headers: cookieOf(person), body: '{}' });

  /** Each caller is a person who calls again and again: the same people in every batch, so that warming up counts their first calls. */
  const repeated = (callOf: (person: Person) => HttpCall): Scenario['prepare'] => {
    let people: readonly Person[] = [];
    return async (count, callers, record) => {
      if (people.length < callers + 1) people = [...people, ...(await make(callers + 1 - people.length))];
      const [recorded] = people;
      if (!recorded) throw new Error('Nobody was made.');
      const at = (number: number) => people[1 + (number % callers)] ?? recorded;
      // The first call of a session counts it in the database; those after it are what is measured.
      await record(callOf(recorded));
      const statements = await record(callOf(recorded));
      return {
        calls: sequence(count, (number) => callOf(at(number))),
        statements: sequence(count, (number) =>
          statements.map((statement) => renameStatement(statement, renamingOf(recorded, at(number)), undefined)),
        ),
      };
    };
  };

  /** Each call is another person's, once. */
  const once =
    (callOf: (person: Person) => HttpCall): Scenario['prepare'] =>
    async (count, _callers, record) => {
      const [recorded, ...people] = await make(1 + 2 * count);
      if (!recorded) throw new Error('Nobody was made.');
      const statements = await record(callOf(recorded));
      return {
        calls: people.slice(0, count).map(callOf),
        statements: people
          .slice(count)
          .map((person) =>
            statements.map((statement) =>
              renameStatement(statement, renamingOf(recorded, person), CONFIRMATION_NUMBER),
            ),
          ),
      };
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
    // Logins of one network are slowed beyond 300 in an hour, and beyond 40 whose passwords are still being checked.
    { name: 'login', maxCalls: 16, maxCallers: 36, rounds: 2, connections: 'calls', prepare: once(loginOf) },
    { name: 'look-up', connections: 'lookups', prepare: lookUp },
  ];
}
