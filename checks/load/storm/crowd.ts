import { randomUUID } from 'node:crypto';
import type http from 'node:http';
import { type Client, createClient } from '@firstyear/api-client';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { type HttpResponse, httpSend, keptConnections } from '../../support/http.ts';

/** Somebody of the season. */
export interface KnownPerson {
  readonly email: string;
  /** Whether the draft could be submitted as it is. */
  readonly isComplete: boolean;
  /** The token of a session that is open already. */
  readonly session?: string | undefined;
}

/** Somebody at a browser. */
export interface Person extends KnownPerson {
  readonly client: Client<HttpResponse>;
  /** The id of the browser's tab, and its count of saves. */
  readonly tab: string;
  saves: number;
}

/** Networks for tests of performance (RFC 2544), one for each person. */
const networkOf = (number: number) => `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;

/** Who is at work, and who is not logged in. Who was taken is busy until given back, so that nobody does two things at once. */
export class Crowd {
  readonly #url: string;
  readonly #agent: http.Agent;
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
    for (const known of people) if (known.session !== undefined) this.giveBack(this.begin(known));
  }

  /** Opens a browser for somebody, in a network of its own. */
  begin(known: KnownPerson): Person {
    const headers = {
      origin: new URL(this.#url).origin,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': networkOf(this.#networks++),
    };
    const client = createClient({ send: httpSend(this.#url, this.#agent), headers: () => headers });
    if (known.session !== undefined) client.cookies.set(SESSION_COOKIE, known.session);
    return { ...known, client, tab: randomUUID(), saves: 0 };
  }

  /** Somebody who has no account yet, with an address that nobody else has. `run` is a part of it. */
  beginNewcomer(run: string): Person {
    return this.begin({ email: `storm.${run}.${this.#newcomers++}@mail.example`, isComplete: false });
  }

  /** Somebody of the season who is not logged in; nobody when all are. */
  takeAway(): Person | undefined {
    const known = this.#away.shift();
    return known && this.begin(known);
  }

  /** Somebody who has logged out, or could not log in, may come again later. */
  leave({ email, isComplete }: KnownPerson): void {
    this.#away.push({ email, isComplete });
  }

  /** The one who has waited longest: of five, four have much left to fill in. */
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

  /** Somebody has submitted and looks at the completion page. */
  keepSubmitted(person: Person): void {
    this.#submitted.push(person);
  }

  /** Somebody who leaves, when more than so many have much left to fill in, or have submitted. */
  takeLeaving(maximum: number): Person | undefined {
    if (this.#drafting.length > maximum) return this.#drafting.shift();
    return this.#submitted.length > maximum ? this.#submitted.shift() : undefined;
  }
}
