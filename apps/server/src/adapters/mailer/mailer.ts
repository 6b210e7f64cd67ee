export interface MailMessage {
  /** Becomes the Message-ID, so that a mail that had to be sent again is recognized as the same. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
  /** Where a program stops more mails of this kind by one POST (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** The mail server refused this mail for good (no such mailbox, for example): retrying is of no use. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

export interface Mailer {
  /** Hands a mail over. Throws MailRefused, or any other error when a retry may help. */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

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
