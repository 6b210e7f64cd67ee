import type { PartnerConfig } from '@firstyear/application-form';
import { type Mailer, MailRefused } from '../adapters/mailer/mailer.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/transaction.ts';
import { type JobHandler, jobHandler } from './job.ts';
import { sendMail } from './send-mail.ts';

export interface SendMailDependencies {
  readonly db: Db;
  readonly clock: () => Date;
  readonly mailer: Mailer;
  readonly partner: PartnerConfig;
  readonly config: Pick<Config, 'mailFrom'>;
}

/** What may stand in the database about a failure: a code, never a server's words, which can quote the mail. */
function failureOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

/** Sends one mail of the outbox and drops its body. A mail that was sent already is left alone. */
export function sendMailHandler(deps: SendMailDependencies): JobHandler {
  const { db, clock, mailer, partner, config } = deps;
  const from = config.mailFrom ?? `"${partner.name.replaceAll('"', "'")}" <${partner.help_email}>`;
  return jobHandler(
    sendMail,
    async ({ mail_id: id }, run) => {
      const mail = await db
        .updateTable('mail_outbox')
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .where('body_text', 'is not', null)
        .returning(['recipient', 'subject', 'body_text', 'created_at'])
        .executeTakeFirst();
      if (mail === undefined || mail.body_text === null) return;
      try {
        const { recipient: to, subject, body_text: text, created_at: date } = mail;
        await mailer.send({ id, from, to, subject, text, date });
      } catch (error) {
        const isOver = run.isLast || error instanceof MailRefused;
        await db
          .updateTable('mail_outbox')
          .set({ last_error: failureOf(error), ...(isOver ? { body_text: null } : {}) })
          .where('id', '=', id)
          .execute();
        if (error instanceof MailRefused) return;
        throw error;
      }
      await db
        .updateTable('mail_outbox')
        .set({ sent_at: clock(), body_text: null, last_error: null })
        .where('id', '=', id)
        .execute();
    },
    { concurrency: 3 },
  );
}
