import { retry, retryDelay } from '@firstyear/api-client/retry';
import { paths } from '@firstyear/api-contract/addresses';
import { FORM_RELEASE_HEADER } from '@firstyear/api-contract/save-headers';
import { isDocument, releaseOf } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import type { Clock } from '@firstyear/ui/clock.ts';
import type { ValueStore } from '@firstyear/ui/hooks.ts';
import { storedText, type TabStorage } from '@firstyear/ui/storage.ts';
import { clearToasts } from '@firstyear/ui/toast-store.ts';
import type { ReadWords } from '@firstyear/ui/words.ts';
import { documents } from '@firstyear/words/documents';
import { submitting } from '@firstyear/words/submitting';
import type { AnswerStore } from '../answers/answer-store.ts';
import type { Outbox } from '../answers/outbox.ts';
import { SUBMITTING_KEY } from '../answers/tab-storage.ts';
import { request } from '../api/client.ts';
import { ApiError, ConnectionError, hasCode, isDeferred, wordsOf } from '../api/errors.ts';
import { postWebStatus } from '../api/post-web-status.ts';
import { UPLOADS_KEY } from '../api/queries.ts';
import type { QueryClientRef } from '../api/query-client-ref.ts';
import type { Autosave } from '../autosave/autosave.ts';
import { CONVERSION_POLL_MS } from '../constants.ts';
import type { Go } from '../session/navigation.ts';
import { receiptOf } from '../session/profile.ts';
import type { SnapshotStore } from '../session/snapshot.ts';
import { recordEvent, type Visit } from '../session/visit.ts';
import { saveAnswers } from './page-change.ts';
import type { ValidationReporter } from './report-validations.ts';

export interface Attempts {
  readonly count: number;
  /** The page whose summary takes the focus; null: the current one. */
  readonly page: string | null;
}

export interface SubmissionParts {
  readonly partner: Pick<PartnerConfig, 'failed_submit_page'>;
  readonly snapshot: SnapshotStore;
  readonly visit: Visit;
  readonly answers: Pick<AnswerStore, 'commitDrafts' | 'form' | 'errors' | 'isPartial' | 'loadSaved'>;
  readonly outbox: Pick<Outbox, 'typedAnswers' | 'unsaved'>;
  readonly autosave: Pick<Autosave, 'saveNow' | 'stop'>;
  readonly tabStorage: TabStorage | null;
  readonly validationReporter: ValidationReporter;
  readonly go: Go;
  readonly words: ReadWords;
  readonly after: Clock['after'];
  readonly random: () => number;
  readonly waitForConnection: (milliseconds: number) => Promise<void>;
  readonly queries: QueryClientRef;
  /** Cancels running queries and forgets all fetched data: it belongs to the draft. */
  readonly forgetQueries: () => void;
  /** Loads what other tabs and devices have saved; a page of an older form reloads, during a submission too. */
  readonly refresh: (isSubmitting?: boolean) => Promise<unknown>;
  readonly currentEntry: () => string;
}

/** How long a submission waits for documents. */
const MAX_WAIT_MS = 60_000;

interface SubmitParts extends SubmissionParts {
  readonly attempts: ValueStore<Attempts>;
  readonly waiting: ValueStore<string | null>;
  /** The uploads that this submission has waited for, and whether it has waited for a conversion; kept over retries. */
  readonly awaited: { readonly uploads: Set<ReturnType<typeof uploadsOf>[number]>; isConverting: boolean };
}

const uploadsOf = ({ queries }: Pick<SubmissionParts, 'queries'>, status: 'pending' | 'error') =>
  queries.current?.getMutationCache().findAll({ mutationKey: UPLOADS_KEY, status }) ?? [];

/** Throws when a document that the submission has waited for has failed: it must not be submitted without the document. */
async function refuseFailedDocuments(parts: SubmitParts): Promise<void> {
  const { answers, awaited, words } = parts;
  const failed = (label: string, message: string) => new ApiError(words(submitting).documentFailed({ label, message }));
  const upload = uploadsOf(parts, 'error').find((upload) => awaited.uploads.has(upload));
  const questions = answers.form.fields.map(({ question }) => question).filter(isDocument);
  if (upload) {
    const question = questions.find(({ key }) => upload.options.mutationKey?.includes(key));
    throw failed(question?.label ?? '', wordsOf(upload.state.error));
  }
  if (!awaited.isConverting) return;
  const conversions = await Promise.all(questions.map(({ key }) => request('conversionStatus', { params: { key } })));
  for (const [position, { label }] of questions.entries()) {
    const conversion = conversions[position];
    if (conversion?.status === 'FAILED') throw failed(label, conversion.message ?? wordsOf(null));
  }
}

