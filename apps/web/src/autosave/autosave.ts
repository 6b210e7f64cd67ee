import { retryDelay } from '@firstyear/api-client/retry';
import type { Answers } from '@firstyear/form-engine';
import type { Clock } from '@firstyear/ui/clock.ts';
import { createRequired, createValue } from '@firstyear/ui/hooks.ts';
import type { AnswerStore } from '../answers/answer-store.ts';
import type { Outbox, RefusedAnswers, UnsavedAnswers } from '../answers/outbox.ts';
import { hasCode, isUnauthorized, ServerError } from '../api/errors.ts';

/** Milliseconds after the last key until a change goes out, and at most after the first one. */
const SAVE_DELAY_MS = 800;
const SAVE_MAX_WAIT_MS = 4000;

/** The headers of a save (PUT /api/answer in the contract). */
export interface SaveStamp {
  readonly client: string;
  /** Grows with every save of the tab. */
  readonly sequence: number;
  /** Milliseconds since the newest of the answers was typed. */
  readonly age: number;
  /** The release of the form that they were typed into; see releaseOf(). */
  readonly release: string;
}

/** Why a save failed: no session, a locked application, a busy server, or any other reason that is worth a retry. */
export type SaveFailure = 'no-session' | 'locked' | 'busy' | 'retry';

/** Whether the save is retried automatically. */
export const isRetried = (failure: SaveFailure): failure is 'busy' | 'retry' =>
  failure === 'busy' || failure === 'retry';

export function failureOf(error: unknown): SaveFailure {
  if (isUnauthorized(error)) return 'no-session';
  if (hasCode(error, 'overloaded')) return 'busy';
  return hasCode(error, 'locked') ? 'locked' : 'retry';
}

export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  /** at: milliseconds since 1970. */
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'failed'; readonly error: unknown; readonly failure: SaveFailure };

interface AutosaveOptions {
  readonly outbox: Outbox;
  readonly answers: Pick<AnswerStore, 'commitDrafts' | 'subscribe'>;
  /** PUT /api/answer. Resolves with the refused answers once the server has acknowledged the rest. */
  readonly put: (
    answers: Answers,
    stamp: SaveStamp,
    options: { readonly keepalive: boolean },
  ) => Promise<RefusedAnswers>;
  readonly clock: Clock;
  readonly client: string;
  /** A random number from 0 to below 1, so that browsers don't retry at the same moment. */
  readonly random: () => number;
  /** Runs once when a save finds no session or a locked application. Saving has stopped by then. */
  readonly onStopped?: (failure: 'no-session' | 'locked', error: unknown) => void;
}

export function createAutosave(options: AutosaveOptions) {
  const { outbox, answers, put, clock, client, random, onStopped } = options;
  let isRunning = false;
  const state = createValue<SaveState>({ kind: 'idle' });
  const hasFailed = () => state.get().kind === 'failed';
  let sequence = 0;
  let failures = 0;
  let inFlight: Promise<void> | undefined;
  let cancelTimer = () => {};
  let cancelMaxWait: (() => void) | undefined;
  let seenRevision = outbox.revision();

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
    state.set({ kind: 'failed', error, failure });
    if (isRetried(failure)) {
      const atLeastMs = error instanceof ServerError ? error.retryAfterMs : undefined;
      const delay = retryDelay(failures, { atLeastMs, random: random() });
      failures += 1;
      cancelTimer();
      cancelTimer = clock.after(delay, sendQuietly);
      return;
    }
    isRunning = false;
    cancelTimers();
    onStopped?.(failure, error);
  };

  /** Everything is acknowledged, perhaps by a request that outlived the page: an earlier failure is resolved. */
  const settle = () => {
    failures = 0;
    cancelTimers();
    if (isRunning && state.get().kind !== 'idle') state.set({ kind: 'saved', at: clock.now() });
  };

  /** Sends the oldest unsaved batch; the next one follows. Rejects when the request fails. */
  const send = (): Promise<void> => {
    const [unsaved] = outbox.unsavedBatches();
    if (!unsaved) {
      settle();
      return Promise.resolve();
    }
    cancelTimers();
    if (!hasFailed()) state.set({ kind: 'saving' });
    const request = put(unsaved.answers, stampOf(unsaved), { keepalive: false })
      .then((refused) => {
        failures = 0;
        outbox.acknowledge(unsaved, refused);
        if (isRunning) state.set({ kind: 'saved', at: clock.now() });
      })
      .catch((error: unknown) => {
        if (isRunning) fail(error);
        throw error;
      })
      .finally(() => {
        inFlight = undefined;
        const [rest] = outbox.unsavedBatches();
        if (!isRunning || hasFailed() || !rest) return;
        if (clock.now() - rest.newestAt >= SAVE_DELAY_MS) sendQuietly();
        else schedule();
      });
    inFlight = request;
    return request;
  };

  function sendQuietly(): void {
    if (inFlight) return;
    // A failure is in the state already, and its retry is scheduled.
    send().catch(() => {});
  }

  function schedule(): void {
    cancelTimer();
    cancelTimer = clock.after(SAVE_DELAY_MS, sendQuietly);
    cancelMaxWait ??= clock.after(SAVE_MAX_WAIT_MS, sendQuietly);
  }

  answers.subscribe(null, () => {
    if (outbox.revision() === seenRevision) return;
    seenRevision = outbox.revision();
    // After a failure the retry is scheduled already, and sends the newer answers too.
    if (isRunning && !inFlight && !hasFailed() && outbox.unsaved()) schedule();
  });

  return {
    /** Somebody is logged in and the saved answers are loaded: changes are saved from now on, unsaved ones at once. */
    start: () => {
      isRunning = true;
      failures = 0;
      state.set({ kind: 'idle' });
      sendQuietly();
    },
    stop: () => {
      isRunning = false;
      cancelTimers();
      state.set({ kind: 'idle' });
    },
    /** Resolves once everything typed so far is acknowledged, rejects when it cannot be. Does nothing while stopped. */
    saveNow: async () => {
      if (!isRunning) return;
      answers.commitDrafts();
      const revision = outbox.revision();
      // The save in flight may fail; then this one counts.
      if (inFlight) await inFlight.catch(() => {});
      while (outbox.isUnsavedUpTo(revision)) {
        const now = state.get();
        if (!isRunning) throw now.kind === 'failed' ? now.error : new Error('Saving was stopped.');
        await (inFlight ?? send());
      }
    },
    /** Sends unsaved answers without waiting for the response (blur, network back, "retry"). */
    flush: () => {
      answers.commitDrafts();
      if (!isRunning || inFlight || !outbox.unsaved()) return;
      state.set({ kind: 'saving' });
      sendQuietly();
    },
    /** The page is being hidden or left: sends unsaved answers in requests that outlive the page. */
    flushOnLeave: () => {
      answers.commitDrafts();
      if (!isRunning) return;
      // Beside a request that may be in flight: its sequence is lower, so it never overwrites these.
      for (const unsaved of outbox.unsavedBatches()) {
        put(unsaved.answers, stampOf(unsaved), { keepalive: true }).then(
          (refused) => {
            outbox.acknowledge(unsaved, refused);
            if (!inFlight && !outbox.unsaved()) settle();
          },
          () => {},
        );
      }
    },
    state: state.get,
    subscribe: state.subscribe,
  };
}

export type Autosave = ReturnType<typeof createAutosave>;

export const [AutosaveProvider, useAutosave] = createRequired<Autosave>('autosave');
