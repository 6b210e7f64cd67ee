import type { FormDefinition } from '@firstyear/form-engine';

/** The proof that an application was submitted. */
export interface Receipt {
  readonly confirmationNumber: string;
  /** When, in ISO 8601; undefined: not known. */
  readonly submittedAt: string | undefined;
  /** The form that was submitted, where that is not today's. */
  readonly form: FormDefinition | undefined;
}

/** What this load of the page, or this login, has seen so far. In memory only: a reload starts over. */
export interface Visit {
  /** The username whose saved answers are in the store. */
  loadedFor: string | null;
  /** The token of a temporary application that has been read. */
  readToken: string | null;
  /** Something has been shown: the last page is not gone back to any more. */
  hasLanded: boolean;
  /** A page or a card stands since this page was loaded: from now on navigation moves the focus. */
  hasArrived: boolean;
  /** The form page shown last; null before the first one. */
  lastPath: string | null;
  /** The load of what the form pages need, while it is under way and after. */
  loading: Promise<void> | null;
  /** The session is being ended until the Log In card is there: a 401 says nothing new, form pages draw nothing. */
  isEnding: boolean;
  /** The attempt to submit whose errors the summary has taken the focus for. */
  seenAttempt: number;
  /** What to say when the session turns out to be over: a change that ends it got no response; null: nothing. */
  unansweredChange: string | null;
  /** Where a session that ended by itself was at work: its applicant goes on there after logging in again. */
  interrupted: { readonly username: string; readonly page: string } | null;
  /** The question opened from the page where answers are checked: from its page a button leads back. */
  reviewing: { readonly page: string; readonly key: string } | null;
  /** The message that /completion shows right after submitting. */
  submitted: string | null;
  /** What the applicant gets for the submitted application; null: not submitted. */
  receipt: Receipt | null;
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
