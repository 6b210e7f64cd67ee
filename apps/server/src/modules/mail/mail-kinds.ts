import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../process/durations.ts';

/** The kinds of mail, and how long an unsent mail is retried before its text is dropped. For codes and links, as long as they work. */
export const MAIL_LIFE_MS = {
  code: 10 * MINUTE_MS,
  reset_link: HOUR_MS,
  set_password: HOUR_MS,
  email_change_code: 10 * MINUTE_MS,
  email_change_undone: HOUR_MS,
  /** As long as their links can undo the change. */
  email_change_requested: 3 * DAY_MS,
  email_changed: 3 * DAY_MS,
  /** The person who signed up is waiting for it. */
  known_address: DAY_MS,
  /** Even late, these warn the owner of the account. */
  password_changed: 7 * DAY_MS,
  failed_logins: 7 * DAY_MS,
  new_device: 7 * DAY_MS,
  staff_link_made: 2 * DAY_MS,
  /** Even late, these warn a colleague. */
  staff_set_up: 7 * DAY_MS,
  staff_new_browser: 7 * DAY_MS,
  staff_failed_sign_ins: 7 * DAY_MS,
  /** It has the number of days left. */
  reminder: DAY_MS,
  /** As long as the export is kept. */
  export_ready: 7 * DAY_MS,
  /** The applicant needs it as proof. */
  receipt: 30 * DAY_MS,
  item_asked: 30 * DAY_MS,
  item_returned: 30 * DAY_MS,
  item_came: 30 * DAY_MS,
  items_complete: 30 * DAY_MS,
  /** It has a deadline three days away. */
  item_reminder: 3 * DAY_MS,
  answer_corrected: 30 * DAY_MS,
  deadline_changed: 7 * DAY_MS,
  reopened: 30 * DAY_MS,
  message: 30 * DAY_MS,
  withdrawn: 30 * DAY_MS,
  withdrawal_undone: 30 * DAY_MS,
  /** Later, the applicant has asked again. */
  helper_asked: 7 * DAY_MS,
  helper_declined: 30 * DAY_MS,
} as const;

export type MailKind = keyof typeof MAIL_LIFE_MS;

const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(MAIL_LIFE_MS, kind);

export const MAIL_KINDS: readonly MailKind[] = Object.keys(MAIL_LIFE_MS).filter(isMailKind);

/** When a mail expires; in the past for a kind that this version doesn't know. */
export function lastUseOf(mail: { readonly kind: string; readonly created_at: Date }): Date {
  return new Date(mail.created_at.getTime() + (isMailKind(mail.kind) ? MAIL_LIFE_MS[mail.kind] : 0));
}
