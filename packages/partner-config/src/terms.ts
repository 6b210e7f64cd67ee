import { type Answers, type Form, isCalendarDay, optionsOfRole, textOfRole } from '@firstyear/form-engine';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How late a submission that was sent in time may arrive: the answers are saved first, and networks are slow. */
export const ARRIVAL_MINUTES = 5;

/** A date in the calendar of a term's applicants. */
export interface TermDate {
  /** Such as 2027-05-01. */
  readonly day: string;
  readonly title: string;
  readonly text?: string;
}

/** When a university accepts applications for a term. Instants are to the minute, with offset: 2027-03-01T23:59-05:00. */
export interface TermTimes {
  /** The value of the choice of entry_term. */
  readonly entry_term: string;
  /** The first minute in which an application can be submitted. */
  readonly opens: string;
  /** The last minute, inclusive. */
  readonly closes: string;
  /** Whether later applications are accepted. */
  readonly late: 'accepted' | 'refused';
}

export interface Term extends TermTimes {
  readonly dates: readonly TermDate[];
}

export interface TermsOwner {
  readonly terms: readonly Term[];
  readonly time_zone: string;
}

/** The applicant's chosen term; undefined before the choice, and where the university lists no times for it. */
export function chosenTerm<T extends TermTimes>(
  { terms }: { readonly terms: readonly T[] },
  form: Pick<Form, 'roles'>,
  answers: Answers,
): T | undefined {
  const chosen = textOfRole(form, answers, 'term');
  return terms.find((term) => term.entry_term === chosen);
}

/** The term with the deadline that the office has given one applicant, if that is later. until: as in TermTimes. */
export function extendTerm<T extends TermTimes>(term: T, until: string | undefined): T {
  return until !== undefined && Date.parse(until) > Date.parse(term.closes) ? { ...term, closes: until } : term;
}

export type TermsForm = Pick<Form, 'roles' | 'byKey'>;

export function termLabel(form: TermsForm, { entry_term }: TermTimes): string {
  return optionsOfRole(form, 'term').find(({ value }) => value === entry_term)?.label ?? entry_term;
}

/** late: closed, but applications are still accepted. */
export type TermStage = 'not_open' | 'open' | 'late' | 'closed';

/** The first millisecond since 1970 after the closing minute. */
export function closingTime(term: TermTimes): number {
  return Date.parse(term.closes) + MINUTE_MS;
}

/** The stage of a term at an instant, in milliseconds since 1970. */
export function termStage(term: TermTimes, instant: number): TermStage {
  if (instant < Date.parse(term.opens)) return 'not_open';
  if (instant < closingTime(term)) return 'open';
  return term.late === 'accepted' ? 'late' : 'closed';
}

/** The days from an instant until a term closes, by the university's calendar: 0 on the last day. */
export function daysUntilClosing(
  { time_zone }: Pick<TermsOwner, 'time_zone'>,
  term: TermTimes,
  instant: number,
): number {
  // As 2027-03-01.
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' });
  const [today, last] = [instant, Date.parse(term.closes)].map((item) => Date.parse(days.format(item)));
  return Math.round(((last ?? 0) - (today ?? 0)) / DAY_MS);
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?<offset>[+-]\d{2}:\d{2})$/;

/** The UTC offset of a time zone at an instant, such as -05:00. */
function offsetAt(timeZone: string, instant: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', '') || '+00:00';
}

function instantProblem(timeZone: string, text: string): string | undefined {
  const offset = INSTANT.exec(text)?.groups?.offset;
  const instant = Date.parse(text);
  if (offset === undefined || Number.isNaN(instant) || !isCalendarDay(text.slice(0, 10)))
    return 'is no instant such as 2027-03-01T23:59-05:00.';
  const right = offsetAt(timeZone, instant);
  return right === offset ? undefined : `says ${offset}, but then it is ${right} in ${timeZone}.`;
}

/** The problems of a university's terms, in words for their author. The time zone must be valid. */
export function termProblems({ terms, time_zone }: TermsOwner, form: TermsForm): readonly string[] {
  const choices = optionsOfRole(form, 'term');
  const problems: string[] = [];
  for (const [position, term] of terms.entries()) {
    const name = `terms: ${term.entry_term}`;
    if (!choices.some(({ value }) => value === term.entry_term)) {
      problems.push(`${name} is none of the choices of the form's term.`);
    }
    if (terms.findIndex((item) => item.entry_term === term.entry_term) !== position)
      problems.push(`${name} comes twice.`);
    for (const key of ['opens', 'closes'] as const) {
      const problem = instantProblem(time_zone, term[key]);
      if (problem !== undefined) problems.push(`${name}: ${key} ${problem}`);
    }
    if (Date.parse(term.opens) >= Date.parse(term.closes)) problems.push(`${name} closes before it opens.`);
    for (const { day, title } of term.dates) {
      if (!isCalendarDay(day)) problems.push(`${name}: '${day}' is no day such as 2027-05-01.`);
      if (title.trim() === '') problems.push(`${name}: the date ${day} has no title.`);
    }
  }
  return problems;
}
