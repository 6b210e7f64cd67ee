import { links } from '@firstyear/api-contract/addresses';
import type { Answers, Form } from '@firstyear/form-engine';
import { daysUntilClosing, type PartnerConfig, type Term, termLabel, termStage } from '@firstyear/partner-config';
import type { Language } from '@firstyear/words';
import { formatMoment } from '@firstyear/words/format';
import { type ServedForm, servedIn } from '../../../config/served-forms.ts';
import type { InstallationSecret } from '../../../crypto/secret.ts';
import { isSignature, sign } from '../../../crypto/signature.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { languageOf } from '../../../plugins/reader-language.ts';
import { DAY_MS } from '../../../process/durations.ts';
import { findOwners } from '../../accounts/account/service.ts';
import { lockDraftsToRemind, setRemindersSent } from '../../application/row/application.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { greetingOf, letter, mailWords } from '../../mail/letter.ts';
import { queueMail } from '../../mail/service.ts';

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
  /** For mail programs, which post to it. */
  readonly oneClickUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Reminds an applicant to submit, and says how to stop the reminders. */
export function reminderMail(reminder: Reminder) {
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
  return { kind: 'reminder', recipient, subject, text, unsubscribeUrl: oneClickUrl } as const;
}

const PURPOSE = 'reminder links';

/** The signature in links that stop the reminders of one application. It grants nothing else, and never expires. */
export function signStop(secret: InstallationSecret, applicationId: string): string {
  return sign(secret, PURPOSE, applicationId).toString('base64url');
}

export function isSignedStop(
  secret: InstallationSecret,
  stop: { readonly application: string; readonly signature: string },
): boolean {
  return isSignature(secret, PURPOSE, stop.application, Buffer.from(stop.signature, 'base64url'));
}

type ReminderDependencies = Pick<AppDependencies, 'db' | 'jobs' | 'forms' | 'config'>;

/** Days before the end of a term on which its applicants are reminded. */
const REMINDER_DAYS = [14, 3, 1] as const;
const BATCH = 100;

/** The number of the reminder due for a term at an instant (milliseconds since 1970), counted from 1; 0 for none. */
export function dueReminder(partner: PartnerConfig, term: Term, now: number): number {
  if (termStage(term, now) !== 'open') return 0;
  const days = daysUntilClosing(partner, term, now);
  return REMINDER_DAYS.filter((before) => days <= before).length;
}

/** Queues a reminder for each draft of the next batch; returns the number of drafts. */
async function remindBatch(
  deps: ReminderDependencies,
  { served, term, number }: { readonly served: ServedForm; readonly term: Term; readonly number: number },
  now: Date,
): Promise<number> {
  const { jobs, config } = deps;
  // An applicant who is working on the application needs no reminder.
  const idleSince = new Date(now.getTime() - DAY_MS);
  return inTransaction(deps.db, async (tx) => {
    const selection = { served, entryTerm: term.entry_term, number, idleSince, count: BATCH };
    const drafts = await lockDraftsToRemind(tx, selection);
    if (drafts.length === 0) return 0;
    const accountIds = drafts.map(({ account_id }) => account_id);
    const owners = await findOwners(tx, accountIds);
    for (const { id, account_id, answers } of drafts) {
      const owner = owners.get(account_id);
      if (owner === undefined) continue;
      const language = languageOf(owner.language);
      const stop = { application: id, signature: signStop(config.secret, id) };
      const mail = reminderMail({
        ...servedIn(served, language),
        term,
        recipient: owner.email,
        language,
        answers,
        loginUrl: links.login(config.publicUrl),
        stopUrl: links.reminders(config.publicUrl, stop),
        oneClickUrl: links.stopReminders(config.publicUrl, stop),
        now: now.getTime(),
      });
      await queueMail(tx, jobs, mail, now);
    }
    const ids = drafts.map(({ id }) => id);
    await setRemindersSent(tx, ids, number);
    return drafts.length;
  });
}

/**
 * Queues the due reminders for drafts that were idle for a day; returns their number. A missed reminder isn't sent later.
 * Idempotent, and safe in several workers at once.
 */
export async function queueReminders(deps: ReminderDependencies, now: Date): Promise<number> {
  let queued = 0;
  const terms = deps.forms.all.flatMap((served) => served.partner.terms.map((term) => ({ served, term })));
  for (const { served, term } of terms) {
    const number = dueReminder(served.partner, term, now.getTime());
    if (number === 0) continue;
    for (;;) {
      const count = await remindBatch(deps, { served, term, number }, now);
      queued += count;
      if (count < BATCH) break;
    }
  }
  return queued;
}
