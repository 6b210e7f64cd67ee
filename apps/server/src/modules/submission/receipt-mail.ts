import {
  type Answers,
  chosenTerm,
  completionSteps,
  type Form,
  instantAt,
  longDay,
  type PartnerConfig,
} from '@firstyear/application-form';
import type { Tx } from '../../db/transaction.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { SubmissionRow } from '../application/service.ts';
import { greetingOf, letter } from '../mail/letter.ts';
import { queueMail } from '../mail/service.ts';

interface ReceiptParts {
  readonly recipient: string;
  readonly answers: Answers;
  readonly submission: SubmissionRow;
}

/** The receipt as plain text: nothing in an answer can become markup. */
export function receiptText(
  { partner, form }: { readonly partner: PartnerConfig; readonly form: Form },
  parts: Pick<ReceiptParts, 'answers' | 'submission'>,
): string {
  const moment = instantAt(partner, parts.submission.submitted_at);
  const steps = completionSteps(partner, parts.answers).map(
    (step, index) => `${index + 1}. ${step.title}\n   ${step.text}`,
  );
  const dates = (chosenTerm(partner, form, parts.answers)?.dates ?? []).map(
    (date) => `${longDay(date.day)}: ${date.title}`,
  );
  return letter(partner, [
    greetingOf(form, parts.answers),
    `Thank you for applying to ${partner.name}. We received your application on ${moment}.`,
    `Your confirmation number: ${parts.submission.confirmation_number}\nPlease keep it, and quote it when you write to us.`,
    ...(steps.length === 0 ? [] : [`To complete your application, please take these steps:\n\n${steps.join('\n')}`]),
    ...(dates.length === 0 ? [] : [`Dates to remember:\n\n${dates.join('\n')}`]),
    'You can log in at any time to read your application and download a PDF copy of it.',
  ]);
}

/** Queues the receipt in the transaction of the submission, so that there is one of each or none. */
export async function queueReceipt(
  tx: Tx,
  deps: { readonly partner: PartnerConfig; readonly form: Form; readonly jobs: Jobs },
  parts: ReceiptParts,
): Promise<void> {
  const mail = {
    kind: 'receipt',
    recipient: parts.recipient,
    subject: `We received your application to ${deps.partner.name}`,
    text: receiptText(deps, parts),
  } as const;
  await queueMail(tx, deps.jobs, mail, parts.submission.submitted_at);
}
