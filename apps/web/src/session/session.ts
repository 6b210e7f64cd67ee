import { paths } from '@firstyear/api-contract/addresses';
import { MARKER_COOKIE, plainCookieName } from '@firstyear/api-contract/cookies';
import { createValue, type ValueStore } from '@firstyear/ui/hooks.ts';
import { clearToasts } from '@firstyear/ui/toast-store.ts';
import type { AnswerStore } from '../answers/answer-store.ts';
import { request } from '../api/client.ts';
import { retryDelay } from '../api/retry-delay.ts';
import type { Autosave } from '../autosave/autosave.ts';
import type { Carrier } from './carrier.ts';
import type { Go } from './go.ts';
import { forgetActivity } from './last-activity.ts';
import type { LogoutParts, SessionEnd } from './log-out.ts';
import type { OtherTabs } from './other-tabs.ts';
import { EMPTY_SNAPSHOT, hasSessionCookie, type SnapshotStore } from './snapshot.ts';
import type { UnfinishedLogout } from './unfinished-logout.ts';
import { endBegan, endDone, happened, loggedIn, sessionEnded, type Visit } from './visit.ts';

export interface SessionParts {
  readonly snapshot: SnapshotStore;
  readonly visit: Visit;
  readonly answers: Pick<
    AnswerStore,
    'suspend' | 'rename' | 'clear' | 'survivesReload' | 'hasUnsaved' | 'typedAnswers'
  >;
  readonly autosave: Pick<Autosave, 'stop' | 'saveNow'>;
  /** Ends the queries that run and forgets what all have fetched. */
  readonly forgetQueries: () => void;
  /** null where the browser blocks it. */
  readonly localStorage: Pick<Storage, 'removeItem'> | null;
  readonly otherTabs: OtherTabs;
  readonly unfinishedLogout: UnfinishedLogout;
  /** Resolves when another try may help, at the latest after so many milliseconds. */
  readonly waitForConnection: (moment: number) => Promise<void>;
  readonly carrier: Carrier;
  /** Takes the error of a logout, for the error boundary (ERR-21). */
  readonly failure: Pick<ValueStore<unknown>, 'set'>;
  readonly go: Go;
  /** Reloads this page. */
  readonly reload: () => void;
}

/** How a session begins and ends, here and in the other tabs. */
export interface Session {
  /** Somebody has just logged in (SESSION-01). The form pages' root loads the rest. */
  readonly begin: () => void;
  /**
   * A call, in this tab or another, found that the session has ended.
   * @param otherAccount the server's words when another account is logged in in this browser
   */
  readonly endUnauthorized: (otherAccount?: string) => void;
  /** For createLogout(), which comes with what can log out. */
  readonly logoutParts: LogoutParts;
  /** Logs out with whatever is unsaved lost: a logout that waits to be told so, since something is; null: none waits. */
  readonly askedToLose: ValueStore<(() => Promise<void>) | null>;
  readonly otherTabs: OtherTabs;
  /** How many answers other tabs of this browser have not saved. */
  readonly unsavedElsewhere: ValueStore<number>;
  /** Carries out a logout that got no response, of this page or an earlier one. Resolves after the first try. */
  readonly resumeLogout: () => Promise<void>;
  /** Whether a requested logout has failed so far. It is retried. */
  readonly isLogoutStuck: ValueStore<boolean>;
  /** The account has another address now; the browser's own session continues. */
  readonly rename: (from: string, to: string) => void;
  /** Follows logins and logouts in other tabs: this tab never goes on with answers of a session that is over. Returns how to stop. */
  readonly followOtherTabs: () => () => void;
  /**
   * Reloads this page when the browser restores it from memory: meanwhile its session may have ended, and what
   * it shows be somebody else's. What is typed here waits in the tab's storage. Returns how to stop.
   */
  readonly followRestoring: () => () => void;
  /**
   * Pressing Back between the end of a session and the Log In card continues as a visitor: the card that the form
   * pages wait for never comes then. Called before the router draws what Back leads to, so before it listens itself.
   * Returns how to stop.
   */
  readonly followBack: () => () => void;
  /** The address of the account that came along to this card. */
  readonly carriedUsername: () => string | undefined;
}

