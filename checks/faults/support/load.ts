import { setTimeout as sleep } from 'node:timers/promises';
import { Applicant } from '../../support/applicant.ts';
import type { Mailbox } from '../../support/mail-server.ts';
import { KEYS_OF_TABS, Tab } from './tab.ts';

const SAVE_PAUSE_MS = 100;
const LOGIN_PAUSE_MS = 1_000;
const SUBMIT_PAUSE_MS = 1_500;
const RETRY_AFTER_MS = 200;
const RECOVERS_WITHIN_MS = 120_000;
const READS_WITHIN_MS = 60_000;

export interface LoadOptions {
  readonly url: string;
  readonly mailbox: Mailbox;
  readonly applicants?: number;
  /** How many may submit while the load runs; each does so once. */
  readonly submitters?: number;
}

/** What was acknowledged at a moment: the last number of each tab, and the confirmation numbers. */
export interface Acknowledged {
  readonly tabs: ReadonlyMap<Tab, number>;
  readonly numbers: ReadonlyMap<Applicant, string>;
}

export interface LoadCounts {
  /** Saves, logins and submissions that were acknowledged. */
  readonly acknowledged: number;
  readonly saves: number;
  readonly logins: number;
  readonly submissions: number;
  /** Saves that were not acknowledged, by status; 0 stands for no response. */
  readonly failedSaves: ReadonlyMap<number, number>;
}

/** Repeats a call until it is done: for what must come in the end, such as a look at what is there. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + READS_WITHIN_MS; ; await sleep(RETRY_AFTER_MS)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until) throw error;
    }
  }
}

/** Applicants who save in two tabs each, log in and submit, one call after the other, and remember what was acknowledged. */
export class Load {
  readonly tabs: readonly Tab[];
  readonly #applicants: readonly Applicant[];
  readonly #submitters: readonly Applicant[];
  readonly #numbers = new Map<Applicant, string>();
  readonly #running: Promise<unknown>;
  #isOver = false;
  #logins = 0;

  /** Makes the accounts and begins. */
  static async start({ url, mailbox, applicants = 6, submitters = 10 }: LoadOptions): Promise<Load> {
    const people = async (name: string, count: number) => {
      const registered: Applicant[] = [];
      // A few at a time: a web server refuses logins when many passwords wait to be hashed.
      while (registered.length < count) {
        const numbers = Array.from(
          { length: Math.min(4, count - registered.length) },
          (_, at) => registered.length + at,
        );
        const register = (number: number) => Applicant.register(url, mailbox, `ada.${name}.${number}@mail.example`);
        registered.push(...(await Promise.all(numbers.map(register))));
      }
      return registered;
    };
    const writers = await people('testperson', applicants);
    const completed = await people('submitter', submitters);
    const [visitor] = await people('visitor', 1);
    for (const one of completed) await one.fillIn();
    if (visitor === undefined) throw new Error('Nobody is there to log in.');
    return new Load(writers, completed, visitor);
  }

  private constructor(applicants: readonly Applicant[], submitters: readonly Applicant[], visitor: Applicant) {
    this.#applicants = applicants;
    this.#submitters = submitters;
    this.tabs = applicants.flatMap((applicant) =>
      KEYS_OF_TABS.map((keys) => new Tab({ applicant, keys, pauseMs: SAVE_PAUSE_MS })),
    );
    this.#running = Promise.all([
      ...this.tabs.map((tab) => tab.write(() => this.#isOver)),
      this.#logIn(visitor),
      this.#submit(),
    ]);
  }

  async #logIn(visitor: Applicant): Promise<void> {
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
    for (const one of this.#submitters) {
      while (!this.#isOver && !this.#numbers.has(one)) {
        const number = await one.submit().catch(() => undefined);
        if (number !== undefined) this.#numbers.set(one, number);
        await sleep(number === undefined ? RETRY_AFTER_MS : SUBMIT_PAUSE_MS);
      }
    }
  }

  /** Who has a confirmation number. */
  get submitted(): readonly string[] {
    return [...this.#numbers.keys()].map((one) => one.address);
  }

  get counts(): LoadCounts {
    const saves = this.tabs.reduce((sum, tab) => sum + tab.saves, 0);
    const submissions = this.#numbers.size;
    const failedSaves = new Map<number, number>();
    for (const [status, count] of this.tabs.flatMap((tab) => [...tab.failures])) {
      failedSaves.set(status, (failedSaves.get(status) ?? 0) + count);
    }
    return {
      acknowledged: saves + this.#logins + submissions,
      saves,
      logins: this.#logins,
      submissions,
      failedSaves,
    };
  }

  /** Says that something is about to break. */
  mark(): void {
    for (const tab of this.tabs) tab.mark();
  }

  /** Waits until every tab has a save acknowledged that began after the mark. Returns the longest time from the mark, in seconds. */
  async recover(): Promise<number> {
    for (const until = performance.now() + RECOVERS_WITHIN_MS; performance.now() < until; await sleep(20)) {
      const times = this.tabs.map((tab) => tab.recoveryMs);
      if (times.every((time) => time !== undefined)) return Math.max(...times) / 1000;
    }
    throw new Error('Some tabs cannot save any more.');
  }

  /** What is acknowledged now. */
  acknowledgedSoFar(): Acknowledged {
    return { tabs: new Map(this.tabs.map((tab) => [tab, tab.acknowledged])), numbers: new Map(this.#numbers) };
  }

  /** How many acknowledged answers and submissions are not there now; names them. */
  async countLost(): Promise<number> {
    return this.countLostAt(undefined, this.acknowledgedSoFar());
  }

  /** The same of what was acknowledged by then, at another address of the product when one is given; people log in there. */
  async countLostAt(url: string | undefined, { tabs, numbers }: Acknowledged): Promise<number> {
    const visit = async (applicant: Applicant) => {
      if (url === undefined) return applicant;
      const there = applicant.at(url);
      await insist(() => there.logIn());
      return there;
    };
    let lost = 0;
    for (const applicant of this.#applicants) {
      const there = await visit(applicant);
      const answers = await insist(() => there.answers());
      const own = [...tabs].filter(([tab]) => tab.applicant === applicant);
      const missing = own.flatMap(([tab, acknowledged]) => tab.lostIn(answers, acknowledged));
      if (missing.length > 0) console.log(`  lost: ${missing.join(', ')} of ${applicant.address}`);
      lost += missing.length;
    }
    for (const [one, number] of numbers) {
      const there = await visit(one);
      const { confirmation_number } = await insist(() => there.profile());
      if (confirmation_number === number) continue;
      console.log(`  lost: the submission of ${one.address}`);
      lost += 1;
    }
    return lost;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}
