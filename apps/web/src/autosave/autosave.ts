import type { Answers } from '@firstyear/form-engine';
import type { Clock } from '@firstyear/ui/clock.ts';
import { useRequired } from '@firstyear/ui/hooks.ts';
import { createContext } from 'react';
import type { AnswerStore } from '../answers/answer-store.ts';
import type { RefusedAnswers, UnsavedAnswers } from '../answers/outbox.ts';
import { retryDelay } from '../api/retry-delay.ts';

/** Milliseconds after the last key until a change goes out, and at most after the first one. */
const SAVE_DELAY_MS = 800;
const SAVE_MAX_WAIT_MS = 4000;

/** What a save says about itself (the headers of PUT /api/answer in the contract). */
export interface SaveStamp {
  /** Id of this browser tab. */
  readonly client: string;
  /** Grows with every save of the tab. */
  readonly sequence: number;
  /** How long ago, in milliseconds, the newest of the answers was typed. */
  readonly age: number;
  /** Which release of the form they were typed into; see releaseOf(). */
  readonly release: string;
}

/**
 * What a failed save means: the session is gone, the application is locked, the server is too busy for now, or it is
 * worth another try for any other reason.
 */
export type SaveFailure = 'no-session' | 'locked' | 'busy' | 'retry';

/** Whether another try may succeed, which is then made by itself. */
export const isTriedAgain = (failure: SaveFailure): failure is 'busy' | 'retry' =>
  failure === 'busy' || failure === 'retry';

export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  /** at: milliseconds since 1970. */
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'failed'; readonly error: unknown; readonly failure: SaveFailure };

export interface AutosaveOptions {
  readonly store: AnswerStore;
  /** PUT /api/answer. Resolves, with what was refused, when the server has acknowledged the rest; rejects otherwise. */
  readonly put: (
    answers: Answers,
    stamp: SaveStamp,
    options: { readonly keepalive: boolean },
  ) => Promise<RefusedAnswers>;
  readonly clock: Clock;
  /** A random id of this browser tab. */
  readonly client: string;
  readonly failureOf: (error: unknown) => SaveFailure;
  /** How many milliseconds the server asks to wait before the next try; nothing when it does not say. */
  readonly retryAfterOf: (error: unknown) => number | undefined;
  /** A new random number from 0 to below 1 each time, so that browsers don't come back at the same moment. */
  readonly random: () => number;
  /** Told once when a save finds the session gone or the application locked; saving has stopped by then. */
  readonly onStopped?: (failure: 'no-session' | 'locked', error: unknown) => void;
}

export interface Autosave {
  /** Someone is logged in and the saved answers are loaded: changes go out from now on, waiting ones at once. */
  start(): void;
  /** Logged out: nothing goes out any more. */
  stop(): void;
  /** Resolves when everything typed so far is acknowledged, rejects with the error when it cannot be. Nothing to do while stopped. */
  saveNow(): Promise<void>;
  /** Sends what is waiting now, without waiting for the response (blur, network back, "retry"). */
  flush(): void;
  /** The page is being hidden or left: sends what is waiting in a request that outlives the page. */
  flushOnLeave(): void;
  state(): SaveState;
  subscribe(listener: () => void): () => void;
}

const AutosaveContext = createContext<Autosave | null>(null);
export const AutosaveProvider = AutosaveContext.Provider;

export function useAutosave(): Autosave {
  return useRequired(AutosaveContext, 'autosave');
}

