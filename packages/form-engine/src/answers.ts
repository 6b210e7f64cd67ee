/** An answer: text (of choices, dates and numbers too), or true/false of a check box. '' means not answered. */
export type AnswerValue = string | boolean;

/** The flat map of question key to value. A missing key reads as ''. */
export type Answers = Readonly<Record<string, AnswerValue>>;

/** The state of one applicant that decides which questions the form shows. */
export interface FormState {
  readonly answers: Answers;
  /** Tab id to chosen tab. */
  readonly tabs: Readonly<Record<string, string>>;
  /** Button id to number of components; a missing id means 1. */
  readonly addAnother: Readonly<Record<string, number>>;
}

/** The moment at which the form is shown. Passed in, so that the engine never reads a clock. */
export interface Moment {
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** The applicant's local calendar day, YYYY-MM-DD. */
  readonly today: string;
}

export const EMPTY_STATE: FormState = { answers: {}, tabs: {}, addAnother: {} };

/** The value a document key holds once its upload has been converted. */
export const ANSWERED = 'ANSWERED';

/** The key that holds the chosen label of a choice question. */
export function descKey<K extends string>(key: K): `${K}_desc` {
  return `${key}_desc`;
}

export function answerOf(answers: Answers, key: string): AnswerValue {
  // Called hundreds of times for each typed key, mostly without an answer: hasOwn only runs where there is one.
  const value = answers[key] ?? '';
  return value === '' || Object.hasOwn(answers, key) ? value : '';
}

export function textOf(answers: Answers, key: string): string {
  const value = answerOf(answers, key);
  return typeof value === 'string' ? value : '';
}

/** '' and false both count as not answered (AMB-123). */
export function isAnswered(value: AnswerValue): boolean {
  return value !== '' && value !== false;
}

/** Whether a value is empty or only spaces, which a required question does not accept. */
export function isBlank(value: AnswerValue): boolean {
  return !isAnswered(value) || (typeof value === 'string' && value.trim() === '');
}

/** The Moment of a date, with the local day of this machine. */
export function momentOf(date: Date): Moment {
  const two = (n: number) => String(n).padStart(2, '0');
  return {
    now: date.getTime(),
    today: `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
  };
}

/** Adds days, which may be negative, to a calendar day, YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
