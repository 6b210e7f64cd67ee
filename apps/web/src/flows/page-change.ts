import { answer, lastPage } from '@firstyear/api-contract';
import { isAnswered } from '@firstyear/application-form';
import { request } from '../api/client.ts';
import { UnauthorizedError, wordsOf } from '../api/errors.ts';
import type { AppServices } from '../app/app-services.tsx';
import { paths } from '../paths.ts';
import { isFormPath, storesLastPage } from '../session/redirects.ts';
import { showError } from '../ui/toast-store.ts';

/** Says a failed call in a toast. A 401 has already ended the session. */
export function sayFailure(error: unknown): void {
  if (!(error instanceof UnauthorizedError)) showError(wordsOf(error));
}

/** Saves what is typed. PUT /api/answer is made in any case, so that nothing goes on without a session (STATE-05). */
export async function saveAnswers({ answers, autosave }: AppServices): Promise<void> {
  answers.commitHeld();
  const hasUnsaved = answers.unsaved() !== undefined;
  await autosave.saveNow();
  if (!hasUnsaved) await request(answer, { payload: {} });
}

/** To sign-up, with everything typed so far as navigation state. */
export function signUpFirst(services: AppServices): void {
  services.answers.commitHeld();
  services.go(paths.signup, { state: { answers: services.answers.typed() } });
}

/** Whether somebody has entered anything (readings AMB-040). */
export function hasEnteredAnswers({ answers }: AppServices): boolean {
  answers.commitHeld();
  return Object.values(answers.typed()).some(isAnswered);
}

/**
 * Goes to another form page. A logged-in applicant's answers are saved first and the errors posted; a save that fails
 * is said and the page stays (specification 2 and 4).
 */
export async function changePage(services: AppServices, to: string, replace: boolean): Promise<void> {
  if (!services.snapshot.get().is_logged_in) {
    services.answers.commitHeld();
    services.go(to, { replace });
    return;
  }
  try {
    await saveAnswers(services);
  } catch (error) {
    sayFailure(error);
    return;
  }
  services.snapshot.set({ has_changed_page: true });
  services.validationReporter.report().catch(sayFailure);
  services.go(to, { replace });
}

/** A press on the top navigation: visitors with answers sign up first, everybody else changes page. */
export async function followMenu(services: AppServices, to: string): Promise<void> {
  const isVisitor = !services.snapshot.get().is_logged_in;
  if (isVisitor && hasEnteredAnswers(services)) signUpFirst(services);
  else await changePage(services, to, true);
}

/** 'Save and Continue'. */
export async function continueTo(services: AppServices, to: string): Promise<void> {
  if (services.snapshot.get().is_logged_in) await changePage(services, to, false);
  else signUpFirst(services);
}

/** Remembers the page that is shown now. The first one after a load or a login is no route change (AMB-018). */
export function rememberPage({ snapshot, visit }: AppServices, pathname: string): void {
  if (!isFormPath(pathname)) return;
  const before = visit.lastPath;
  visit.lastPath = pathname;
  if (before === null || before === pathname || !storesLastPage(snapshot.get())) return;
  snapshot.set({ last_page: pathname });
  // A convenience: when it fails, the next change of page stores again.
  request(lastPage, { payload: { last_page: pathname } }).catch(() => {});
}
