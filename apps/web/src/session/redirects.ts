import { defaultPath, pagePaths, paths } from '@firstyear/api-contract/addresses';
import type { Form } from '@firstyear/form-engine';
import type { Snapshot } from './snapshot.ts';

export interface Place {
  readonly pathname: string;
  readonly hash: string;
  /** Whether no other address has been shown since the page load or login. */
  readonly isFirstLanding: boolean;
}

export function isFormPath(form: Form, path: string): boolean {
  return pagePaths(form).some((item) => item === path);
}

/** The redirect from a form page or /completion; null: none. */
export function redirectOf(form: Form, snapshot: Snapshot, place: Place): string | null {
  const start = defaultPath(form);
  if (snapshot.is_service_user) return null;
  if (snapshot.is_logged_in && snapshot.web_status === 'submitted') {
    return place.pathname === paths.completion ? null : paths.completion;
  }
  if (place.pathname === paths.completion) return start;
  const mayReturn = snapshot.is_logged_in && !snapshot.has_changed_page && place.isFirstLanding;
  const isPlainDefault = place.pathname === start && place.hash === '';
  if (mayReturn && isPlainDefault && isFormPath(form, snapshot.last_page) && snapshot.last_page !== start) {
    return snapshot.last_page;
  }
  return null;
}

export type WelcomeBanner = 'submitted' | 'first-login' | 'returning' | 'visitor';

/** The welcome banner; null: none. */
export function bannerOf(snapshot: Snapshot): WelcomeBanner | null {
  if (snapshot.web_status === 'validating') return null;
  if (snapshot.web_status === 'submitted') return 'submitted';
  if (!snapshot.is_logged_in) return 'visitor';
  if (snapshot.has_changed_page) return null;
  return snapshot.num_logins >= 2 ? 'returning' : 'first-login';
}

/** Whether the form shows its errors, with their summary. */
export const showsErrors = ({ web_status }: Snapshot): boolean => web_status === 'validating';

/** Whether a change of page is stored as last page (REDIR-14). */
export function storesLastPage(snapshot: Snapshot): boolean {
  const isOpen = snapshot.web_status === 'started' || snapshot.web_status === 'validating';
  return snapshot.is_logged_in && isOpen;
}
