import type { UnsavedAnswer } from './unsaved.ts';

/** What is wrong with answers that the server did not take, by key, in words for the applicant. */
export type RefusedAnswers = Readonly<Record<string, string>>;

/** An answer that the server did not take, and why, in words for the applicant. */
export interface Refusal {
  readonly answer: UnsavedAnswer;
  readonly messages: readonly string[];
}

/** The answers that the server did not take, by key, until they are given again. */
export interface Refusals {
  all(): ReadonlyMap<string, Refusal>;
  add(added: ReadonlyMap<string, Refusal>): void;
  remove(key: string): void;
  clear(): void;
  /** Runs listener after each change. Returns how to stop. */
  subscribe(listener: () => void): () => void;
}

export function createRefusals(): Refusals {
  let refusals: ReadonlyMap<string, Refusal> = new Map();
  const listeners = new Set<() => void>();
  const replace = (next: ReadonlyMap<string, Refusal>) => {
    refusals = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    all: () => refusals,
    add: (added) => {
      if (added.size > 0) replace(new Map([...refusals, ...added]));
    },
    remove: (key) => {
      if (refusals.has(key)) replace(new Map([...refusals].filter(([one]) => one !== key)));
    },
    clear: () => {
      if (refusals.size > 0) replace(new Map());
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
