import type { Path } from '@firstyear/api-contract/addresses';
import type { ErrorMap, Form } from '@firstyear/form-engine';
import type { PartnerSite } from '@firstyear/partner-config';
import { browserClock } from '@firstyear/ui/clock.ts';
import { createValue, type ValueStore } from '@firstyear/ui/hooks.ts';
import { endErrors } from '@firstyear/ui/toast-store.ts';
import type { ReadWords } from '@firstyear/ui/words.ts';
import type { Language } from '@firstyear/words';
import { type AnswerStore, createAnswerStore } from '../answers/answer-store.ts';
import { createFoldedSections, type FoldedSections } from '../answers/folded-sections.ts';
import { askStorage, RUNNING_UPLOADS_KEY, storageOf } from '../answers/tab-storage.ts';
import { onUnauthorized, prepareCalls, request } from '../api/client.ts';
import { ConnectionError } from '../api/errors.ts';
import { loadPart, waitForConnection } from '../api/load-part.ts';
import { forgetQueries, type QueryClientRef } from '../api/query-client-ref.ts';
import { type Autosave, createAutosave } from '../autosave/autosave.ts';
import { failureOfSave, retryAfterOfSave } from '../autosave/failure-of-save.ts';
import { foundSubmitted } from '../flows/found-submitted.ts';
import { type ApplicationLoad, createApplicationLoad } from '../flows/load-application.ts';
import type { Place, Saves } from '../flows/load-steps.ts';
import { createPageChange, type PageChange } from '../flows/page-change.ts';
import { createValidationReporter } from '../flows/report-validations.ts';
import { createSubmission, type Submission } from '../flows/submission.ts';
import { PAGE_LANGUAGE } from '../page-language.ts';
import { createCarrier } from '../session/carrier.ts';
import { currentEntry, type Go } from '../session/go.ts';
import { createOtherTabs, type OtherTabs } from '../session/other-tabs.ts';
import { createSession, type Session } from '../session/session.ts';
import { createSnapshotStore, hasSessionCookie, type SnapshotStore } from '../session/snapshot.ts';
import { createTabApplicant } from '../session/tab-applicant.ts';
import { createUnfinishedLogout } from '../session/unfinished-logout.ts';
import { FIRST_VISIT, type Visit } from '../session/visit.ts';
import { EARLY_INPUT_KEY } from './early-input.ts';

/** The parts of the running application, made once a page load. Only app/ has them all: AppProviders hands out each. */
export interface AppServices {
  readonly partner: PartnerSite;
  readonly form: Form;
  readonly language: Language;
  readonly queries: QueryClientRef;
  readonly snapshot: SnapshotStore;
  readonly visit: Visit;
  readonly answers: AnswerStore;
  readonly foldedSections: FoldedSections;
  readonly autosave: Autosave;
  readonly saves: Saves;
  readonly session: Session;
  readonly applicationLoad: ApplicationLoad;
  readonly pageChange: PageChange;
  readonly submission: Submission;
  /** Fetches what is known of the calls ahead of the first one. */
  readonly prepareCalls: () => Promise<void>;
  /** An error of the logout or inactivity flow, on its way to the error boundary (ERR-21). */
  readonly flowError: ValueStore<unknown>;
  /** Keeps the tab current with other tabs and devices, from the first applicant on that it knows. */
  readonly followElsewhere: () => void;
  readonly go: Go;
  /** Where go leads; the router puts itself in. */
  readonly navigator: { go: Go | null };
}

/** What the app is given by the browser when it starts. */
export interface BrowserParts {
  /** The cookies that scripts can read, as document.cookie has them. */
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

/** What the app is given where no browser runs it: it stands at this address, knows nobody and keeps nothing. */
export const withoutBrowser = (path: Path): BrowserParts => ({
  cookies: '',
  localStorage: null,
  tabStorage: null,
  otherTabs: { announce: () => {}, onAnnounced: () => () => {} },
  place: () => ({ url: new URL(`http://build.invalid${path}`), state: null }),
});

/** The error map as a plain body. */
function bodyOf(errors: ErrorMap): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).map(([key, messages]) => [key, [...messages]]));
}

