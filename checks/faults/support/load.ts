import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerError } from '@firstyear/api-client/errors';
import type { Run } from '../../support/command.ts';
import { sumOf } from '../../support/numbers.ts';
import { Person, type Place } from '../../support/person.ts';
import { retry, waitFor } from '../../support/processes.ts';

const SAVE_PAUSE_MS = 100;
const SAVE_RETRY_MS = 50;
const LOGIN_PAUSE_MS = 1_000;
const SUBMIT_PAUSE_MS = 1_500;
const RETRY_MS = 200;

/** The questions of an applicant's two tabs. */
const KEYS_OF_TABS = [
  ['first_name', 'middle_name'],
  ['last_name', 'preferred_name'],
] as const;

interface TabOptions {
  readonly person: Person;
  readonly keys: readonly string[];
  readonly pauseMs: number;
  /** The release of its page's form, as in FORM_RELEASE_HEADER. */
  readonly release?: string;
  /** The keys of its questions in other releases of the form. */
  readonly otherNames?: Readonly<Record<string, string>>;
}

/**
 * A browser tab that saves increasing numbers as its answers, and remembers the last acknowledged one. After a failure it saves
 * the next number, like somebody who keeps typing.
 */
class Tab {
  readonly options: TabOptions;
  readonly #id = randomUUID();
  #written = 0;
  acknowledged = 0;
  /** Saves that failed, by status; 0 means no response. */
  readonly failures = new Map<number, number>();
  /** Milliseconds of each acknowledged save. */
  readonly times: number[] = [];
  #markedAt = 0;
  #recoveredAt: number | undefined;

  constructor(options: TabOptions) {
    this.options = options;
  }

  /** Starts to measure a recovery. */
  mark(): void {
    this.#markedAt = performance.now();
    this.#recoveredAt = undefined;
  }

  /** Milliseconds from the mark to the first acknowledgment of a save that began after it. */
  get recoveryMs(): number | undefined {
    return this.#recoveredAt === undefined ? undefined : this.#recoveredAt - this.#markedAt;
  }

  async write(isOver: () => boolean): Promise<void> {
    const { person, keys, release, pauseMs } = this.options;
    while (!isOver()) {
      this.#written += 1;
      const number = this.#written;
      const startedAt = performance.now();
      try {
        const answers = Object.fromEntries(keys.map((key) => [key, String(number)]));
        await person.save(answers, { tab: this.#id, number }, release);
        this.acknowledged = number;
        const now = performance.now();
        this.times.push(now - startedAt);
        if (startedAt >= this.#markedAt) this.#recoveredAt ??= now;
        await sleep(pauseMs);
      } catch (error) {
        const status = error instanceof ServerError ? error.status : 0;
        this.failures.set(status, (this.failures.get(status) ?? 0) + 1);
        await sleep(SAVE_RETRY_MS);
      }
    }
  }

  /** The questions whose stored answer is older than an acknowledged one. */
  findLost(answers: Readonly<Record<string, unknown>>, acknowledged: number): readonly string[] {
    const { keys, otherNames = {} } = this.options;
    const storedAt = (key: string) => answers[key] ?? answers[otherNames[key] ?? ''] ?? 0;
    return keys.filter((key) => Number(storedAt(key)) < acknowledged);
  }
}

export interface LoadOptions extends Pick<TabOptions, 'otherNames'>, Partial<Pick<TabOptions, 'pauseMs'>> {
  readonly applicants?: number;
  /** How many submit while the load runs. */
  readonly submitters?: number;
  readonly hasVisitor?: boolean;
}

/** The acknowledgments until a moment: the last number of each tab, and the confirmation numbers. */
export interface Acknowledged {
  readonly tabs: ReadonlyMap<Tab, number>;
  readonly numbers: ReadonlyMap<Person, string>;
}

/** Applicants who save in two tabs each, log in and submit, and remember the acknowledgments. */
export class Load {
  readonly tabs: Tab[] = [];
  readonly #numbers = new Map<Person, string>();
  readonly #running: Promise<void>[] = [];
  #isOver = false;
  #logins = 0;
  /** The longest recovery so far, in seconds. */
  worstRecovery = 0;

  /** Makes the accounts and starts the load, which stops when the run ends. */
  static async start(run: Run, place: Place, options: LoadOptions = {}): Promise<Load> {
    const { applicants = 6, submitters = 10, hasVisitor = true, pauseMs = SAVE_PAUSE_MS, otherNames = {} } = options;
    const writers = await Person.registerAll(place, applicants);
    const completed = await Person.registerAll(place, submitters, 'submitter');
    const visitor = hasVisitor ? await Person.register(place, 'ada.visitor@mail.example') : undefined;
    for (const person of completed) await person.fillIn();
    const load = new Load();
    run.onEnd(() => load.stop());
    load.#open(writers.flatMap((person) => KEYS_OF_TABS.map((keys) => ({ person, keys, pauseMs, otherNames }))));
    load.#running.push(load.#submit(completed));
    if (visitor) load.#running.push(load.#logIn(visitor));
    return load;
  }

  #open(tabs: readonly TabOptions[]): void {
    for (const options of tabs) {
      const tab = new Tab(options);
      this.tabs.push(tab);
      this.#running.push(tab.write(() => this.#isOver));
    }
  }

  /** Adds applicants who save in one tab each, at pages of another release of the form. */
  async addPages(place: Place, applicants: number, options: Omit<TabOptions, 'person' | 'pauseMs'>): Promise<void> {
    const people = await Person.registerAll(place, applicants, 'newcomer');
    this.#open(people.map((person) => ({ person, pauseMs: SAVE_PAUSE_MS, ...options })));
  }

  async #logIn(visitor: Person): Promise<void> {
    while (!this.#isOver) {
      const isIn = await succeeds(visitor.logIn());
      if (isIn) this.#logins += 1;
      await sleep(isIn ? LOGIN_PAUSE_MS : RETRY_MS);
    }
  }

  async #submit(people: readonly Person[]): Promise<void> {
    for (const person of people)
      while (!this.#isOver && !this.#numbers.has(person)) {
        const number = await person.submit().catch(() => undefined);
        if (number !== undefined) this.#numbers.set(person, number);
        await sleep(number === undefined ? RETRY_MS : SUBMIT_PAUSE_MS);
      }
  }

