import { paths } from '@firstyear/api-contract/addresses';
import { type Form, isAnswered } from '@firstyear/form-engine';
import { useRequired } from '@firstyear/ui/hooks.ts';
import { endErrors } from '@firstyear/ui/toast-store.ts';
import { createContext } from 'react';
import type { AnswerStore } from '../answers/answer-store.ts';
import { request } from '../api/client.ts';
import { hasCode } from '../api/errors.ts';
import { showFailure } from '../api/show-failure.ts';
import type { Autosave } from '../autosave/autosave.ts';
import type { Go } from '../session/go.ts';
import { isFormPath, storesLastPage } from '../session/redirects.ts';
import type { SnapshotStore } from '../session/snapshot.ts';
import { happened, pageShown, type Visit } from '../session/visit.ts';
import { foundSubmitted } from './found-submitted.ts';
import type { ValidationReporter } from './report-validations.ts';

export interface PageChangeParts {
  readonly form: Form;
  readonly snapshot: SnapshotStore;
  readonly visit: Visit;
  readonly answers: Pick<AnswerStore, 'commitDrafts' | 'typedAnswers' | 'unsaved'>;
  readonly autosave: Pick<Autosave, 'saveNow'>;
  readonly validationReporter: Pick<ValidationReporter, 'report'>;
  readonly go: Go;
  /** Names the entry of the history that is shown. */
  readonly currentEntry: () => string;
}

/** The ways from one form page to another. */
export interface PageChange {
  /**
   * Goes to another form page. A logged-in applicant's answers are saved first and the errors posted; a save that fails
   * is said and the page stays; a save of a submitted application leads to its completion. An applicant who goes elsewhere meanwhile
   * is not pulled back.
   */
  readonly changePage: (to: string, replace: boolean) => Promise<void>;
  /** A press on the top navigation: visitors with answers sign up first, everybody else changes page. */
  readonly followMenu: (to: string) => Promise<void>;
  /** 'Save and Continue'. */
  readonly continueTo: (to: string) => Promise<void>;
  /** To the Log In or Sign Up card; what a visitor has typed goes along. */
  readonly goToCard: (path: string) => void;
  /** Remembers the page that is shown now. The first one after a load or a login is no change of page. */
  readonly rememberPage: (pathname: string) => void;
}

const PageChangeContext = createContext<PageChange | null>(null);
export const PageChangeProvider = PageChangeContext.Provider;

export function usePageChange(): PageChange {
  return useRequired(PageChangeContext, 'changes of page');
}

/** Saves what is typed. PUT /api/answer is made in any case, so that nothing goes on without a session (STATE-05). */
export async function saveAnswers({ answers, autosave }: Pick<PageChangeParts, 'answers' | 'autosave'>): Promise<void> {
  answers.commitDrafts();
  const hasUnsaved = answers.unsaved() !== undefined;
  await autosave.saveNow();
  if (!hasUnsaved) await request('answer', { payload: {} });
  endErrors('save');
}

/** Goes to a card, with everything typed so far. */
export function goToCard({ answers, go }: Pick<PageChangeParts, 'answers' | 'go'>, path: string): void {
  answers.commitDrafts();
  go(path, { state: { answers: answers.typedAnswers() } });
}

export function createPageChange(parts: PageChangeParts): PageChange {
  const { form, snapshot, visit, answers, validationReporter, go, currentEntry } = parts;
  /** Counts requested changes of page: only the latest is made. */
  let wishes = 0;
  const isVisitor = () => !snapshot.get().is_logged_in;

  const hasEnteredAnswers = () => {
    answers.commitDrafts();
    return Object.values(answers.typedAnswers()).some(isAnswered);
  };

  const changePage = async (to: string, replace: boolean) => {
    if (isVisitor()) {
      answers.commitDrafts();
      go(to, { replace });
      return;
    }
    wishes += 1;
    const wish = wishes;
    const entry = currentEntry();
    try {
      await saveAnswers(parts);
    } catch (error) {
      if (hasCode(error, 'locked')) foundSubmitted(parts, error);
      else showFailure(error, { cause: 'save', isLeftToDo: answers.unsaved() !== undefined });
      return;
    }
    snapshot.set({ has_changed_page: true });
    validationReporter.report().catch((error: unknown) => showFailure(error, { cause: 'report' }));
    if (wish === wishes && entry === currentEntry()) go(to, { replace });
  };

  return {
    changePage,
    followMenu: async (to) => {
      if (isVisitor() && hasEnteredAnswers()) goToCard(parts, paths.signup);
      else await changePage(to, true);
    },
    continueTo: async (to) => {
      if (isVisitor()) goToCard(parts, paths.signup);
      else await changePage(to, false);
    },
    goToCard: (path) => goToCard(parts, path),
    rememberPage: (pathname) => {
      if (!isFormPath(form, pathname)) return;
      const before = visit.lastPath;
      happened(visit, pageShown(pathname));
      if (before === null || before === pathname || !storesLastPage(snapshot.get())) return;
      snapshot.set({ last_page: pathname });
      // A convenience: when it fails, the next change of page stores again.
      request('lastPage', { payload: { last_page: pathname } }).catch(() => {});
    },
  };
}
