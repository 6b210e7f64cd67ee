import { randomUUID } from 'node:crypto';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { keptConnections } from '../../support/http.ts';
import { clientOf } from '../../support/person.ts';

/** A person of the season. */
interface KnownPerson {
  readonly email: string;
  /** Whether the draft can be submitted as it is. */
  readonly isComplete: boolean;
  /** The token of an open session. */
  readonly session?: string | undefined;
}

/** A person at a browser. */
export interface Person extends KnownPerson {
  readonly client: ReturnType<typeof clientOf>;
  /** The id of the browser's tab, and its count of saves. */
  readonly tab: string;
  saves: number;
}

/** An address for each person, from the networks for performance tests (RFC 2544). */
const networkOf = (number: number) => `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;

/** The people who are at work, by their progress, and those who aren't logged in. A person who is taken is busy until given back. */
export class Crowd {
  readonly #url: string;
  readonly #agent: ReturnType<typeof keptConnections>;
  readonly #away: KnownPerson[];
  readonly drafting: Person[] = [];
  readonly finishing: Person[] = [];
  /** People who see the completion page. */
  readonly submitted: Person[] = [];
  #networks = 0;
  #newcomers = 0;
  #turn = 0;

  constructor(url: string, people: readonly KnownPerson[]) {
    this.#url = url;
    this.#agent = keptConnections(url);
    this.#away = people.filter(({ session }) => session === undefined);
    for (const known of people) if (known.session !== undefined) this.giveBack(this.#begin(known));
  }

  /** Opens a browser for a person, in their own network. */
  #begin(known: KnownPerson): Person {
    const client = clientOf(this.#url, this.#agent, { 'x-forwarded-for': networkOf(this.#networks++) });
    if (known.session !== undefined) client.cookies.set(SESSION_COOKIE, known.session);
    return { ...known, client, tab: randomUUID(), saves: 0 };
  }

  /** A person without an account. Their address is unique, since it contains the name of the run. */
  beginNewcomer(run: string): Person {
    return this.#begin({ email: `storm.${run}.${this.#newcomers++}@mail.example`, isComplete: false });
  }

  /** Takes a person of the season who isn't logged in. */
  takeAway(): Person | undefined {
    const known = this.#away.shift();
    return known && this.#begin(known);
  }

  /** Returns a person who has logged out, or couldn't log in. */
  leave({ email, isComplete }: KnownPerson): void {
    this.#away.push({ email, isComplete });
  }

  /** Takes the person at work who has waited longest: four of five times somebody with much left to fill in. */
  takeAtWork(): Person | undefined {
    this.#turn += 1;
    const [first, other] = this.#turn % 5 === 0 ? [this.finishing, this.drafting] : [this.drafting, this.finishing];
    return first.shift() ?? other.shift();
  }

  giveBack(person: Person): void {
    (person.isComplete ? this.finishing : this.drafting).push(person);
  }
}
