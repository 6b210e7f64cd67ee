import { MARKER_COOKIE, plainCookieName } from '@firstyear/api-contract/cookies';
import { createValue } from '@firstyear/ui/hooks.ts';
import { createStorage } from '@firstyear/ui/storage.testing.ts';
import { clearToasts } from '@firstyear/ui/toast-store.ts';
import { afterEach, beforeEach, vi } from 'vitest';
import { createLogout } from './log-out.ts';
import type { NavigationState } from './navigation.ts';
import type { Announcement } from './other-tabs.ts';
import { createSession } from './session.ts';
import { createSnapshotStore } from './snapshot.ts';
import { createCarrier, createUnfinishedLogout, LAST_ACTIVITY_KEY } from './stored.ts';
import { FIRST_VISIT, type Visit } from './visit.ts';

export const ADA = 'ada@mail.example';
export const MARKERS_REMOVED = [
  `${MARKER_COOKIE}=; Path=/; Max-Age=0; Secure; SameSite=Strict`,
  `${plainCookieName(MARKER_COOKIE)}=; Path=/; Max-Age=0; SameSite=Strict`,
];

/** A fake document for the session. Browser tests use the real one. */
export const page = {
  /** The browser's cookies, and the cookies that scripts have set. */
  kept: '',
  set: [] as string[],
  get cookie() {
    return this.kept;
  },
  set cookie(line: string) {
    this.set.push(line);
  },
  documentElement: { style: { visibility: '' } },
};

/** Replaces document in each test of a file. */
export function stubPage(): void {
  beforeEach(() => {
    page.kept = '';
    page.set = [];
    page.documentElement.style.visibility = '';
    vi.stubGlobal('document', page);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    clearToasts();
  });
}

export interface TabOptions {
  /** Runs when queries are canceled and forgotten. */
  readonly onForgotten?: () => void;
  readonly visit?: Partial<Visit>;
  readonly saveNow?: () => Promise<void>;
  readonly survivesReload?: boolean;
  readonly username?: string;
  /** Whether answers are unsaved after the last save. */
  readonly hasUnsaved?: () => boolean;
  readonly lastRefusal?: () => string | undefined;
  /** The storage that the tabs of the browser share. */
  readonly browser?: ReturnType<typeof createStorage>;
}

/** A tab whose parts record their calls. */
export function openTab(options: TabOptions = {}) {
  const { visit: seen = {}, saveNow, survivesReload = false, username = ADA, onForgotten } = options;
  const { hasUnsaved = () => false, lastRefusal = () => undefined, browser = createStorage() } = options;
  const tries: (() => void)[] = [];
  const events: string[] = [];
  const note = (event: string) => () => void events.push(event);
  const visit: Visit = { ...FIRST_VISIT, loadedFor: username, lastPath: '/education', ...seen };
  const snapshot = createSnapshotStore({ is_logged_in: username !== '', username, web_status: 'started' });
  const failure = createValue<unknown>(undefined);
  const submissionWaiting = createValue<string | null>(null);
  /** Whose waiting submission the tab remembers over a reload. */
  const noted: (string | null)[] = [];
  const gone: unknown[] = [];
  let announced: ((what: Announcement) => void) | undefined;
  const session = createSession({
    snapshot,
    visit,
    owner: { suspend: note('answers wait'), rename: () => {}, clear: note('answers go'), survivesReload },
    outbox: { hasUnsaved, lastRefusal, typedAnswers: () => ({}) },
    autosave: {
      stop: note('autosave stops'),
      saveNow: () => {
        events.push('saves');
        return saveNow?.() ?? Promise.resolve();
      },
    },
    forgetQueries: () => {
      events.push('queries are forgotten');
      onForgotten?.();
    },
    localStorage: { removeItem: (key) => void events.push(`${key} goes`) },
    otherTabs: {
      announce: (what) => void events.push(`tells ${what}`),
      onAnnounced: (listener) => {
        announced = listener;
        return note('follows no longer');
      },
    },
    unfinishedLogout: createUnfinishedLogout(browser),
    waitForConnection: () => new Promise((resolve) => tries.push(resolve)),
    carrier: createCarrier(null),
    submissionWaiting,
    noteSubmission: (username) => void noted.push(username),
    failure,
    go: (to, options) => void gone.push([to, options]),
    reload: note('reloads'),
  });
  const reconnect = () => tries.pop()?.();
  return {
    session: { ...session, ...createLogout(session.logoutParts) },
    visit,
    snapshot,
    failure,
    submissionWaiting,
    noted,
    events,
    gone,
    browser,
    reconnect,
    receive: (what: Announcement) => announced?.(what),
  };
}

export const FORGETS = ['autosave stops', `${LAST_ACTIVITY_KEY} goes`, 'queries are forgotten'];
export const toLogin = (state: NavigationState = {}) => [
  ['/login', { replace: true, state: { error: null, ...state } }],
];
