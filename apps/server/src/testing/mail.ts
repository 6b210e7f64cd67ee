import type { Db } from '../db/transaction.ts';

export interface QueuedMail {
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
}

/** The mails that wait for an address, oldest first. */
export async function mailsTo(db: Db, recipient: string): Promise<readonly QueuedMail[]> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['kind', 'subject', 'body_text'])
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ kind: row.kind, subject: row.subject, text: row.body_text ?? '' }));
}

export async function lastMailTo(db: Db, recipient: string): Promise<QueuedMail> {
  const mail = (await mailsTo(db, recipient)).at(-1);
  if (mail === undefined) throw new Error(`no mail waits for ${recipient}`);
  return mail;
}

export function codeIn(mail: QueuedMail): string {
  const code = /\b\d{6}\b/.exec(mail.text)?.[0];
  if (code === undefined) throw new Error(`no code in the mail '${mail.subject}'`);
  return code;
}

/** The parameters of the reset link in a mail. */
export function resetIn(mail: QueuedMail): { readonly username: string; readonly id: string } {
  const link = /https?:\/\/\S+\/reset\?\S+/.exec(mail.text)?.[0];
  if (link === undefined) throw new Error(`no reset link in the mail '${mail.subject}'`);
  const { searchParams } = new URL(link);
  return { username: searchParams.get('username') ?? '', id: searchParams.get('id') ?? '' };
}