/** Submits, and retries while a document is still being uploaded or converted, for a minute at most. */
async function submitWhenReady(parts: SubmitParts) {
  const { answers, awaited, waiting, after, words } = parts;
  for (let waitedMs = 0; ; waitedMs += CONVERSION_POLL_MS) {
    const uploads = uploadsOf(parts, 'pending');
    for (const upload of uploads) awaited.uploads.add(upload);
    try {
      if (uploads.length === 0) {
        await refuseFailedDocuments(parts);
        return await request('submit', { headers: { [FORM_RELEASE_HEADER]: releaseOf(answers.form) } });
      }
      if (waitedMs >= MAX_WAIT_MS) throw new ApiError(words(documents).waitForUpload);
    } catch (error) {
      if (!hasCode(error, 'document_not_ready') || waitedMs >= MAX_WAIT_MS) throw error;
      awaited.isConverting = true;
    }
    waiting.set(words(submitting).document);
    await new Promise<void>((resolve) => after(CONVERSION_POLL_MS, resolve));
  }
}

async function finish(parts: SubmitParts): Promise<void> {
  const { answers, autosave, snapshot, visit } = parts;
  const submitted = await submitWhenReady(parts);
  await postWebStatus('submitted');
  autosave.stop();
  // Errors on the way are resolved.
  clearToasts();
  // This page may not know yet of a converted document, or of answers from another tab.
  answers.loadSaved(submitted.answer, { keepTyped: false });
  parts.forgetQueries();
  // The form pages redirect a submitted applicant to /completion, with this message.
  recordEvent(visit, { receipt: receiptOf(submitted), submitted: parts.words(submitting).submitted });
  snapshot.set({ web_status: 'submitted' });
}

/** May reload the page, which must not ask about this submission then. */
function refresh(parts: SubmitParts, isSubmitting?: boolean): Promise<unknown> {
  parts.waiting.set(null);
  return parts.refresh(isSubmitting);
}

async function runSteps(parts: SubmitParts): Promise<void> {
  const { partner, snapshot, answers, outbox, validationReporter, attempts, go, currentEntry } = parts;
  const entry = currentEntry();
  // Without the saved answers nobody can say what is missing.
  if (answers.isPartial()) throw new ConnectionError();
  try {
    await saveAnswers(parts);
  } catch (error) {
    if (!hasCode(error, 'locked') || outbox.unsaved()) throw error;
    // Submitted before, and the response was lost or came to another tab: submitting is idempotent.
    await finish(parts);
    return;
  }
  const hasErrors = () => Object.keys(answers.errors()).length > 0;
  // Answers missing here may have been saved by another tab or device.
  if (hasErrors()) await refresh(parts);
  if (snapshot.get().web_status === 'started') {
    await postWebStatus('validating');
    snapshot.set({ web_status: 'validating' });
  }
  await validationReporter.report();
  if (!hasErrors()) {
    try {
      await finish(parts);
      return;
    } catch (error) {
      const hasChanged = hasCode(error, 'form_changed');
      if (!hasChanged && !hasCode(error, 'not_complete')) throw error;
      // Another tab or device has emptied an answer: the server's state counts.
      await refresh(parts, hasChanged);
      if (hasChanged || !hasErrors()) throw error;
    }
  }
  snapshot.set({ has_changed_page: true });
  // An applicant who has left the page meanwhile finds the summary on the new page.
  const page = entry === currentEntry() ? (partner.failed_submit_page ?? null) : null;
  attempts.set({ count: attempts.get().count + 1, page });
  if (page) go(paths.page(page));
}

/**
 * Takes the steps of a submission, and retries all of them while the server is busy or cannot be reached: each step is
 * idempotent. Ends with the session, or when another load begins.
 */
export async function submitInSteps(given: Omit<SubmitParts, 'awaited'>): Promise<void> {
  const parts: SubmitParts = { ...given, awaited: { uploads: new Set(), isConverting: false } };
  const { visit, snapshot, waiting, words, after, random, waitForConnection } = parts;
  const { loading } = visit;
  const isOver = () => visit.isEnding || visit.loading !== loading || !snapshot.get().is_logged_in;
  const mark = storedText(parts.tabStorage, SUBMITTING_KEY);
  const asking = new AbortController();
  const ask = (event: Event) => {
    if (waiting.get() !== null) event.preventDefault();
  };
  // For the next load, when the page or the session goes nevertheless.
  mark.write(snapshot.get().username);
  window.addEventListener('beforeunload', ask, { signal: asking.signal });
  const waitForServer = async (error: unknown, failures: number) => {
    const { busy, away } = words(submitting);
    if (isOver()) throw error;
    if (error instanceof ConnectionError) {
      waiting.set(away);
      await waitForConnection(retryDelay(failures, { random: random() }));
    } else if (isDeferred(error)) {
      waiting.set(hasCode(error, 'overloaded') ? busy : away);
      const delay = retryDelay(failures, { atLeastMs: error.retryAfterMs, random: random() });
      await new Promise<void>((resolve) => after(delay, resolve));
    } else throw error;
    if (isOver()) throw error;
  };
  try {
    await retry(() => runSteps(parts), waitForServer);
  } catch (error) {
    if (!isOver()) throw error;
  } finally {
    waiting.set(null);
    if (!isOver()) mark.write(null);
    asking.abort();
  }
}