export function createAutosave(options: AutosaveOptions): Autosave {
  const { store, put, clock, client, failureOf, retryAfterOf, random, onStopped } = options;
  let isRunning = false;
  let state: SaveState = { kind: 'idle' };
  let sequence = 0;
  let failures = 0;
  let inFlight: Promise<void> | undefined;
  let cancelTimer = () => {};
  let cancelMaxWait: (() => void) | undefined;
  let seenRevision = store.revision();
  const listeners = new Set<() => void>();

  const become = (next: SaveState) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const cancelTimers = () => {
    cancelTimer();
    cancelTimer = () => {};
    cancelMaxWait?.();
    cancelMaxWait = undefined;
  };

  const stampOf = (unsaved: UnsavedAnswers): SaveStamp => {
    sequence += 1;
    return { client, sequence, age: Math.max(0, clock.now() - unsaved.newestAt), release: unsaved.release };
  };

  const fail = (error: unknown) => {
    const failure = failureOf(error);
    become({ kind: 'failed', error, failure });
    if (isTriedAgain(failure)) {
      const delay = retryDelay(failures, retryAfterOf(error), random());
      failures += 1;
      cancelTimer();
      cancelTimer = clock.after(delay, sendQuietly);
      return;
    }
    isRunning = false;
    cancelTimers();
    onStopped?.(failure, error);
  };

  /** Everything is acknowledged, perhaps by a request that outlived the page: a failure before it is over. */
  const settle = () => {
    failures = 0;
    cancelTimers();
    if (isRunning && state.kind !== 'idle') become({ kind: 'saved', at: clock.now() });
  };

  /** One request with the oldest batch that waits; the next follows it. Rejects when it fails. */
  const send = (): Promise<void> => {
    const [unsaved] = store.unsavedBatches();
    if (!unsaved) {
      settle();
      return Promise.resolve();
    }
    cancelTimers();
    if (state.kind !== 'failed') become({ kind: 'saving' });
    const request = put(unsaved.answers, stampOf(unsaved), { keepalive: false })
      .then((refused) => {
        failures = 0;
        store.acknowledge(unsaved, refused);
        if (isRunning) become({ kind: 'saved', at: clock.now() });
      })
      .catch((error: unknown) => {
        if (isRunning) fail(error);
        throw error;
      })
      .finally(() => {
        inFlight = undefined;
        const [rest] = store.unsavedBatches();
        if (!isRunning || state.kind === 'failed' || !rest) return;
        if (clock.now() - rest.newestAt >= SAVE_DELAY_MS) sendQuietly();
        else schedule();
      });
    inFlight = request;
    return request;
  };

  function sendQuietly(): void {
    if (!isRunning || inFlight) return;
    // A failure is in the state already, with its next try.
    send().catch(() => {});
  }

  function schedule(): void {
    cancelTimer();
    cancelTimer = clock.after(SAVE_DELAY_MS, sendQuietly);
    cancelMaxWait ??= clock.after(SAVE_MAX_WAIT_MS, sendQuietly);
  }

  store.subscribe(null, () => {
    if (store.revision() === seenRevision) return;
    seenRevision = store.revision();
    // After a failure the next try is planned already, and takes the newer answers along.
    if (isRunning && !inFlight && state.kind !== 'failed' && store.unsaved()) schedule();
  });

  return {
    start: () => {
      isRunning = true;
      failures = 0;
      become({ kind: 'idle' });
      sendQuietly();
    },
    stop: () => {
      isRunning = false;
      cancelTimers();
      become({ kind: 'idle' });
    },
    saveNow: async () => {
      if (!isRunning) return;
      store.commitDrafts();
      const revision = store.revision();
      // What is under way may fail; then this try is the one that counts.
      if (inFlight) await inFlight.catch(() => {});
      while (store.isUnsavedUpTo(revision)) {
        if (!isRunning) throw state.kind === 'failed' ? state.error : new Error('Saving was stopped.');
        await (inFlight ?? send());
      }
    },
    flush: () => {
      store.commitDrafts();
      if (!isRunning || inFlight || !store.unsaved()) return;
      become({ kind: 'saving' });
      sendQuietly();
    },
    flushOnLeave: () => {
      store.commitDrafts();
      if (!isRunning) return;
      // Beside a request that may be under way: its sequence is lower, so it never overwrites these.
      for (const unsaved of store.unsavedBatches()) {
        put(unsaved.answers, stampOf(unsaved), { keepalive: true }).then(
          (refused) => {
            store.acknowledge(unsaved, refused);
            if (!inFlight && !store.unsaved()) settle();
          },
          () => {},
        );
      }
    },
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
