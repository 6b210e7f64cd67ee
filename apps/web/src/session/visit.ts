import type { Receipt } from './profile.ts';

/** The state since this page load or login. In memory only. Only recordEvent() changes it. */
export interface Visit {
  /** The username whose saved answers are in the store. */
  readonly loadedFor: string | null;
  readonly readToken: string | null;
  /** A page has been shown: the applicant is no longer sent to their last page. */
  readonly hasLanded: boolean;
  /** A page or a card has been drawn: from now on navigation moves the focus. */
  readonly hasArrived: boolean;
  readonly lastPath: string | null;
  /** The load of what the form pages need, in flight or done. */
  readonly loading: Promise<void> | null;
  /** The session is ending, until the Log In card is drawn: form pages draw nothing, and a 401 is ignored. */
  readonly isEnding: boolean;
  /** The latest attempt to submit for which the summary has taken the focus. */
  readonly seenAttempt: number;
  /** The words for a change without a response that may have ended the session; null: none. */
  readonly unansweredChange: string | null;
  /** The page of a session that ended by itself: its applicant continues there after logging in again. */
  readonly interrupted: { readonly username: string; readonly page: string } | null;
  /** The question opened from the review page: its page has a button that leads back. */
  readonly reviewing: { readonly page: string; readonly key: string } | null;
  /** The message that /completion shows right after submitting. */
  readonly submitted: string | null;
  /** null: not submitted. */
  readonly receipt: Receipt | null;
}

export const FIRST_VISIT: Visit = {
  loadedFor: null,
  readToken: null,
  hasLanded: false,
  hasArrived: false,
  lastPath: null,
  loading: null,
  isEnding: false,
  seenAttempt: 0,
  unansweredChange: null,
  interrupted: null,
  reviewing: null,
  submitted: null,
  receipt: null,
};

/** Something has happened in this visit: changes these values. */
export function recordEvent(visit: Visit, changed: Partial<Visit>): void {
  Object.assign(visit, changed);
}

/** Submitted in another tab or on another device: the application has to be loaded again. */
export const submittedElsewhere: Partial<Visit> = { loadedFor: null, loading: null };
