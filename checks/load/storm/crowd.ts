import { randomUUID } from 'node:crypto';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { keptConnections } from '../../support/http.ts';
import { networkOf, Person } from '../../support/person.ts';

interface KnownPerson {
  readonly email: string;
  /** Whether the draft can be submitted as it is. */
  readonly isComplete: boolean;
  /** The token of an open session. */
  readonly session?: string | undefined;
}

export interface Applicant extends KnownPerson {
  readonly browser: Person;
  readonly client: Person['client'];
  /** The id of the browser's tab, and its count of saves. */
  readonly tab: string;
  saves: number;
}

/** The people who are at work, by their progress, and those who aren't logged in. A person who is taken is busy until given back. */
export class Crowd {
  readonly #url: string;
  readonly #agent: ReturnType<typeof keptConnections>;
  readonly #away: KnownPerson[];
  readonly drafting: Applicant[] = [];
  readonly finishing: Applicant[] = [];
  /** People who see the completion page. */
  readonly submitted: Applicant[] = [];
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
  #begin(known: KnownPerson): Applicant {
    const network = { 'x-forwarded-for': networkOf(this.#networks++) };
    const browser = new Person(this.#url, known.email, this.#agent, network);
    if (known.session !== undefined) browser.client.cookies.set(SESSION_COOKIE, known.session);
    return { ...known, browser, client: browser.client, tab: randomUUID(), saves: 0 };
  }

  /** A person without an account. Their address is unique, since it contains the name of the run. */
  beginNewcomer(run: string): Applicant {
    return this.#begin({ email: `storm.${run}.${this.#newcomers++}@mail.example`, isComplete: false });
  }

  /** Takes a person of the season who isn't logged in. */
  takeAway(): Applicant | undefined {
    const known = this.#away.shift();
    return known && this.#begin(known);
  }

  /** Returns a person who has logged out, or couldn't log in. */
  leave({ email, isComplete }: KnownPerson): void {
    this.#away.push({ email, isComplete });
  }

  /** Takes the person at work who has waited longest: four of five times somebody with much left to fill in. */
  takeAtWork(): Applicant | undefined {
    this.#turn += 1;
    const [first, other] = this.#turn % 5 === 0 ? [this.finishing, this.drafting] : [this.drafting, this.finishing];
    return first.shift() ?? other.shift();
  }

  giveBack(person: Applicant): void {
    (person.isComplete ? this.finishing : this.drafting).push(person);
  }
}