  /** The addresses of the people who have a confirmation number. */
  get submitted(): readonly string[] {
    return [...this.#numbers.keys()].map(({ address }) => address);
  }

  get saves(): number {
    return sumOf(this.tabs.map(({ times }) => times.length));
  }

  /** Acknowledged saves, logins and submissions. */
  get acknowledged(): number {
    return this.saves + this.#logins + this.#numbers.size;
  }

  /** Saves that failed, by status; 0 means no response. */
  get failures(): ReadonlyMap<number, number> {
    const failures = new Map<number, number>();
    for (const [status, count] of this.tabs.flatMap((tab) => [...tab.failures]))
      failures.set(status, (failures.get(status) ?? 0) + count);
    return failures;
  }

  get failed(): number {
    return sumOf([...this.failures.values()]);
  }

  /** The problem, if failed saves got other statuses than these. */
  otherStatuses(...expected: readonly number[]): string | false {
    const statuses = [...this.failures.keys()].filter((status) => !expected.includes(status));
    return statuses.length > 0 && `Saves got ${statuses.join(', ')}.`;
  }

  /** Starts to measure a recovery. */
  mark(): void {
    for (const tab of this.tabs) tab.mark();
  }

  /** Waits until every tab has an acknowledged save that began after the mark; keeps the longest time. */
  async recover(): Promise<void> {
    const poll = () => {
      const times = this.tabs.flatMap(({ recoveryMs }) => recoveryMs ?? []);
      return times.length === this.tabs.length ? Math.max(...times) / 1000 : undefined;
    };
    const seconds = await waitFor('A save in each tab', poll, { withinMs: 120_000, everyMs: 20 });
    this.worstRecovery = Math.max(this.worstRecovery, seconds);
  }

  acknowledgedSoFar(): Acknowledged {
    return { tabs: new Map(this.tabs.map((tab) => [tab, tab.acknowledged])), numbers: new Map(this.#numbers) };
  }

  /**
   * Counts and prints acknowledged answers and submissions that are lost: all so far, or those of an earlier moment; at the
   * product itself, or after logging in at another address.
   */
  async countLost(expected: Acknowledged = this.acknowledgedSoFar(), url?: string): Promise<number> {
    const read = async (person: Person) => {
      const reader = url === undefined ? person : person.at(url);
      if (url !== undefined) await retry('A login', () => reader.logIn(), { everyMs: RETRY_MS });
      return retry('The profile', () => reader.profile(), { everyMs: RETRY_MS });
    };
    const lost: string[] = [];
    for (const [person, tabs] of Map.groupBy(expected.tabs, ([tab]) => tab.options.person)) {
      const { answer } = await read(person);
      const keys = tabs.flatMap(([tab, acknowledged]) => tab.findLost(answer, acknowledged));
      lost.push(...keys.map((key) => `${key} of ${person.address}`));
    }
    for (const [person, number] of expected.numbers)
      if ((await read(person)).confirmation_number !== number) lost.push(`the submission of ${person.address}`);
    for (const item of lost) console.log(`  lost: ${item}`);
    return lost.length;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }
}

export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
