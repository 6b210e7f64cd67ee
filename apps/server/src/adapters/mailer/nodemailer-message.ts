import type { MailMessage } from './mailer.ts';

/** A message as the mail library takes it. */
export function nodemailerMessage(message: MailMessage, idHost: string) {
  const { from, to, subject, text, date, unsubscribeUrl } = message;
  return {
    from,
    // An address and never a list: what an applicant typed cannot add recipients.
    to: { name: '', address: to },
    subject,
    text,
    date,
    messageId: `<${message.id}@${idHost}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        // In one line: some servers sign a folded one in a way that does not verify.
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
