import { MARKER_COOKIE, paths, plainCookieName } from '@firstyear/api-contract';
import type { AnswerStore } from '../answers/answer-store.ts';
import { request } from '../api/client.ts';
import { isPutOff, isUnauthorized } from '../api/errors.ts';
import { retryDelay } from '../api/retry-delay.ts';
import type { Autosave } from '../autosave/autosave.ts';
import { sessionText } from '../text/session.ts';
import { clearToasts } from '../ui/toast-store.ts';
import type { ValueStore } from '../ui/value-store.ts';
import type { Carrier } from './carrier.ts';
import type { Go } from './go.ts';
import { forgetActivity, type Inactivity } from './inactivity.ts';
import type { OtherTabs } from './other-tabs.ts';
import { EMPTY_SNAPSHOT, hasSessionCookie, type SnapshotStore } from './snapshot.ts';
import { FIRST_VISIT, type Visit } from './visit.ts';

/** How long a logout waits for the last save. */
const LAST_SAVE_MS = 3000;

export interface SessionParts {
  readonly snapshot: SnapshotStore;
  readonly visit: Visit;
  readonly answers: Pick<AnswerStore, 'suspend' | 'rename' | 'clear' | 'survivesReload'>;
  readonly autosave: Pick<Autosave, 'stop' | 'saveNow'>;
  readonly inactivity: Pick<Inactivity, 'stop'>;
  /** Ends the queries that run and forgets what all have fetched. */
  readonly forgetQueries: () => void;
  /** null where the browser blocks it. */
  readonly localStorage: Pick<Storage, 'removeItem'> | null;
  readonly otherTabs: OtherTabs;
  readonly carrier: Carrier;
  /** Takes the error of a logout, for the error boundary (ERR-21). */
  readonly failure: Pick<ValueStore<unknown>, 'set'>;
  readonly go: Go;
  /** Loads this page anew. */
  readonly reload: () => void;
}

/** How a session begins and ends, here and in the other tabs. */
export interface Session {
  /** Somebody has just logged in (SESSION-01). The form pages' root loads the rest. */
  readonly begin: () => void;
  /**
   * A call found that the session is over, whoever noticed.
   * @param otherAccount the server's words when another account is logged in in this browser
   */
  readonly endUnauthorized: (otherAccount?: string) => void;
  /**
   * Saves, logs out and forgets everything, also when the call fails; its error then goes to the error boundary.
   * With a message (idle logout) answers that could not be saved wait in this tab for the same username.
   */
  readonly logOut: (message?: string) => Promise<void>;
  /** The account has another address now; the browser's own session goes on. */
  readonly rename: (from: string, to: string) => void;
  /** The same in every browser that is logged in to this account. */
  readonly logOutEverywhere: () => Promise<void>;
  /** Follows logins and logouts in other tabs: this tab never goes on with answers of a session that is over. Returns how to stop. */
  readonly followOtherTabs: () => () => void;
  /**
   * Loads this page anew when the browser brings it back as it was left: meanwhile its session may have ended, and what
   * it shows be somebody else's. What is typed here waits in the tab's storage. Returns how to stop.
   */
  readonly followRestoring: () => () => void;
  /**
   * Whoever presses Back between the end of a session and the Log In card goes on as a visitor: the card that the form
   * pages wait for never comes then. Called before the router draws what Back leads to, so before it listens itself.
   * Returns how to stop.
   */
  readonly followBack: () => () => void;
  /** The address of the account that came along to this card. */
  readonly carriedUsername: () => string | undefined;
}

interface SessionEnd {
  /** For the banner of the Log In card; null: none. */
  readonly error: string | null;
  /** Unsaved answers wait in this tab for the same username; otherwise nothing stays behind. */
  readonly keepsUnsaved: boolean;
  /** Another account is logged in in this browser: its marker stays. */
  readonly isOtherAccount?: boolean;
}

/** Scripts cannot remove the session cookie itself; without its readable marker nobody seems to be logged in. */
function dropMarkerCookie(): void {
  Reflect.set(document, 'cookie', `${MARKER_COOKIE}=; Path=/; Max-Age=0; Secure; SameSite=Strict`);
  Reflect.set(document, 'cookie', `${plainCookieName(MARKER_COOKIE)}=; Path=/; Max-Age=0; SameSite=Strict`);
}

