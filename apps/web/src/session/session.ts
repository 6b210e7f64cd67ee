import { retryDelay } from '@firstyear/api-client/retry';
import { paths } from '@firstyear/api-contract/addresses';
import { MARKER_COOKIE, plainCookieName } from '@firstyear/api-contract/cookies';
import { createValue, type ValueStore } from '@firstyear/ui/hooks.ts';
import { clearToasts } from '@firstyear/ui/toast-store.ts';
import type { auth } from '@firstyear/words/auth';
import type { Outbox } from '../answers/outbox.ts';
import type { Owner } from '../answers/owner.ts';
import { request } from '../api/client.ts';
import type { Autosave } from '../autosave/autosave.ts';
import type { Go } from './navigation.ts';
import type { OtherTabs } from './other-tabs.ts';
import { EMPTY_SNAPSHOT, hasSessionCookie, type SnapshotStore } from './snapshot.ts';
import { type Carrier, forgetActivity, type UnfinishedLogout } from './stored.ts';
import { FIRST_VISIT, recordEvent, type Visit } from './visit.ts';

interface SessionParts {
  readonly snapshot: SnapshotStore;
  readonly visit: Visit;
  /** Of the answers. */
  readonly owner: Pick<Owner, 'suspend' | 'rename' | 'clear' | 'survivesReload'>;
  readonly outbox: Pick<Outbox, 'hasUnsaved' | 'lastRefusal' | 'typedAnswers'>;
  readonly autosave: Pick<Autosave, 'stop' | 'saveNow'>;
  readonly forgetQueries: () => void;
  readonly localStorage: Pick<Storage, 'removeItem'> | null;
  readonly otherTabs: OtherTabs;
  readonly unfinishedLogout: UnfinishedLogout;
  /** Resolves when a retry may help, at the latest after so many milliseconds. */
  readonly waitForConnection: (milliseconds: number) => Promise<void>;
  readonly carrier: Carrier;
  /** What a submission waits for; null: nothing. */
  readonly submissionWaiting: Pick<ValueStore<string | null>, 'get' | 'subscribe'>;
  /** Writes the tab's entry of a submission, for an applicant whose session ended by itself; null removes it. */
  readonly noteSubmission: (username: string | null) => void;
  readonly failure: Pick<ValueStore<unknown>, 'set'>;
  readonly go: Go;
  readonly reload: () => void;
}

interface SessionEnd {
  /** The message of the Log In card's banner. */
  readonly ended?: keyof typeof auth.texts.sessionEnd | undefined;
  /** What the banner adds; null: nothing. */
  readonly error?: string | null;
  /** Whether unsaved answers wait in this tab for the same username. */
  readonly keepsUnsaved: boolean;
  /** Another account is logged in in this browser, and its marker cookie stays. */
  readonly isOtherAccount?: boolean;
}

/** Scripts cannot remove the session cookie itself; without its readable marker nobody seems to be logged in. */
function dropMarkerCookie(): void {
  Reflect.set(document, 'cookie', `${MARKER_COOKIE}=; Path=/; Max-Age=0; Secure; SameSite=Strict`);
  Reflect.set(document, 'cookie', `${plainCookieName(MARKER_COOKIE)}=; Path=/; Max-Age=0; SameSite=Strict`);
}

