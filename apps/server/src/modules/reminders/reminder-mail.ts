import {
  type Answers,
  daysUntilClosing,
  type Form,
  instantAt,
  type PartnerConfig,
  type Term,
  termLabel,
} from '@firstyear/application-form';
import { greetingOf, letter } from '../mail/letter.ts';
import type { OutgoingMail } from '../mail/service.ts';

interface Reminder {
  readonly partner: PartnerConfig;
  readonly form: Form;
  readonly term: Term;
  readonly recipient: string;
  readonly answers: Answers;
  readonly loginUrl: string;
  /** A page with one button, for people. */
  readonly stopUrl: string;
  /** What mail programs post to. */
  readonly oneClickUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

function timeLeft(days: number): string {
  if (days === 0) return 'Today is the last day';
  return days === 1 ? 'Tomorrow is the last day' : `You have ${days} days left`;
}

/** Reminds somebody that their draft is not submitted, and says how to get no more of these. */
export function reminderMail(reminder: Reminder): OutgoingMail & { readonly kind: 'reminder' } {
  const { partner, form, term, recipient, answers, loginUrl, stopUrl, oneClickUrl, now } = reminder;
  const label = termLabel(partner, term);
  const closes = instantAt(partner, new Date(Date.parse(term.closes)));
  const left = timeLeft(daysUntilClosing(partner, term, now));
  const text = letter(partner, [
    greetingOf(form, answers),
    `You've started an application to ${partner.name} for ${label}, and it hasn't been submitted yet. ${left}: we take applications until ${closes}.`,
    `Log in to finish it: ${loginUrl}`,
    `Don't want these reminders? Stop them here: ${stopUrl}`,
  ]);
  const subject = `Your application to ${partner.name} isn't submitted yet`;
  return { kind: 'reminder', recipient, subject, text, unsubscribeUrl: oneClickUrl };
}
