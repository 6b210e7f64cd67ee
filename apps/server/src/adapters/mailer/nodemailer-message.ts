import type { MailMessage } from './mailer.ts';

/** A message as the mail library takes it. */
export function nodemailerMessage(message: MailMessage, idHost: string) {
  const { from, to, subject, text, date } = message;
  return {
    from,
    // An address and never a list: what an applicant typed cannot add recipients.
    to: { name: '', address: to },
    subject,
    text,
    date,
    messageId: `<${message.id}@${idHost}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
