import { type Answers, type Form, type FormState, type Moment, validate } from '@firstyear/form-engine';
import {
  ARRIVAL_MINUTES,
  chosenTerm,
  closingTime,
  extendTerm,
  type PartnerConfig,
  termLabel,
  termStage,
} from '@firstyear/partner-config';
import type { Language } from '@firstyear/words';
import { formatMoment } from '@firstyear/words/format';
import { ApiError } from '../../../plugins/errors.ts';
import { HOUR_MS, MINUTE_MS } from '../../../process/durations.ts';

/** How long the time of the first try counts while a submission waits for documents or for questions of a new release. */
const START_COUNTS_MS = HOUR_MS;

/** The time that counts for the deadline: that of the first try, unless it was too long ago. */
export const startOfSubmission = (firstTry: Date | null, receivedAt: Date): Date =>
  firstTry !== null && receivedAt.getTime() - firstTry.getTime() <= START_COUNTS_MS ? firstTry : receivedAt;

/** Throws term_not_open or term_closed when the chosen term, with the applicant's extension, doesn't accept applications at this moment. */
export function refuseOutsideTerm(
  { partner, form, language }: { readonly partner: PartnerConfig; readonly form: Form; readonly language: Language },
  answers: Answers,
  { sentAt, extendedUntil }: { readonly sentAt: Date; readonly extendedUntil: Date | null },
): void {
  const chosen = chosenTerm(partner, form, answers);
  if (chosen === undefined) return;
  const term = extendTerm(chosen, extendedUntil?.toISOString());
  const label = termLabel(form, term);
  switch (termStage(term, sentAt.getTime())) {
    case 'open':
    case 'late':
      return;
    case 'not_open': {
      const opens = formatMoment(language, partner.time_zone, new Date(term.opens));
      throw new ApiError('term_not_open', { words: { id: 'term_not_open_until', values: { term: label, opens } } });
    }
    case 'closed': {
      if (sentAt.getTime() < closingTime(term) + ARRIVAL_MINUTES * MINUTE_MS) return;
      const closed = formatMoment(language, partner.time_zone, new Date(term.closes));
      throw new ApiError('term_closed', {
        words: { id: 'term_closed_since', values: { term: label, closed, email: partner.help_email } },
      });
    }
  }
}

const WESTERNMOST_HOURS = -12;
const EASTERNMOST_HOURS = 14;

/** The calendar days, at most three, that it may be for an applicant somewhere on earth. */
export function possibleMoments(now: Date): readonly Moment[] {
  const dayAt = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString().slice(0, 10);
  const days = new Set([dayAt(0), dayAt(WESTERNMOST_HOURS), dayAt(EASTERNMOST_HOURS)]);
  return [...days].map((today) => ({ now: now.getTime(), today }));
}

/** The questions with an error on the possible day that leaves the fewest (AMB-145); none: it is complete. */
export function missingIn(form: Form, state: FormState, now: Date): readonly string[] {
  const errors = possibleMoments(now).map((moment) => Object.keys(validate(form, state, moment)));
  return errors.toSorted((a, b) => a.length - b.length)[0] ?? [];
}
