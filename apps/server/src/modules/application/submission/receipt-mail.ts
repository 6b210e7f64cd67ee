import type { Answers, Form } from '@firstyear/form-engine';
import { chosenTerm, completionSteps, type PartnerConfig } from '@firstyear/partner-config';
import type { Language } from '@firstyear/words';
import { completion } from '@firstyear/words/completion';
import { formatDay, formatMoment } from '@firstyear/words/format';
import type { Tx } from '../../../db/transaction.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { greetingOf, letter, mailWords } from '../../mail/letter.ts';
import { queueMail } from '../../mail/service.ts';
import { whoWasMailed } from '../helpers/service.ts';
import type { SubmissionRow } from '../row/submission.ts';

/** The receipt as plain text: nothing in an answer can become markup. */
export function receiptText(
  { partner, form, language }: { readonly partner: PartnerConfig; readonly form: Form; readonly language: Language },
  parts: { readonly answers: Answers; readonly submission: SubmissionRow; readonly helper?: string | undefined },
): string {
  const words = mailWords(language).receipt;
  const moment = formatMoment(language, partner.time_zone, parts.submission.submitted_at);
  const ofSchool = (partner.items ?? []).filter(({ from }) => from === 'school').map(({ id }) => id);
  const steps = completionSteps(partner, parts.answers).map(({ title, text, items = [] }, index) => {
    const isAsked = parts.helper !== undefined && items.some((id) => ofSchool.includes(id));
    return `${index + 1}. ${title}\n   ${isAsked ? words.mailed({ name: parts.helper }) : text}`;
  });
  const codes = completion.in(language).codes({ act: partner.act_code, sat: partner.sat_code });
  const dates = (chosenTerm(partner, form, parts.answers)?.dates ?? []).map(
    (date) => `${formatDay(language, date.day)}: ${date.title}`,
  );
  return letter(partner, language, [
    greetingOf(form, parts.answers, language),
    words.thanks({ university: partner.name, moment }),
    words.number({ number: parts.submission.confirmation_number }),
    ...(steps.length === 0 ? [] : [words.steps({ steps: steps.join('\n') }), codes]),
    ...(dates.length === 0 ? [] : [words.dates({ dates: dates.join('\n') })]),
    words.copy,
  ]);
}

/** Queues the receipt in the transaction of the submission (outbox). */
export async function queueReceipt(
  tx: Tx,
  deps: { readonly partner: PartnerConfig; readonly form: Form; readonly language: Language; readonly jobs: Jobs },
  parts: {
    readonly applicationId: string;
    readonly recipient: string;
    readonly answers: Answers;
    readonly submission: SubmissionRow;
  },
): Promise<void> {
  const helper = await whoWasMailed(tx, parts.applicationId);
  const mail = {
    kind: 'receipt',
    recipient: parts.recipient,
    subject: mailWords(deps.language).receipt.subject({ university: deps.partner.name }),
    text: receiptText(deps, { ...parts, helper }),
  } as const;
  await queueMail(tx, deps.jobs, mail, parts.submission.submitted_at);
}
