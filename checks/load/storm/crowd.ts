import { randomUUID } from 'node:crypto';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { keptConnections } from '../../support/http.ts';
import { clientOf } from '../../support/person.ts';

/** A person of the season. */
export interface KnownPerson {
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

/** Networks for performance tests (RFC 2544), one for each person. */
const networkOf = (number: number) => `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;

/** The people who are at work, and those who aren't logged in. A taken person is busy until given back. */
export class Crowd {
  readonly #url: string;
  readonly #agent: ReturnType<typeof keptConnections>;
  readonly #away: KnownPerson[];
  readonly #drafting: Person[] = [];
  readonly #finishing: Person[] = [];
  readonly #submitted: Person[] = [];
  #networks = 0;
  #newcomers = 0;
  #turn = 0;

  constructor(url: string, people: readonly KnownPerson[]) {
    this.#url = url;
    this.#agent = keptConnections(url);
    this.#away = people.filter(({ session }) => session === undefined);
    for (const known of people) if (known.session !== undefined) this.giveBack(this.#begin(known));
  }

  /** Opens a browser for a person, in a network of its own. */
  #begin(known: KnownPerson): Person {
    const client = clientOf(this.#url, this.#agent, { 'x-forwarded-for': networkOf(this.#networks++) });
    if (known.session !== undefined) client.cookies.set(SESSION_COOKIE, known.session);
    return { ...known, client, tab: randomUUID(), saves: 0 };
  }

  /** A person without an account, whose address has the name of the run and is nobody else's. */
  beginNewcomer(run: string): Person {
    return this.#begin({ email: `storm.${run}.${this.#newcomers++}@mail.example`, isComplete: false });
  }

  /** A person of the season who isn't logged in. */
  takeAway(): Person | undefined {
    const known = this.#away.shift();
    return known && this.#begin(known);
  }

  /** A person who has logged out, or couldn't log in, may come again. */
  leave({ email, isComplete }: KnownPerson): void {
    this.#away.push({ email, isComplete });
  }

  /** The person at work who has waited longest: four of five have much left to fill in. */
  takeAtWork(): Person | undefined {
    this.#turn += 1;
    const [first, other] = this.#turn % 5 === 0 ? [this.#finishing, this.#drafting] : [this.#drafting, this.#finishing];
    return first.shift() ?? other.shift();
  }

  takeDrafting(): Person | undefined {
    return this.#drafting.shift();
  }

  takeFinishing(): Person | undefined {
    return this.#finishing.shift();
  }

  takeSubmitted(): Person | undefined {
    return this.#submitted.shift() ?? this.takeDrafting();
  }

  giveBack(person: Person): void {
    (person.isComplete ? this.#finishing : this.#drafting).push(person);
  }

  /** Keeps a person who has submitted and is at the completion page. */
  keepSubmitted(person: Person): void {
    this.#submitted.push(person);
  }

  /** A person who logs out, when more than so many have much left to fill in, or have submitted. */
  takeLeaving(maximum: number): Person | undefined {
    return [this.#drafting, this.#submitted].find(({ length }) => length > maximum)?.shift();
  }
}
