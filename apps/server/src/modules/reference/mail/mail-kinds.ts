import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.ts';

/**
 * Every kind of mail, and how long after it was written it is of use: as long it waits for a mail server, and then its
 * text goes. Codes and links wait as long as they work.
 */
export const MAIL_LIFE_MS = {
  code: 10 * MINUTE_MS,
  reset_link: HOUR_MS,
  set_password: HOUR_MS,
  email_change_code: 10 * MINUTE_MS,
  email_change_undone: HOUR_MS,
  /** Their link undoes the change as long. */
  email_change_requested: 3 * DAY_MS,
  email_changed: 3 * DAY_MS,
  /** Somebody who signed up waits for it. */
  known_address: DAY_MS,
  /** Late is better than never: they tell the owner to look after the account. */
  password_changed: 7 * DAY_MS,
  failed_logins: 7 * DAY_MS,
  new_device: 7 * DAY_MS,
  /** What it says of the time that is left is true for a day. */
  reminder: DAY_MS,
  /** The export is kept as long. */
  export_ready: 7 * DAY_MS,
  /** The applicant's proof. */
  receipt: 30 * DAY_MS,
} as const;

export type MailKind = keyof typeof MAIL_LIFE_MS;

const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(MAIL_LIFE_MS, kind);

export const MAIL_KINDS: readonly MailKind[] = Object.keys(MAIL_LIFE_MS).filter(isMailKind);

/** Until when a mail is worth sending. One of a kind that this version does not know is given up. */
export function lastUseOf(mail: { readonly kind: string; readonly created_at: Date }): Date {
  return new Date(mail.created_at.getTime() + (isMailKind(mail.kind) ? MAIL_LIFE_MS[mail.kind] : 0));
}
