import { retryDelay } from '@firstyear/api-client/retry';
import { PARAMETERS } from '@firstyear/api-contract/addresses';
import type { Profile, serviceApplication } from '@firstyear/api-contract/application';
import type { ResponseOf } from '@firstyear/api-contract/call';
import { releaseOf } from '@firstyear/form-engine';
import type { ValueStore } from '@firstyear/ui/hooks.ts';
import { storedText, type TabStorage } from '@firstyear/ui/storage.ts';
import { formNews } from '@firstyear/words/form-news';
import { submitting } from '@firstyear/words/submitting';
import type { AnswerStore } from '../answers/answer-store.ts';
import { SUBMITTING_KEY } from '../answers/tab-storage.ts';
import { fillFromTypedBefore, fillUntied } from '../answers/typed-before.ts';
import { request } from '../api/client.ts';
import { ApiError, ConnectionError, isUnauthorized, showFailure } from '../api/errors.ts';
import { postWebStatus } from '../api/post-web-status.ts';
import type { Autosave } from '../autosave/autosave.ts';
import { putAnswers } from '../autosave/put-answers.ts';
import { PAGE_LANGUAGE } from '../page-language.ts';
import { receiptOf, snapshotOf } from '../session/profile.ts';
import type { SnapshotStore } from '../session/snapshot.ts';
import type { TabApplicant } from '../session/stored.ts';
import { recordEvent, type Visit } from '../session/visit.ts';
import { type LeftForm, takeLeftForm } from './newer-form.ts';
import {
  createServedCalls,
  type Deferral,
  onceServed,
  outcomeOf,
  type ServedCallsParts,
  SessionOver,
} from './served-calls.ts';

/** Only the page of the address, or all of the PDF. */
type ServicePrint = 'page' | 'all';

export interface ServiceApplication {
  readonly application: ResponseOf<typeof serviceApplication>;
  readonly prints: ServicePrint;
}

/** News about a change of the form, shown once. */
export interface FormNews {
  /** The earlier form of this tab, before the page was reloaded. */
  readonly left: LeftForm | undefined;
  /** What the new form changes for this applicant. */
  readonly changes: NonNullable<Profile['changes']> | undefined;
  /** The mark beside the label of a question, by its key. */
  readonly mark: (key: string) => string;
}

/** How answers are saved; null until an application is loaded, so that a first visit does without it. */
export interface Saves {
  put: typeof putAnswers | null;
}

export interface Place {
  readonly url: URL;
  readonly state: unknown;
}

export interface LoadParts extends Omit<ServedCallsParts, 'deferred'> {
  readonly place: () => Place;
  readonly visit: Visit;
  readonly snapshot: SnapshotStore;
  readonly answers: AnswerStore;
  readonly autosave: Pick<Autosave, 'start'>;
  readonly tabApplicant: TabApplicant;
  readonly tabStorage: TabStorage | null;
  readonly saves: Saves;
  /** Set while the form shows only what this tab keeps, because the server cannot be reached. */
  readonly isPartial: ValueStore<boolean>;
  /** What a submission of this page waits for; null: nothing. */
  readonly submissionWaiting: Pick<ValueStore<unknown>, 'get'>;
  readonly waitForConnection: (milliseconds: number) => Promise<void>;
  /** The first try of a logout that an earlier page has left unfinished; null: none has. */
  readonly logout: Promise<void> | null;
}

interface LoadReports {
  readonly deferred: ValueStore<Deferral | null>;
  readonly service: ValueStore<ServiceApplication | null>;
  readonly news: ValueStore<FormNews | null>;
}

/** Removes a parameter from the address bar; the history entry keeps its other state. */
function hideParameter(name: string, keep?: Readonly<Record<string, string>>): void {
  const url = new URL(window.location.href);
  url.searchParams.delete(name);
  const state: unknown = window.history.state;
  window.history.replaceState({ ...(typeof state === 'object' ? state : {}), ...keep }, '', url);
}

function servicePrintOf(url: URL): ServicePrint {
  return url.searchParams.get(PARAMETERS.print) === 'all' ? 'all' : 'page';
}

/** Tabs and repeater counts: the page works with their defaults, so a failure is only reported. */
function orDefault<T>(outcome: PromiseSettledResult<T>): T | undefined {
  if (outcome.status === 'fulfilled') return outcome.value;
  showFailure(outcome.reason);
  return undefined;
}

