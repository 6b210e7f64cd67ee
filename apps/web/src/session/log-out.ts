import { retry, retryDelay } from '@firstyear/api-client/retry';
import type { ValueStore } from '@firstyear/ui/hooks.ts';
import { request } from '../api/client.ts';
import { ConnectionError, isDeferred, isUnauthorized } from '../api/errors.ts';
import type { Session } from './session.ts';
import { recordEvent } from './visit.ts';

/** How long a logout waits for the last save before it asks. */
const LAST_SAVE_MS = 3000;

const settleWithin = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => {}), new Promise((resolve) => setTimeout(resolve, milliseconds))]);

function untilZero(count: ValueStore<number>): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (count.get() > 0) return;
      stop();
      resolve();
    };
    const stop = count.subscribe(check);
    check();
  });
}

/** How an applicant logs out. Loaded with the parts that have a button for it, not with a visitor's first screen. */
export function createLogout(parts: Session['logoutParts']) {
  const { snapshot, visit, outbox, autosave, otherTabs, unfinishedLogout, failure } = parts;
  const { pendingLogout, unsavedElsewhere, submissionWaiting, isSaving, end, forgetLogout, resumeLater } = parts;

  /** Unsaved answers of a submitted application can't be saved any more, and the applicant knows. */
  const isAnythingLost = () =>
    snapshot.get().web_status !== 'submitted' &&
    (outbox.hasUnsaved() ||
      outbox.lastRefusal() !== undefined ||
      unsavedElsewhere.get() > 0 ||
      submissionWaiting.get() !== null);

  const finish = async (call: () => Promise<unknown>, reason?: 'inactive') => {
    if (visit.isEnding) return;
    recordEvent(visit, { isEnding: true });
    const losesUnsaved = reason === undefined && isAnythingLost();
    // Before the call: the page may be closed while it is in flight.
    unfinishedLogout.remember();
    let failed: unknown;
    try {
      await retry(call, async (error, failures) => {
        // Retry once: a refused logout leaves a session open, maybe on a computer that others use next.
        if (failures > 0 || !isDeferred(error)) throw error;
        const delay = retryDelay(failures, { atLeastMs: error.retryAfterMs, random: Math.random() });
        await new Promise((resolve) => setTimeout(resolve, delay));
      });
    } catch (error) {
      failed = error;
    }
    end({ ended: reason, keepsUnsaved: reason !== undefined });
    otherTabs.announce(losesUnsaved ? 'lose' : 'logout');
    if (failed === undefined || isUnauthorized(failed)) {
      forgetLogout();
      return;
    }
    // Without a connection there is nothing to try, and the Log In card says that the logout is still to come.
    if (!(failed instanceof ConnectionError)) failure.set(failed);
    resumeLater();
  };

  const leave = async (call: () => Promise<unknown>, reason?: 'inactive', onAsk = () => {}) => {
    // An idle logout does not wait for one that was pressed.
    if (visit.isEnding || (isSaving.get() && reason === undefined)) return;
    isSaving.set(true);
    otherTabs.announce('save');
    await settleWithin(LAST_SAVE_MS, Promise.all([autosave.saveNow(), reason ?? untilZero(unsavedElsewhere)]));
    isSaving.set(false);
    if (reason === undefined && isAnythingLost()) {
      if (visit.isEnding) return;
      onAsk();
      pendingLogout.set(() => finish(call));
    } else await finish(call, reason);
  };

  return {
    /**
     * Saves, logs out and forgets everything, also when the call fails; its error then goes to the error boundary, unless there is no connection. Asks
     * first about answers that can't be saved and a submission that waits; when idle they wait in this tab for the same username.
     * onAsk runs before the dialog opens, while the focus can still be moved to where it returns.
     */
    logOut: (reason?: 'inactive', onAsk?: () => void) => leave(() => request('logout'), reason, onAsk),
    /** The same in every browser that is logged in to this account. */
    logOutEverywhere: () => leave(() => request('logoutEverywhere')),
  };
}

export type Logout = ReturnType<typeof createLogout>;
