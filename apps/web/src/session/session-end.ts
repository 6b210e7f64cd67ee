import { logout, MARKER_COOKIE } from '@firstyear/api-contract';
import { request } from '../api/client.ts';
import { UnauthorizedError } from '../api/errors.ts';
import { type AppServices, FIRST_VISIT } from '../app/app-services.tsx';
import { paths } from '../paths.ts';
import { sessionText } from '../text/session.ts';
import { clearToasts } from '../ui/toast-store.ts';
import { forgetActivity } from './inactivity.ts';
import { announceSession } from './other-tabs.ts';
import { EMPTY_SNAPSHOT } from './snapshot.ts';

/** How long a logout waits for the last save. */
const LAST_SAVE_MS = 3000;

interface SessionEnd {
  /** For the banner of the Log In card; null: none. */
  readonly error: string | null;
  /** Unsaved answers wait in this tab for the same username; otherwise nothing stays behind. */
  readonly keepsUnsaved: boolean;
}

/**
 * Scripts cannot remove the session cookie itself; without its readable marker nobody seems to be logged in
 * (readings AMB-072).
 */
function dropMarkerCookie(): void {
  Reflect.set(document, 'cookie', `${MARKER_COOKIE}=; Path=/; Max-Age=0; Secure; SameSite=Strict`);
}

/** Forgets everything about the one who was logged in and goes to the Log In card (specification 4, session). */
export function endSession(services: AppServices, { error, keepsUnsaved }: SessionEnd): void {
  const { answers, autosave, inactivity, queryClient, snapshot, visit } = services;
  const { username } = snapshot.get();
  const interrupted = keepsUnsaved && visit.lastPath !== null ? { username, page: visit.lastPath } : null;
  visit.isEnding = true;
  autosave.stop();
  inactivity.stop();
  forgetActivity(services.localStorage);
  dropMarkerCookie();
  void queryClient.cancelQueries();
  queryClient.clear();
  clearToasts();
  if (keepsUnsaved) answers.suspend();
  else answers.clear();
  snapshot.set(EMPTY_SNAPSHOT);
  // Until the Log In card is there the form pages draw nothing and send nobody elsewhere.
  Object.assign(visit, FIRST_VISIT, { isEnding: true, interrupted });
  services.go(paths.login, { replace: true, state: { error } });
}

/** A call answered 401: the session is over, whoever noticed. */
export function sessionIsInvalid(services: AppServices): void {
  if (services.visit.isEnding || !services.snapshot.get().is_logged_in) return;
  services.visit.isEnding = true;
  endSession(services, { error: sessionText.invalid, keepsUnsaved: true });
}

function within(milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    work
      .catch(() => {})
      .finally(() => {
        clearTimeout(timer);
        resolve();
      });
  });
}

/**
 * Saves, logs out and forgets everything, also when the call fails; its error then goes to the error boundary.
 * With a message (idle logout) answers that could not be saved wait in this tab for the same username.
 */
export async function logOut(services: AppServices, message: string | null = null): Promise<void> {
  if (services.visit.isEnding) return;
  services.visit.isEnding = true;
  await within(LAST_SAVE_MS, services.autosave.saveNow());
  let failure: unknown;
  try {
    await request(logout);
  } catch (error) {
    failure = error;
  }
  endSession(services, { error: message, keepsUnsaved: message !== null });
  announceSession('logout');
  if (failure !== undefined && !(failure instanceof UnauthorizedError)) services.flowError.set(failure);
}