/** Loads an application: of a service token, or of the logged-in applicant. Idempotent. */
export function createLoad(
  parts: LoadParts,
  { deferred, service, news }: LoadReports,
): (url: URL, serviceToken: string | null) => Promise<void> {
  const { snapshot, visit, answers, autosave, tabApplicant, isPartial } = parts;
  parts.saves.put = putAnswers;
  const submission = storedText(parts.tabStorage, SUBMITTING_KEY);
  const whenServed = createServedCalls({ ...parts, deferred });

  const loadServiceView = async (token: string, prints: ServicePrint) => {
    snapshot.set({ is_service_user: true, is_logged_in: false });
    // A visitor's answers in this tab are not part of the application.
    answers.owner.suspend();
    hideParameter(PARAMETERS.serviceToken, { [PARAMETERS.serviceToken]: token });
    const application = await whenServed(() => request('serviceApplication', { query: { service_token: token } }));
    answers.loadSaved(application.answer, { keepTyped: false });
    service.set({ application, prints });
  };

  const loadTemporaryApplication = async (token: string) => {
    recordEvent(visit, { readToken: token });
    try {
      fillUntied(answers, await whenServed(() => request('temporaryApplication', { query: { token } })));
      hideParameter(PARAMETERS.token);
    } catch (error) {
      if (error instanceof SessionOver) throw error;
      showFailure(error);
    }
  };

  /** Sets a logged-in applicant with no status to started, and posts it (STATE-03). */
  const startApplication = () => {
    snapshot.set({ web_status: 'started' });
    postWebStatus('started').catch((error: unknown) => showFailure(error));
  };

  const loadProfile = async () => {
    const fetchProfile = onceServed(() => request('profile'));
    const fetchTabs = onceServed(() => request('getTabs'));
    const fetchAddAnother = onceServed(() => request('getAddAnother'));
    const [profile, ...others] = await whenServed(async () => {
      const beside = Promise.all([outcomeOf(fetchTabs()), outcomeOf(fetchAddAnother())]);
      // Without a profile their failures don't matter.
      beside.catch(() => {});
      return [await fetchProfile(), ...(await beside)] as const;
    });
    const [tabs, addAnother] = [orDefault(others[0]), orDefault(others[1])];
    isPartial.set(false);
    const known = snapshotOf(profile);
    const lastPage = visit.interrupted?.username === profile.username ? visit.interrupted.page : known.last_page;
    recordEvent(visit, { loadedFor: profile.username, receipt: receiptOf(profile), interrupted: null });
    const isSubmitted = known.web_status === 'submitted';
    const bringsAnswers = answers.owner.signIn(profile.username);
    answers.loadSaved(profile.answer, { keepTyped: !isSubmitted });
    if (tabs) answers.setTabs(tabs);
    if (addAnother) answers.setAddAnother(addAnother);
    snapshot.set({ ...known, last_page: lastPage });
    // A page without the saved answers may be submitting by itself by now, and the mark is its own.
    const isSubmitting = parts.submissionWaiting.get() !== null;
    const wasSubmitting = !isSubmitting && submission.read() === profile.username;
    if (!isSubmitting) submission.write(null);
    if (isSubmitted) return;
    const left = takeLeftForm(parts.tabStorage, releaseOf(answers.form));
    const { changes } = profile;
    if (wasSubmitting && !left?.isSubmitting) {
      showFailure(new ApiError(submitting.in(PAGE_LANGUAGE).dropped), { cause: 'submission' });
    }
    if (left || changes) {
      const { mark } = formNews.in(PAGE_LANGUAGE);
      news.set({ left, changes, mark: (key) => (changes?.added.includes(key) ? mark : '') });
    }
    if (bringsAnswers) fillFromTypedBefore(answers);
    const { email } = answers.form.roles;
    if (email !== undefined) answers.fillEmpty({ [email]: profile.username });
    autosave.start();
    if (known.web_status === 'none') startApplication();
  };

  const loadWhenConnected = async () => {
    for (let failures = 0; isPartial.get(); failures += 1) {
      await parts.waitForConnection(retryDelay(failures, { random: parts.random() }));
      if (visit.isEnding || !snapshot.get().is_logged_in) isPartial.set(false);
      // Other failures are retried; the call that found the session expired has ended it.
      else {
        await loadProfile().catch((error: unknown) => {
          if (isUnauthorized(error) || error instanceof SessionOver) isPartial.set(false);
        });
      }
    }
  };

  /** Without a connection, shows what this tab keeps of the applicant whose application it has shown. */
  const loadProfileOrKept = async () => {
    try {
      await loadProfile();
    } catch (error) {
      const username = tabApplicant.username();
      if (!(error instanceof ConnectionError) || username === null || !answers.owner.survivesReload) throw error;
      isPartial.set(true);
      answers.owner.signIn(username);
      answers.awaitSaved();
      snapshot.set({ username, web_status: 'started', has_changed_page: true });
      autosave.start();
      void loadWhenConnected();
    }
  };

  return async (url, serviceToken) => {
    if (service.get()) return;
    if (serviceToken !== null) {
      await loadServiceView(serviceToken, servicePrintOf(url));
      return;
    }
    if (snapshot.get().is_logged_in && visit.loadedFor === null) await loadProfileOrKept();
    const token = url.searchParams.get(PARAMETERS.token);
    if (token && visit.readToken !== token) await loadTemporaryApplication(token);
  };
}
