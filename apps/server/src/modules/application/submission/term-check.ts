import type { Answers, Form } from '@firstyear/form-engine';
import {
  ARRIVAL_MINUTES,
  chosenTerm,
  closingTime,
  type PartnerConfig,
  termLabel,
  termStage,
} from '@firstyear/partner-config';
import type { Language } from '@firstyear/words';
import { formatMoment } from '@firstyear/words/format';
import { ApiError } from '../../../plugins/errors.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/durations.ts';

/** How long a submission counts from when it was first received, while its documents are being prepared or a release asks for more. */
const START_COUNTS_MS = HOUR_MS;

/** When a submission that is received now was begun: earlier, if it has been waiting for a document. */
export function startOfSubmission(earlier: Date | null, receivedAt: Date): Date {
  if (earlier === null) return receivedAt;
  return receivedAt.getTime() - earlier.getTime() <= START_COUNTS_MS ? earlier : receivedAt;
}

/**
 * Raises term_not_open or term_closed when the chosen term takes no applications that are sent at this moment, unless the
 * office has extended this applicant's deadline.
 */
export function refuseOutsideTerm(
  { partner, form, language }: { readonly partner: PartnerConfig; readonly form: Form; readonly language: Language },
  answers: Answers,
  { sentAt, extendedUntil }: { readonly sentAt: Date; readonly extendedUntil: Date | undefined },
): void {
  const term = chosenTerm(partner, form, answers);
  if (term === undefined) return;
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
      if (extendedUntil !== undefined && sentAt <= extendedUntil) return;
      if (sentAt.getTime() < closingTime(term) + ARRIVAL_MINUTES * MINUTE_MS) return;
      const closed = formatMoment(language, partner.time_zone, new Date(term.closes));
      throw new ApiError('term_closed', {
        words: { id: 'term_closed_since', values: { term: label, closed, email: partner.help_email } },
      });
    }
  }
}
