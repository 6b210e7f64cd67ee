import type { Tx } from '../../db/transaction.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { sendMail } from '../../jobs/send-mail.ts';

export interface OutgoingMail {
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  /** Plain text: nothing in it can become markup. */
  readonly text: string;
}

/** Writes a mail into the transaction that causes it, with the job that sends it: both are kept, or neither. */
export async function queueMail(tx: Tx, jobs: Jobs, mail: OutgoingMail, now: Date): Promise<void> {
  const { id } = await tx
    .insertInto('mail_outbox')
    .values({
      kind: mail.kind,
      recipient: mail.recipient,
      subject: mail.subject,
      body_text: mail.text,
      created_at: now,
      sent_at: null,
      last_error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await jobs.send(sendMail, { mail_id: id }, tx);
}

/** How many mails of these kinds went to an address since a moment, and when the newest did. */
export async function mailsSince(
  tx: Tx,
  recipient: string,
  kinds: readonly string[],
  since: Date,
): Promise<{ readonly count: number; readonly newest: Date | null }> {
  const { count, newest } = await tx
    .selectFrom('mail_outbox')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('created_at').as('newest')])
    .where('recipient', '=', recipient)
    .where('kind', 'in', kinds)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return { count, newest };
}
