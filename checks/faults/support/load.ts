import { setTimeout as sleep } from 'node:timers/promises';
import { sumOf } from '../../support/numbers.ts';
import { Person, type Place } from '../../support/person.ts';
import { waitFor } from '../../support/processes.ts';
import { KEYS_OF_TABS, Tab } from './tab.ts';

const SAVE_PAUSE_MS = 100;
const LOGIN_PAUSE_MS = 1_000;
const SUBMIT_PAUSE_MS = 1_500;
const RETRY_AFTER_MS = 200;

export interface LoadOptions extends Place {
  readonly applicants?: number;
  /** How many may submit while the load runs; each does so once. */
  readonly submitters?: number;
  /** Other names of keys in another form that may serve. */
  readonly otherNames?: Readonly<Record<string, string>>;
}

/** Applicants at pages of another form. */
export interface OtherPages extends Place {
  readonly applicants: number;
  readonly keys: readonly string[];
  readonly release: string;
  readonly otherNames: Readonly<Record<string, string>>;
}

/** What was acknowledged at a moment: the last number of each tab, and the confirmation numbers. */
export interface Acknowledged {
  readonly tabs: ReadonlyMap<Tab, number>;
  readonly numbers: ReadonlyMap<Person, string>;
}

/** Repeats a call until it is done: for reading back what is there. */
const insist = <T>(what: string, work: () => Promise<T>): Promise<T> =>
  waitFor(what, () => work().catch(() => undefined), { everyMs: RETRY_AFTER_MS });

/** Applicants who save in two tabs each, log in and submit, one call after the other, and remember what was acknowledged. */
export class Load {
  tabs: readonly Tab[];
  #applicants: readonly Person[];
  readonly #submitters: readonly Person[];
  readonly #numbers = new Map<Person, string>();
  #running: Promise<unknown>;
  #isOver = false;
  #logins = 0;
  /** The longest recovery so far, in seconds. */
  worstRecovery = 0;

  /** Makes the accounts and begins. */
  static async start({ applicants = 6, submitters = 10, otherNames = {}, ...place }: LoadOptions): Promise<Load> {
    const writers = await Person.registerAll(place, applicants);
    const completed = await Person.registerAll(place, submitters, 'submitter');
    const visitor = await Person.register(place, 'ada.visitor@mail.example');
    for (const person of completed) await person.fillIn();
    return new Load(writers, completed, visitor, otherNames);
  }

  private constructor(
    applicants: readonly Person[],
    submitters: readonly Person[],
    visitor: Person,
    otherNames: Readonly<Record<string, string>>,
  ) {
    this.#applicants = applicants;
    this.#submitters = submitters;
    this.tabs = applicants.flatMap((person) =>
      KEYS_OF_TABS.map((keys) => new Tab({ person, keys, pauseMs: SAVE_PAUSE_MS, otherNames })),
    );
    this.#running = Promise.all([
      ...this.tabs.map((tab) => tab.write(() => this.#isOver)),
      this.#logIn(visitor),
      this.#submit(),
    ]);
  }

  /** Adds applicants who save in one tab each, at pages of another form. */
  async addPages({ applicants, keys, release, otherNames, ...place }: OtherPages): Promise<void> {
    const people = await Person.registerAll(place, applicants, 'newcomer');
    const tabs = people.map((person) => new Tab({ person, keys, pauseMs: SAVE_PAUSE_MS, release, otherNames }));
    this.#applicants = [...this.#applicants, ...people];
    this.tabs = [...this.tabs, ...tabs];
    this.#running = Promise.all([this.#running, ...tabs.map((tab) => tab.write(() => this.#isOver))]);
  }

  async #logIn(visitor: Person): Promise<void> {
    while (!this.#isOver) {
      const isIn = await visitor.logIn().then(
        () => true,
        () => false,
      );
      if (isIn) this.#logins += 1;
      await sleep(isIn ? LOGIN_PAUSE_MS : RETRY_AFTER_MS);
    }
  }

  async #submit(): Promise<void> {
    for (const person of this.#submitters) {
      while (!this.#isOver && !this.#numbers.has(person)) {
        const number = await person.submit().catch(() => undefined);
        if (number !== undefined) this.#numbers.set(person, number);
        await sleep(number === undefined ? RETRY_AFTER_MS : SUBMIT_PAUSE_MS);
      }
    }
  }

  /** Who has a confirmation number. */
  get submitted(): readonly string[] {
    return [...this.#numbers.keys()].map(({ address }) => address);
  }

  /** Saves, logins and submissions that were acknowledged. */
  get acknowledged(): number {
    return sumOf(this.tabs.map(({ saves }) => saves)) + this.#logins + this.#numbers.size;
  }

  /** Saves that were not acknowledged, by status; 0 stands for no response. */
  get failures(): ReadonlyMap<number, number> {
    const failures = new Map<number, number>();
    for (const [status, count] of this.tabs.flatMap((tab) => [...tab.failures]))
      failures.set(status, (failures.get(status) ?? 0) + count);
    return failures;
  }

  /** Says that something is about to break. */
  mark(): void {
    for (const tab of this.tabs) tab.mark();
  }

  /** Waits until every tab has a save acknowledged that began after the mark; keeps the longest time from the mark. */
  async recover(): Promise<void> {
    const poll = () => {
      const times = this.tabs.flatMap(({ recoveryMs }) => recoveryMs ?? []);
      return times.length === this.tabs.length ? Math.max(...times) / 1000 : undefined;
    };
    const seconds = await waitFor('A save in each tab', poll, { withinMs: 120_000, everyMs: 20 });
    this.worstRecovery = Math.max(this.worstRecovery, seconds);
  }

  /** What is acknowledged now. */
  acknowledgedSoFar(): Acknowledged {
    return { tabs: new Map(this.tabs.map((tab) => [tab, tab.acknowledged])), numbers: new Map(this.#numbers) };
  }

  /**
   * How many acknowledged answers and submissions are not there; names them. Of what was acknowledged by then, at another
   * address of the product when one is given, where people log in.
   */
  async countLost(then: Acknowledged = this.acknowledgedSoFar(), url?: string): Promise<number> {
    const visit = async (person: Person) => {
      if (url === undefined) return person;
      const there = person.at(url);
      await insist('A login', async () => (await there.logIn()) ?? true);
      return there;
    };
    let lost = 0;
    for (const person of this.#applicants) {
      const there = await visit(person);
      const answers = await insist('The answers', () => there.answers());
      const own = [...then.tabs].filter(([tab]) => tab.person === person);
      const missing = own.flatMap(([tab, acknowledged]) => tab.lostIn(answers, acknowledged));
      if (missing.length > 0) console.log(`  lost: ${missing.join(', ')} of ${person.address}`);
      lost += missing.length;
    }
    for (const [person, number] of then.numbers) {
      const there = await visit(person);
      const { confirmation_number } = await insist('The profile', () => there.profile());
      if (confirmation_number === number) continue;
      console.log(`  lost: the submission of ${person.address}`);
      lost += 1;
    }
    return lost;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}
