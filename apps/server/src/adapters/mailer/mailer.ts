/** One mail, ready to go. */
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

/** The mail server refused this mail for good (no such mailbox, for example): trying again is of no use. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

export interface Mailer {
  /** Hands a mail over. Throws MailRefused, or any other error when it is worth trying again. */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}