/** Saving waits until it is known that the session is still that of whose answers these are. */
function createAppAutosave(
  { answers, snapshot, visit }: Pick<AppServices, 'answers' | 'snapshot' | 'visit'>,
  isPartial: ValueStore<boolean>,
  saves: Saves,
  onFormChanged: (release: string, refused: readonly string[]) => void,
): Autosave {
  const autosave = createAutosave({
    store: answers,
    clock: browserClock,
    client: crypto.randomUUID(),
    put: async (...save) => {
      if (isPartial.get() || !saves.put) throw new ConnectionError();
      return saves.put(...save, onFormChanged);
    },
    failureOf: failureOfSave,
    retryAfterOf: retryAfterOfSave,
    random: Math.random,
    onStopped: (failure, error) => {
      if (failure === 'locked') foundSubmitted({ snapshot, visit }, error);
    },
  });
  autosave.subscribe(() => {
    if (!answers.hasUnsaved()) endErrors('save');
  });
  return autosave;
}

const loadRefresh = () => loadPart(() => import('../flows/refresh-application.ts'));

/** Makes the parts of the application and joins them. Once a page load. */
export function createAppServices(partner: PartnerSite, form: Form, browser = readBrowser()): AppServices {
  const { localStorage, tabStorage, otherTabs } = browser;
  const language = PAGE_LANGUAGE;
  const words: ReadWords = (area) => area.in(language);
  const unfinishedLogout = createUnfinishedLogout(localStorage);
  const isLoggingOut = unfinishedLogout.isPending();
  const snapshot = createSnapshotStore({ is_logged_in: !isLoggingOut && hasSessionCookie(browser.cookies) });
  const answers = createAnswerStore(form, () => new Date(), tabStorage);
  const foldedSections = createFoldedSections(tabStorage);
  const carrier = createCarrier(tabStorage);
  const queries: QueryClientRef = { current: null };
  const visit: Visit = { ...FIRST_VISIT };
  const flowError = createValue<unknown>(undefined);
  const navigator: AppServices['navigator'] = { go: null };
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
  const session: Session = createSession({
    snapshot,
    visit,
    answers,
    autosave,
    forgetQueries: () => forgetQueries(queries),
    localStorage,
    otherTabs,
    unfinishedLogout,
    waitForConnection,
    carrier,
    failure: flowError,
    go,
    reload: () => window.location.reload(),
  });
  snapshot.subscribe(() => {
    // A visitor's, regardless of logins and logouts.
    askStorage(tabStorage, (of) => of.removeItem(EARLY_INPUT_KEY));
    if (!visit.isEnding) return;
    foldedSections.clear();
    askStorage(tabStorage, (of) => of.removeItem(RUNNING_UPLOADS_KEY));
  });
  onUnauthorized(({ message, isOtherAccount }) => session.endUnauthorized(isOtherAccount ? message : undefined));
  const refreshParts = { snapshot, visit, answers, autosave, queries, navigator, tabStorage, clock: browserClock };
  const refresh = async (isSubmitting?: boolean) =>
    (await loadRefresh()).refreshApplication(refreshParts, isSubmitting);
  return {
    partner,
    form,
    language,
    queries,
    snapshot,
    visit,
    answers,
    foldedSections,
    autosave,
    saves,
    session,
    flowError,
    navigator,
    go,
    prepareCalls,
    followElsewhere: () => {
      const stop = snapshot.subscribe(() => {
        if (visit.loadedFor === null) return;
        stop();
        loadRefresh().then(
          (part) => part.followElsewhere(refreshParts),
          () => {
            // A tab that is behind is still brought up to date when it submits.
          },
        );
      });
    },
    applicationLoad: createApplicationLoad({
      place: browser.place,
      snapshot,
      visit,
      answers,
      autosave,
      tabStorage,
      saves,
      tabApplicant: createTabApplicant(tabStorage, snapshot),
      isPartial,
      waitForConnection,
      logout: isLoggingOut ? session.resumeLogout() : null,
      after: browserClock.after,
      random: Math.random,
    }),
    pageChange: createPageChange({
      form,
      snapshot,
      visit,
      answers,
      autosave,
      validationReporter,
      go,
      currentEntry,
    }),
    submission: createSubmission({
      partner,
      snapshot,
      visit,
      answers,
      autosave,
      validationReporter,
      go,
      words,
      after: browserClock.after,
      random: Math.random,
      waitForConnection,
      forgetQueries: () => forgetQueries(queries),
      refresh,
      currentEntry,
    }),
  };
}