/** How a session begins and ends, in this tab and in the other ones. */
export function createSession(parts: SessionParts) {
  const { snapshot, visit, owner, outbox, autosave, forgetQueries, otherTabs, go } = parts;
  const { unfinishedLogout } = parts;
  const pendingLogout = createValue<(() => Promise<void>) | null>(null);
  const unsavedElsewhere = createValue(0);
  const isLogoutStuck = createValue(false);

  /** Forgets everything about the applicant and goes to the Log In card. */
  const end = ({ ended, error = null, keepsUnsaved, isOtherAccount = false }: SessionEnd) => {
    const { username } = snapshot.get();
    const interrupted = keepsUnsaved && visit.lastPath !== null ? { username, page: visit.lastPath } : null;
    recordEvent(visit, { isEnding: true });
    pendingLogout.set(null);
    autosave.stop();
    forgetActivity(parts.localStorage);
    if (!isOtherAccount) dropMarkerCookie();
    forgetQueries();
    clearToasts();
    if (keepsUnsaved) owner.suspend();
    else owner.clear();
    // Written again: the response to a logout may have emptied the browser's storage.
    parts.noteSubmission(keepsUnsaved && parts.submissionWaiting.get() !== null ? username : null);
    snapshot.set(EMPTY_SNAPSHOT);
    // Until the Log In card is drawn, form pages draw nothing and redirect nobody.
    recordEvent(visit, { ...FIRST_VISIT, isEnding: true, interrupted, hasArrived: true });
    go(paths.login, { replace: true, state: { ended, error } });
  };

  const endStuckLogout = () => {
    isLogoutStuck.set(false);
    parts.failure.set(undefined);
  };
  const forgetLogout = () => {
    unfinishedLogout.forget();
    endStuckLogout();
  };

  const resumeLogout = async (failures = 0): Promise<void> => {
    if (!unfinishedLogout.isPending()) {
      endStuckLogout();
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
    void parts
      .waitForConnection(retryDelay(failures, { random: Math.random() }))
      .then(() => resumeLogout(failures + 1));
  }

  return {
    /** Somebody has just logged in (SESSION-01). The form pages' root loads the rest. */
    begin: () => {
      forgetLogout();
      forgetQueries();
      recordEvent(visit, { ...FIRST_VISIT, interrupted: visit.interrupted, hasArrived: true });
      snapshot.set({ is_logged_in: true, has_changed_page: false });
      otherTabs.announce('login');
    },
    /** The account has another address; this session continues. */
    rename: (from: string, to: string) => {
      owner.rename(from, to);
      snapshot.set({ username: to });
    },
    /**
     * A call, in this tab or another, found that the session has ended.
     * @param otherAccount the server's words when another account is logged in in this browser
     */
    endUnauthorized: (otherAccount?: string) => {
      if (visit.isEnding || !snapshot.get().is_logged_in) return;
      const isOtherAccount = otherAccount !== undefined;
      end({
        ended: isOtherAccount ? undefined : 'invalid',
        error: [otherAccount, visit.unansweredChange].filter(Boolean).join(' ') || null,
        keepsUnsaved: true,
        isOtherAccount,
      });
    },
    /** Carries out a logout that waits for the applicant's decision, without the unsaved answers; null: none waits. */
    pendingLogout,
    otherTabs,
    submissionWaiting: parts.submissionWaiting,
    /** How many answers other tabs of this browser have not saved. */
    unsavedElsewhere,
    /** Carries out a logout that got no response, of this page or an earlier one. Resolves after the first try. */
    resumeLogout: () => resumeLogout(),
    /** Whether a requested logout has failed so far. It is retried. */
    isLogoutStuck,
    /** For createLogout(), which is loaded with the parts that can log out. */
    logoutParts: {
      ...parts,
      pendingLogout,
      unsavedElsewhere,
      /** Whether a logout waits for its last save. */
      isSaving: createValue(false),
      end,
      forgetLogout,
      resumeLater: () => resumeLater(0),
    },
    /** Follows logins and logouts in other tabs: this tab never continues with answers of an ended session. Returns a stop function. */
    followOtherTabs: () =>
      otherTabs.onAnnounced((what) => {
        if (!snapshot.get().is_logged_in) {
          // Removes what waits here for that person too, unless a visitor is at work here now.
          if (what === 'lose' && Object.keys(outbox.typedAnswers()).length === 0) owner.clear();
        } else if (what === 'login') parts.reload();
        else if (what === 'lose') end({ keepsUnsaved: false });
        else if (what === 'logout') {
          const keepsUnsaved = outbox.hasUnsaved();
          end({ ended: keepsUnsaved ? 'endedElsewhere' : undefined, keepsUnsaved });
        }
      }),
    /**
     * Reloads this page when the browser restores it from memory: its session may have ended, and it may show somebody
     * else's answers. What is typed here waits in the tab's storage. Returns a stop function.
     */
    followRestoring: () => {
      const onShow = ({ persisted }: PageTransitionEvent) => {
        const hasSession = snapshot.get().is_logged_in || hasSessionCookie(document.cookie);
        if (!persisted || (!owner.survivesReload && !hasSession)) return;
        document.documentElement.style.visibility = 'hidden';
        parts.reload();
      };
      window.addEventListener('pageshow', onShow);
      return () => window.removeEventListener('pageshow', onShow);
    },
    /**
     * Pressing Back between the end of a session and the Log In card continues as a visitor: the card that the form pages
     * wait for never comes then. To be called before the router listens for Back. Returns a stop function.
     */
    followBack: () => {
      const onBack = () => {
        if (!snapshot.get().is_logged_in) recordEvent(visit, { isEnding: false });
      };
      window.addEventListener('popstate', onBack);
      return () => window.removeEventListener('popstate', onBack);
    },
    carriedUsername: parts.carrier.username,
  };
}

export type Session = ReturnType<typeof createSession>;
