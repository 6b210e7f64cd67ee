import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerError } from '@firstyear/api-client/errors';
import type { Person } from '../../support/person.ts';

const RETRY_AFTER_MS = 50;

/** Each applicant writes in two places at once, as in two tabs. */
export const KEYS_OF_TABS = [
  ['first_name', 'middle_name'],
  ['last_name', 'preferred_name'],
] as const;

export interface TabOptions {
  readonly person: Person;
  readonly keys: readonly string[];
  /** Milliseconds between two saves. */
  readonly pauseMs?: number;
  /** The form of its page, as FORM_RELEASE_HEADER names it. */
  readonly release?: string;
  /** Other names of keys in another form that may serve. */
  readonly otherNames?: Readonly<Record<string, string>>;
}

/**
 * One tab of a browser: writes ever higher numbers into its keys and remembers the last that was acknowledged. A save that
 * fails is sent again with a later number, as when somebody types on.
 */
export class Tab {
  readonly keys: readonly string[];
  readonly person: Person;
  readonly #pauseMs: number;
  readonly #release: string;
  readonly #otherNames: Readonly<Record<string, string>>;
  readonly #id = randomUUID();
  #written = 0;
  acknowledged = 0;
  saves = 0;
  /** How many calls were not acknowledged, by status; 0 stands for no response. */
  readonly failures = new Map<number, number>();
  /** Milliseconds that each acknowledged save took. */
  readonly times: number[] = [];
  #markedAt = 0;
  #recoveredAt: number | undefined;

  constructor({ person, keys, pauseMs = 0, release = '', otherNames = {} }: TabOptions) {
    this.person = person;
    this.keys = keys;
    this.#pauseMs = pauseMs;
    this.#release = release;
    this.#otherNames = otherNames;
  }

  /** From now on, looks for the first save that begins and is acknowledged. */
  mark(): void {
    this.#markedAt = performance.now();
    this.#recoveredAt = undefined;
  }

  /** Milliseconds from the mark to the first acknowledgement of a save begun after it; undefined until it comes. */
  get recoveryMs(): number | undefined {
    return this.#recoveredAt === undefined ? undefined : this.#recoveredAt - this.#markedAt;
  }

  async write(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.#written += 1;
      const number = this.#written;
      const startedAt = performance.now();
      try {
        const answers = Object.fromEntries(this.keys.map((key) => [key, String(number)]));
        await this.person.save(answers, { tab: this.#id, number }, this.#release);
        this.acknowledged = number;
        this.saves += 1;
        const now = performance.now();
        this.times.push(now - startedAt);
        if (startedAt >= this.#markedAt) this.#recoveredAt ??= now;
        if (this.#pauseMs > 0) await sleep(this.#pauseMs);
      } catch (error) {
        // What was not acknowledged may be there or not.
        const status = error instanceof ServerError ? error.status : 0;
        this.failures.set(status, (this.failures.get(status) ?? 0) + 1);
        await sleep(RETRY_AFTER_MS);
      }
    }
  }

  /** Keys that hold neither this acknowledged value nor a later one. */
  lostIn(answers: Readonly<Record<string, unknown>>, acknowledged: number): readonly string[] {
    const valueAt = (key: string) => answers[key] ?? answers[this.#otherNames[key] ?? ''] ?? 0;
    return this.keys.filter((key) => Number(valueAt(key)) < acknowledged);
  }
}
