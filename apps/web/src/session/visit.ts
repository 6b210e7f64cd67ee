import type { FormDefinition } from '@firstyear/form-engine';

/** The proof that an application was submitted. */
export interface Receipt {
  readonly confirmationNumber: string;
  /** When, in ISO 8601; undefined: not known. */
  readonly submittedAt: string | undefined;
  /** The form that was submitted, where that is not today's. */
  readonly form: FormDefinition | undefined;
}

/**
 * What this load of the page, or this login, has seen so far. In memory only: a reload starts over. Only the events below
 * change it.
 */
export interface Visit {
  /** The username whose saved answers are in the store. */
  readonly loadedFor: string | null;
  /** The token of a temporary application that has been read. */
  readonly readToken: string | null;
  /** Something has been shown: the last page is not gone back to any more. */
  readonly hasLanded: boolean;
  /** A page or a card stands since this page was loaded: from now on navigation moves the focus. */
  readonly hasArrived: boolean;
  /** The form page shown last; null before the first one. */
  readonly lastPath: string | null;
  /** The load of what the form pages need, while it is under way and after. */
  readonly loading: Promise<void> | null;
  /** The session is being ended until the Log In card is there: a 401 says nothing new, form pages draw nothing. */
  readonly isEnding: boolean;
  /** The attempt to submit whose errors the summary has taken the focus for. */
  readonly seenAttempt: number;
  /** What to say when the session turns out to be over: a change that ends it got no response; null: nothing. */
  readonly unansweredChange: string | null;
  /** Where a session that ended by itself was at work: its applicant continues there after logging in again. */
  readonly interrupted: { readonly username: string; readonly page: string } | null;
  /** The question opened from the page where answers are checked: from its page a button leads back. */
  readonly reviewing: { readonly page: string; readonly key: string } | null;
  /** The message that /completion shows right after submitting. */
  readonly submitted: string | null;
  /** What the applicant gets for the submitted application; null: not submitted. */
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

/** Something that happens in a visit, as the values that it changes. */
export type VisitEvent = (before: Visit) => Partial<Visit>;

/** Notes an event in a visit. */
export function happened(visit: Visit, event: VisitEvent): void {
  Object.assign(visit, event(visit));
}

/** The load of what the form pages need has begun. */
export const loadBegan =
  (loading: Promise<void>): VisitEvent =>
  () => ({ loading });

/** A temporary application is being read. */
export const tokenRead =
  (readToken: string): VisitEvent =>
  () => ({ readToken });

/** An applicant's application is loaded. */
export const applicationLoaded =
  (loadedFor: string, receipt: Receipt | null): VisitEvent =>
  () => ({ loadedFor, receipt, interrupted: null });

/** The application was submitted elsewhere: it has to be loaded again. */
export const submittedElsewhere: VisitEvent = () => ({ loadedFor: null, loading: null });

/** This tab has submitted the application. submitted: the message for /completion. */
export const submittedHere =
  (receipt: Receipt | null, submitted: string): VisitEvent =>
  () => ({ receipt, submitted });

/** A form page is shown. */
export const pageShown =
  (lastPath: string): VisitEvent =>
  () => ({ lastPath });

/** The address led to something that stays. */
export const landed: VisitEvent = () => ({ hasLanded: true });

/** A page or a card stands. */
export const arrived: VisitEvent = () => ({ hasArrived: true });

/** The summary has taken the focus for an attempt to submit. */
export const attemptSeen =
  (seenAttempt: number): VisitEvent =>
  () => ({ seenAttempt });

/** A question was followed from the page where answers are checked; null: it was left. */
export const followedFromReview =
  (reviewing: Visit['reviewing']): VisitEvent =>
  () => ({ reviewing });

/** A change that ends sessions got no response, which these words say; null: it got one. */
export const changeEnded =
  (unansweredChange: string | null): VisitEvent =>
  () => ({ unansweredChange });

/** Somebody has logged in. */
export const loggedIn: VisitEvent = ({ interrupted }) => ({ ...FIRST_VISIT, interrupted, hasArrived: true });

/** The session is about to end. */
export const endBegan: VisitEvent = () => ({ isEnding: true });

/** The session has ended, and the Log In card opens. interrupted: the applicant and page to return to; null: none. */
export const sessionEnded =
  (interrupted: Visit['interrupted']): VisitEvent =>
  () => ({ ...FIRST_VISIT, isEnding: true, interrupted, hasArrived: true });

/** The Log In card is there, or a visitor has gone back from the way to it. */
export const endDone: VisitEvent = () => ({ isEnding: false });
