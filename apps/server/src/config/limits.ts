import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../process/durations.ts';

/*
 * Every limit on what people may do how often, with its reason. Sizes of bodies and files come from the form and from
 * plugins/body-limits.ts.
 */

/**
 * Calls before the server says 429, in a minute and from one network. Generous, since a whole school may share one address;
 * what guards one account is counted per account and address (see WRONG_PASSWORDS).
 */
export const CALL_LIMITS = {
  visitor: 1_500,
  /** Of the admissions office, where many may share one address. */
  staff: 6_000,
  link: 600,
  lookup: 3_000,
  uploads: 300,
  /** Calls in ten minutes that can send a mail; they count together. */
  mail: 600,
  /** Errors that browsers of one network report, and of all networks together: each is a line in the log. */
  reports: 30,
  allReports: 300,
  /** Calls in one session from any network: far beyond what one person does who types in several tabs at once. */
  session: 1_200,
};
export type CallLimits = Readonly<typeof CALL_LIMITS>;

export interface CallLimit {
  /** Calls in one window. */
  readonly max: number;
  readonly windowMs: number;
}

/** The limit of a group with its window. */
export function limitOf(group: keyof CallLimits, limits: CallLimits): CallLimit {
  return { max: limits[group], windowMs: group === 'mail' ? 10 * MINUTE_MS : MINUTE_MS };
}

/** The number of free failures, and the wait after them, which doubles with each failure up to the maximum. */
export interface FailureLimit {
  readonly free: number;
  readonly firstWaitS: number;
  readonly maxWaitS: number;
}

/** For somebody who guesses at one thing: a few typing errors are free. */
export const GUESSES: FailureLimit = { free: 5, firstWaitS: 10, maxWaitS: 900 };

/** Wrong passwords; a network or browser at one address has GUESSES. */
export const WRONG_PASSWORDS = {
  /**
   * For an address, separately: from all browsers that have logged in to it before, from all networks in their first two failures of
   * the hour, and in further ones. It slows a guesser with many networks, nobody waits longer than a minute, and the owner's new browser
   * shares its tries only with other new networks.
   */
  atAddress: { free: 30, firstWaitS: 2, maxWaitS: 60 },
  /** Up to this number of failures at an address, a network isn't considered guessing. */
  firstAtAddress: 2,
  /** For one network and all addresses; a school with many applicants has one. */
  fromNetwork: { free: 300, firstWaitS: 1, maxWaitS: 5 },
  /**
   * For one network in ten minutes, separately for first and further failures at an address: it slows trying one password at many
   * addresses after as many failures as a whole class makes. Counted after the password was wrong, so that a class can log in all at once.
   */
  spray: { free: 40, firstWaitS: 1, maxWaitS: 15 },
  sprayWindowMs: 10 * MINUTE_MS,
  /** Up to this number of failures at an address, a network's failure counts as a first one. */
  firstOfSpray: 1,
  /** At one address in an hour, after which its owner is notified. */
  beforeNotice: 20,
} satisfies Readonly<Record<string, FailureLimit | number>>;

/** Mails of one kind to one address in 24 hours. */
export const MAIL_LIMITS = {
  /** From one requester and from all, after which the gap between mails grows from a minute to an hour. An owner never waits longer. */
  quickFromOne: 1,
  quickFromAll: 6,
  maxGapMs: HOUR_MS,
  /** After this number nobody has a share of their own. */
  sharesUntil: 24,
  /** Mails that follow from a proof, such as a code. */
  proven: 10,
  /** Mails to a colleague about new browsers. */
  newBrowsers: 10,
};

/** Mails that ask a counselor, or another helper, for the papers of an applicant; in 24 hours where nothing else is said. */
export const HELPER_MAILS = {
  /** Nobody mails strangers through us. */
  ofOneApplicant: 6,
  /** A whole class asks one counselor on the last day. */
  toOneAddress: 60,
  /** Until the applicant can have the link mailed again. */
  againAfterMs: HOUR_MS,
};

/** Tries per code: from the browser that signed up, and from all others together. */
export const TRIES_OF_CODE = 5;

/** Of one application: more than anybody uploads by hand. */
export const UPLOADS_PER_HOUR = 60;

/** Queues for what is shared (docs/decisions/0042-fair-queueing.md): callers give up after about this time, and proxies soon after. */
export const QUEUES = {
  passwordHashes: { waiting: 200, maxWaitMs: 20 * SECOND_MS },
  /** Of one account. */
  saves: { waiting: 1_000, maxWaitMs: 10 * SECOND_MS },
  /** Estimates of how strong a password is, one at a time. */
  strengthEstimates: { waiting: 60 },
};
