import type { Answers, Form } from '@firstyear/form-engine';
import { daysUntilClosing, type PartnerConfig, type Term, termLabel } from '@firstyear/partner-config';
import type { Language } from '@firstyear/words';
import { formatMoment } from '@firstyear/words/format';
import { greetingOf, letter, mailWords } from '../mail/letter.ts';
import type { OutgoingMail } from '../mail/service.ts';

interface Reminder {
  readonly partner: PartnerConfig;
  readonly form: Form;
  readonly term: Term;
  readonly recipient: string;
  readonly language: Language;
  readonly answers: Answers;
  readonly loginUrl: string;
  /** A page with one button, for people. */
  readonly stopUrl: string;
  /** What mail programs post to. */
  readonly oneClickUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Reminds somebody that their draft is not submitted, and says how to get no more of these. */
export function reminderMail(reminder: Reminder): OutgoingMail & { readonly kind: 'reminder' } {
  const { partner, form, term, recipient, language, answers, loginUrl, stopUrl, oneClickUrl, now } = reminder;
  const label = termLabel(form, term);
  const closes = formatMoment(language, partner.time_zone, new Date(term.closes));
  const words = mailWords(language).reminder;
  const days = daysUntilClosing(partner, term, now);
  const values = { university: partner.name, term: label, closes };
  const late = days === 0 ? words.today(values) : words.tomorrow(values);
  const text = letter(partner, language, [
    greetingOf(form, answers, language),
    days === 0 || days === 1 ? late : words.days({ ...values, days }),
    words.logIn({ url: loginUrl }),
    words.stop({ url: stopUrl }),
  ]);
  const subject = words.subject({ university: partner.name });
  return { kind: 'reminder', recipient, subject, text, unsubscribeUrl: oneClickUrl };
}