/** Scripts cannot remove the session cookie itself; without its readable marker nobody seems to be logged in. */
function dropMarkerCookie(): void {
  Reflect.set(document, 'cookie', `${MARKER_COOKIE}=; Path=/; Max-Age=0; Secure; SameSite=Strict`);
  Reflect.set(document, 'cookie', `${plainCookieName(MARKER_COOKIE)}=; Path=/; Max-Age=0; SameSite=Strict`);
}

/** Makes the session of this tab. */
export function createSession(parts: SessionParts): Session {
  const { snapshot, visit, answers, autosave, forgetQueries, otherTabs, go } = parts;
  const { unfinishedLogout } = parts;
  const askedToLose = createValue<(() => Promise<void>) | null>(null);
  const unsavedElsewhere = createValue(0);
  const isLogoutStuck = createValue(false);

  /** Forgets everything about the one who was logged in and goes to the Log In card. */
  const end = ({ ended, error = null, keepsUnsaved, isOtherAccount = false }: SessionEnd) => {
    const { username } = snapshot.get();
    const interrupted = keepsUnsaved && visit.lastPath !== null ? { username, page: visit.lastPath } : null;
    happened(visit, endBegan);
    askedToLose.set(null);
    autosave.stop();
    forgetActivity(parts.localStorage);
    if (!isOtherAccount) dropMarkerCookie();
    forgetQueries();
    clearToasts();
    if (keepsUnsaved) answers.suspend();
    else answers.clear();
    snapshot.set(EMPTY_SNAPSHOT);
    // Until the Log In card is there the form pages draw nothing and send nobody elsewhere.
    happened(visit, sessionEnded(interrupted));
    go(paths.login, { replace: true, state: { ended, error } });
  };

  const forgetLogout = () => {
    unfinishedLogout.forget();
    isLogoutStuck.set(false);
  };

  const resumeLogout = async (failures = 0): Promise<void> => {
    if (!unfinishedLogout.isPending()) {
      isLogoutStuck.set(false);
      return;
    }
    try {
      await request('logout');
      forgetLogout();
    } catch {
      resumeLater(failures);
    }
  };

  function resumeLater(failures: number): void {
    isLogoutStuck.set(true);
    void parts.waitForConnection(retryDelay(failures, undefined, Math.random())).then(() => resumeLogout(failures + 1));
  }

  return {
    begin: () => {
      forgetLogout();
      forgetQueries();
      happened(visit, loggedIn);
      snapshot.set({ is_logged_in: true, has_changed_page: false });
      otherTabs.announce('login');
    },
    rename: (from, to) => {
      answers.rename(from, to);
      snapshot.set({ username: to });
    },
    endUnauthorized: (otherAccount) => {
      if (visit.isEnding || !snapshot.get().is_logged_in) return;
      const isOtherAccount = otherAccount !== undefined;
      end({
        ended: isOtherAccount ? undefined : 'invalid',
        error: [otherAccount, visit.unansweredChange].filter(Boolean).join(' ') || null,
        keepsUnsaved: true,
        isOtherAccount,
      });
    },
    askedToLose,
    otherTabs,
    unsavedElsewhere,
    resumeLogout: () => resumeLogout(),
    isLogoutStuck,
    logoutParts: {
      ...parts,
      askedToLose,
      unsavedElsewhere,
      isSaving: createValue(false),
      end,
      forgetLogout,
      resumeLater: () => resumeLater(0),
    },
    followOtherTabs: () =>
      otherTabs.onAnnounced((what) => {
        if (!snapshot.get().is_logged_in) {
          // What waits here for that person goes too, unless a visitor is at work here now.
          if (what === 'lose' && Object.keys(answers.typedAnswers()).length === 0) answers.clear();
        } else if (what === 'login') parts.reload();
        else if (what === 'lose') end({ keepsUnsaved: false });
        else if (what === 'logout') {
          const keepsUnsaved = answers.hasUnsaved();
          end({ ended: keepsUnsaved ? 'endedElsewhere' : undefined, keepsUnsaved });
        }
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
        if (!snapshot.get().is_logged_in) happened(visit, endDone);
      };
      window.addEventListener('popstate', onBack);
      return () => window.removeEventListener('popstate', onBack);
    },
    carriedUsername: parts.carrier.username,
  };
}
