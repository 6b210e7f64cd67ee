import { paths } from '@firstyear/api-contract/addresses';
import type { Form } from '@firstyear/form-engine';
import { createRequired } from '@firstyear/ui/hooks.ts';
import { clearToasts, endErrors, showError } from '@firstyear/ui/toast-store.ts';
import type { AnswerStore } from '../answers/answer-store.ts';
import type { Outbox } from '../answers/outbox.ts';
import { request } from '../api/client.ts';
import { hasCode, showFailure, wordsOf } from '../api/errors.ts';
import type { Autosave } from '../autosave/autosave.ts';
import type { Go } from '../session/navigation.ts';
import { isFormPath, storesLastPage } from '../session/redirects.ts';
import type { SnapshotStore } from '../session/snapshot.ts';
import { recordEvent, submittedElsewhere, type Visit } from '../session/visit.ts';
import type { ValidationReporter } from './report-validations.ts';

interface PageChangeParts {
  readonly form: Form;
  readonly snapshot: SnapshotStore;
  readonly visit: Visit;
  readonly answers: Pick<AnswerStore, 'commitDrafts'>;
  readonly outbox: Pick<Outbox, 'typedAnswers' | 'unsaved'>;
  readonly autosave: Pick<Autosave, 'saveNow'>;
  readonly validationReporter: Pick<ValidationReporter, 'report'>;
  readonly go: Go;
  readonly currentEntry: () => string;
}

/**
 * The application was submitted in another tab or on another device, so nothing can be changed any more. Loads what was
 * submitted, with its confirmation number.
 */
export function foundSubmitted({ snapshot, visit }: Pick<PageChangeParts, 'snapshot' | 'visit'>, error: unknown): void {
  if (snapshot.get().web_status === 'submitted') return;
  clearToasts();
  showError(wordsOf(error));
  recordEvent(visit, submittedElsewhere);
  snapshot.set({ web_status: 'submitted' });
}

/** Saves typed answers. Calls PUT /api/answer in any case, so that nothing continues without a session (STATE-05). */
export async function saveAnswers({
  answers,
  outbox,
  autosave,
}: Pick<PageChangeParts, 'answers' | 'outbox' | 'autosave'>): Promise<void> {
  answers.commitDrafts();
  const hasUnsaved = outbox.unsaved() !== undefined;
  await autosave.saveNow();
  if (!hasUnsaved) await request('answer', { payload: {} });
  endErrors('save');
}

/** Goes to the Log In or Sign Up card with a visitor's answers. */
export function goToCard(
  { answers, outbox, go }: Pick<PageChangeParts, 'answers' | 'outbox' | 'go'>,
  path: string,
): void {
  answers.commitDrafts();
  go(path, { state: { answers: outbox.typedAnswers() } });
}

/** The ways from one form page to another. */
export function createPageChange(parts: PageChangeParts) {
  const { form, snapshot, visit, answers, outbox, validationReporter, go, currentEntry } = parts;
  /** Counts requested page changes: only the latest is carried out. */
  let changes = 0;
  const isVisitor = () => !snapshot.get().is_logged_in;

  const hasEnteredAnswers = () => {
    answers.commitDrafts();
    return Object.keys(outbox.typedAnswers()).length > 0;
  };

  /**
   * Goes to another form page. Saves a logged-in applicant's answers first and posts the errors. If the save fails, says so
   * and stays; for a submitted application, leads to its completion. Stays too if the applicant has gone elsewhere meanwhile.
   */
  const changePage = async (to: string, replace: boolean) => {
    if (isVisitor()) {
      answers.commitDrafts();
      go(to, { replace });
      return;
    }
    changes += 1;
    const change = changes;
    const entry = currentEntry();
    try {
      await saveAnswers(parts);
    } catch (error) {
      if (hasCode(error, 'locked')) foundSubmitted(parts, error);
      else showFailure(error, { cause: 'save', isLeftToDo: outbox.unsaved() !== undefined });
      return;
    }
    snapshot.set({ has_changed_page: true });
    validationReporter.report().catch((error: unknown) => showFailure(error, { cause: 'report' }));
    if (change === changes && entry === currentEntry()) go(to, { replace });
  };

  return {
    changePage,
    /** The top navigation: visitors with answers sign up first, everybody else changes page. */
    followMenu: async (to: string) => {
      if (isVisitor() && hasEnteredAnswers()) goToCard(parts, paths.signup);
      else await changePage(to, true);
    },
    continueTo: async (to: string) => {
      if (isVisitor()) goToCard(parts, paths.signup);
      else await changePage(to, false);
    },
    goToCard: (path: string) => goToCard(parts, path),
    /** Remembers the current page. The first one after a load or a login is no change of page. */
    rememberPage: (pathname: string) => {
      if (!isFormPath(form, pathname)) return;
      const before = visit.lastPath;
      recordEvent(visit, { lastPath: pathname });
      if (before === null || before === pathname || !storesLastPage(snapshot.get())) return;
      snapshot.set({ last_page: pathname });
      // A convenience: when it fails, the next page change stores it again.
      request('lastPage', { payload: { last_page: pathname } }).catch(() => {});
    },
  };
}

type PageChange = ReturnType<typeof createPageChange>;

export const [PageChangeProvider, usePageChange] = createRequired<PageChange>('page changes');