function settleWithin(milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    work
      .catch(() => {})
      .finally(() => {
        clearTimeout(timer);
        resolve();
      });
  });
}

/** Makes the session of this tab. */
export function createSession(parts: SessionParts): Session {
  const { snapshot, visit, answers, autosave, inactivity, forgetQueries, otherTabs, failure, go } = parts;

  /** Forgets everything about the one who was logged in and goes to the Log In card. */
  const end = ({ error, keepsUnsaved, isOtherAccount = false }: SessionEnd) => {
    const { username } = snapshot.get();
    const interrupted = keepsUnsaved && visit.lastPath !== null ? { username, page: visit.lastPath } : null;
    visit.isEnding = true;
    autosave.stop();
    inactivity.stop();
    forgetActivity(parts.localStorage);
    if (!isOtherAccount) dropMarkerCookie();
    forgetQueries();
    clearToasts();
    if (keepsUnsaved) answers.suspend();
    else answers.clear();
    snapshot.set(EMPTY_SNAPSHOT);
    // Until the Log In card is there the form pages draw nothing and send nobody elsewhere.
    Object.assign(visit, FIRST_VISIT, { isEnding: true, interrupted, hasArrived: true });
    go(paths.login, { replace: true, state: { error } });
  };

  const leave = async (call: () => Promise<unknown>, message?: string) => {
    if (visit.isEnding) return;
    visit.isEnding = true;
    await settleWithin(LAST_SAVE_MS, autosave.saveNow());
    let failed: unknown;
    try {
      await call().catch(async (error: unknown) => {
        // Once more: a refused logout leaves a session open on the server, maybe where others sit down next.
        if (!isPutOff(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryDelay(0, error.retryAfterMs, Math.random())));
        await call();
      });
    } catch (error) {
      failed = error;
    }
    end({ error: message ?? null, keepsUnsaved: message !== undefined });
    otherTabs.announce('logout');
    if (failed !== undefined && !isUnauthorized(failed)) failure.set(failed);
  };

  return {
    begin: () => {
      forgetQueries();
      Object.assign(visit, FIRST_VISIT, { interrupted: visit.interrupted, hasArrived: true });
      snapshot.set({ is_logged_in: true, has_changed_page: false });
      otherTabs.announce('login');
    },
    rename: (from, to) => {
      answers.rename(from, to);
      snapshot.set({ username: to });
    },
    endUnauthorized: (otherAccount) => {
      if (visit.isEnding || !snapshot.get().is_logged_in) return;
      const { unansweredChange } = visit;
      const words = otherAccount ?? sessionText.invalid;
      const error = unansweredChange === null ? words : `${words} ${unansweredChange}`;
      end({ error, keepsUnsaved: true, isOtherAccount: otherAccount !== undefined });
    },
    logOut: (message) => leave(() => request('logout'), message),
    logOutEverywhere: () => leave(() => request('logoutEverywhere')),
    followOtherTabs: () =>
      otherTabs.onAnnounced((what) => {
        if (!snapshot.get().is_logged_in) return;
        if (what === 'login') parts.reload();
        else end({ error: null, keepsUnsaved: false });
      }),
    followRestoring: () => {
      const onShow = ({ persisted }: PageTransitionEvent) => {
        const hasSession = snapshot.get().is_logged_in || hasSessionCookie(document.cookie);
        if (!persisted || (!answers.survivesReload && !hasSession)) return;
        document.documentElement.style.visibility = 'hidden';
        parts.reload();
      };
      window.addEventListener('pageshow', onShow);
      return () => window.removeEventListener('pageshow', onShow);
    },
    followBack: () => {
      const onBack = () => {
        if (!snapshot.get().is_logged_in) visit.isEnding = false;
      };
      window.addEventListener('popstate', onBack);
      return () => window.removeEventListener('popstate', onBack);
    },
    carriedUsername: parts.carrier.username,
  };
}
