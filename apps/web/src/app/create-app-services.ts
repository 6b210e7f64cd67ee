import type { Path } from '@firstyear/api-contract/addresses';
import type { ErrorMap, Form } from '@firstyear/form-engine';
import type { PartnerSite } from '@firstyear/partner-config';
import { browserClock } from '@firstyear/ui/clock.ts';
import { createValue, type ValueStore } from '@firstyear/ui/hooks.ts';
import { storageOf, storedText, withStorage } from '@firstyear/ui/storage.ts';
import { endErrors } from '@firstyear/ui/toast-store.ts';
import type { ReadWords } from '@firstyear/ui/words.ts';
import { type AnswerStore, createAnswerStore } from '../answers/answer-store.ts';
import { createFoldedSections } from '../answers/folded-sections.ts';
import { RUNNING_UPLOADS_KEY, SUBMITTING_KEY } from '../answers/tab-storage.ts';
import { onUnauthorized, prepareCalls, request } from '../api/client.ts';
import { ConnectionError } from '../api/errors.ts';
import { loadPart, waitForConnection } from '../api/load-part.ts';
import { forgetQueries, type QueryClientRef } from '../api/query-client-ref.ts';
import { type Autosave, createAutosave } from '../autosave/autosave.ts';
import { createApplicationLoad } from '../flows/load-application.ts';
import type { Place, Saves } from '../flows/load-steps.ts';
import { createPageChange, foundSubmitted } from '../flows/page-change.ts';
import { createValidationReporter } from '../flows/report-validations.ts';
import { createSubmission } from '../flows/submission.ts';
import { PAGE_LANGUAGE } from '../page-language.ts';
import { currentEntry, type Go } from '../session/navigation.ts';
import { createOtherTabs, type OtherTabs } from '../session/other-tabs.ts';
import { createSession } from '../session/session.ts';
import { createSnapshotStore, hasSessionCookie, type SnapshotStore } from '../session/snapshot.ts';
import { createCarrier, createTabApplicant, createUnfinishedLogout } from '../session/stored.ts';
import { FIRST_VISIT, type Visit } from '../session/visit.ts';
import { EARLY_INPUT_KEY } from './early-input.ts';

/** The parts of the browser that the app starts with. */
interface BrowserParts {
  readonly cookies: string;
  readonly localStorage: Storage | null;
  readonly tabStorage: Storage | null;
  readonly otherTabs: OtherTabs;
  readonly place: () => Place;
}

const readBrowser = (): BrowserParts => ({
  cookies: document.cookie,
  localStorage: storageOf('localStorage'),
  tabStorage: storageOf('sessionStorage'),
  otherTabs: createOtherTabs(),
  place: () => ({ url: new URL(window.location.href), state: window.history.state }),
});

/** Stand-ins for prerendering: this address, nobody logged in, no storage. */
export const withoutBrowser = (path: Path): BrowserParts => ({
  cookies: '',
  localStorage: null,
  tabStorage: null,
  otherTabs: { announce: () => {}, onAnnounced: () => () => {} },
  place: () => ({ url: new URL(`http://build.invalid${path}`), state: null }),
});

function bodyOf(errors: ErrorMap): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).map(([key, messages]) => [key, [...messages]]));
}

/** Saving waits until the saved answers are loaded, which confirms the session. */
function createAppAutosave(
  { answers, snapshot, visit }: { answers: AnswerStore; snapshot: SnapshotStore; visit: Visit },
  isPartial: ValueStore<boolean>,
  saves: Saves,
  onFormChanged: (release: string, refused: readonly string[]) => void,
): Autosave {
  const autosave = createAutosave({
    outbox: answers.outbox,
    answers,
    clock: browserClock,
    client: crypto.randomUUID(),
    put: async (...save) => {
      if (isPartial.get() || !saves.put) throw new ConnectionError();
      return saves.put(...save, onFormChanged);
    },
    random: Math.random,
    onStopped: (failure, error) => {
      if (failure === 'locked') foundSubmitted({ snapshot, visit }, error);
    },
  });
  autosave.subscribe(() => {
    if (!answers.outbox.hasUnsaved()) endErrors('save');
  });
  return autosave;
}

const loadRefresh = () => loadPart(() => import('../flows/refresh-application.ts'));

/** Creates the parts of the application, once per page load. Only app/ has all of them; AppProviders provides each. */
export function createAppServices(partner: PartnerSite, form: Form, browser = readBrowser()) {
  const { localStorage, tabStorage, otherTabs } = browser;
  const language = PAGE_LANGUAGE;
  const words: ReadWords = (area) => area.in(language);
  const unfinishedLogout = createUnfinishedLogout(localStorage);
  const isLoggingOut = unfinishedLogout.isPending();
  const snapshot = createSnapshotStore({ is_logged_in: !isLoggingOut && hasSessionCookie(browser.cookies) });
  const answers = createAnswerStore(form, () => new Date(), tabStorage);
  const { outbox, owner } = answers;
  const foldedSections = createFoldedSections(tabStorage);
  const carrier = createCarrier(tabStorage);
  const queries: QueryClientRef = { current: null };
  const visit: Visit = { ...FIRST_VISIT };
  const flowError = createValue<unknown>(undefined);
  /** The target of go(); the router sets it. */
  const navigator: { go: Go | null } = { go: null };
  const go: Go = (to, { state = {}, ...options } = {}) =>
    navigator.go?.(to, { ...options, state: carrier.unload(state) });
  const isPartial = createValue(false);
  const saves: Saves = { put: null };
  const autosave = createAppAutosave(
    { answers, snapshot, visit },
    isPartial,
    saves,
    (...save) => void loadRefresh().then((part) => part.followForm(refreshParts, ...save)),
  );
  const validationReporter = createValidationReporter({
    store: answers,
    post: (errors) => request('validations', { payload: bodyOf(errors) }),
    after: browserClock.after,
  });
  const waiting = createValue<string | null>(null);
  /** What the session and the flows work on. */
  const common = { snapshot, visit, answers, outbox, autosave, tabStorage };
  const session = createSession({
    ...common,
    owner,
    forgetQueries: () => forgetQueries(queries),
    localStorage,
    otherTabs,
    unfinishedLogout,
    waitForConnection,
    carrier,
    submissionWaiting: waiting,
    noteSubmission: storedText(tabStorage, SUBMITTING_KEY).write,
    failure: flowError,
    go,
    reload: () => window.location.reload(),
  });
  snapshot.subscribe(() => {
    // Early input belongs to visitors.
    withStorage(tabStorage, (of) => of.removeItem(EARLY_INPUT_KEY));
    if (!visit.isEnding) return;
    foldedSections.clear();
    // A submission that waits ends with its session, at its next try; the next applicant to log in can submit before that.
    waiting.set(null);
    withStorage(tabStorage, (of) => of.removeItem(RUNNING_UPLOADS_KEY));
  });
  onUnauthorized(({ message, isOtherAccount }) => session.endUnauthorized(isOtherAccount ? message : undefined));
  const refreshParts = { ...common, queries, navigator, clock: browserClock };
  const refresh = async (isSubmitting?: boolean) =>
    (await loadRefresh()).refreshApplication(refreshParts, isSubmitting);
  const parts = { ...common, partner, form, saves, validationReporter, go, words };
  const retries = { waitForConnection, after: browserClock.after, random: Math.random };
  return {
    ...parts,
    language,
    queries,
    foldedSections,
    session,
    /** An error of the logout or inactivity flow, on its way to the error boundary (ERR-21). */
    flowError,
    navigator,
    prepareCalls,
    /** Keeps the tab current with other tabs and devices, once it knows an applicant. */
    followElsewhere: () => {
      const stop = snapshot.subscribe(() => {
        if (visit.loadedFor === null) return;
        stop();
        loadRefresh().then(
          (part) => part.followElsewhere(refreshParts),
          () => {
            // A stale tab is still refreshed when it submits.
          },
        );
      });
    },
    applicationLoad: createApplicationLoad({
      ...parts,
      ...retries,
      place: browser.place,
      tabApplicant: createTabApplicant(tabStorage, snapshot),
      isPartial,
      submissionWaiting: waiting,
      logout: isLoggingOut ? session.resumeLogout() : null,
    }),
    pageChange: createPageChange({ ...parts, currentEntry }),
    submission: createSubmission({
      ...parts,
      ...retries,
      waiting,
      queries,
      forgetQueries: () => forgetQueries(queries),
      refresh,
      currentEntry,
    }),
  };
}

export type AppServices = ReturnType<typeof createAppServices>;
