import { links } from '@firstyear/api-contract/addresses';
import type { PartnerConfig } from '@firstyear/partner-config';
import type { Language } from '@firstyear/words';
import type { Config } from '../../../config/config.ts';
import { letter, mailWords } from '../../mail/letter.ts';
import type { MailKind } from '../../mail/mail-kinds.ts';
import type { OutgoingMail } from '../../mail/service.ts';

export type IdentityMailKind = Exclude<MailKind, 'receipt' | 'reminder' | `item${string}`>;

export type IdentityMail = OutgoingMail & { readonly kind: IdentityMailKind };

interface Parts {
  readonly partner: PartnerConfig;
  readonly config: Pick<Config, 'publicUrl'>;
  readonly recipient: string;
  /** The account's language. */
  readonly language: Language;
}

/** A letter without a name: the owner of the address may not be the applicant. */
function mail(
  kind: IdentityMailKind,
  { partner, recipient, language }: Parts,
  subject: (values: { readonly university: string }) => string,
  ...paragraphs: readonly string[]
): IdentityMail {
  const text = letter(partner, language, [mailWords(language).letter.hello, ...paragraphs]);
  return { kind, recipient, subject: subject({ university: partner.name }), text };
}

const forgotUrl = ({ config }: Parts) => ({ url: links.forgot(config.publicUrl) });

export function codeMail({ code, ...parts }: Parts & { readonly code: string }): IdentityMail {
  const words = mailWords(parts.language).code;
  const ignore = words.ignoreSignUp({ university: parts.partner.name });
  return mail('code', parts, words.subject, words.code({ code }), words.enterAtSignUp, ignore);
}

export function changeCodeMail({ code, ...parts }: Parts & { readonly code: string }): IdentityMail {
  const words = mailWords(parts.language).code;
  return mail('email_change_code', parts, words.subject, words.code({ code }), words.enterAtChange, words.ignoreChange);
}

export function knownAddressMail(parts: Parts): IdentityMail {
  const { subject, known, logIn, forgot, ignore } = mailWords(parts.language).knownAddress;
  const logInLine = logIn({ url: links.login(parts.config.publicUrl) });
  return mail('known_address', parts, subject, known, logInLine, forgot(forgotUrl(parts)), ignore);
}

export function setPasswordMail(parts: Parts & { readonly resetUrl: string }): IdentityMail {
  const { subject, choose, expires } = mailWords(parts.language).setPassword;
  return mail('set_password', parts, subject, choose, parts.resetUrl, expires);
}

export function resetLinkMail(parts: Parts & { readonly resetUrl: string }): IdentityMail {
  const { subject, choose, expires, ignore } = mailWords(parts.language).resetLink;
  return mail('reset_link', parts, subject, choose, parts.resetUrl, expires, ignore);
}

export function passwordChangedMail(parts: Parts): IdentityMail {
  const { subject, changed, notYou } = mailWords(parts.language).passwordChanged;
  return mail('password_changed', parts, subject, changed, notYou(forgotUrl(parts)));
}

export function newDeviceMail(parts: Parts): IdentityMail {
  const { subject, loggedIn, you, notYou } = mailWords(parts.language).newDevice;
  return mail('new_device', parts, subject, loggedIn, you, notYou(forgotUrl(parts)));
}

export function failedLoginsMail(parts: Parts): IdentityMail {
  const { subject, tried, forgot, otherwise } = mailWords(parts.language).failedLogins;
  return mail('failed_logins', parts, subject, tried, forgot(forgotUrl(parts)), otherwise);
}

interface UndoParts extends Parts {
  readonly newEmail: string;
  readonly undoUrl: string;
}

export function changeRequestedMail(parts: UndoParts): IdentityMail {
  const { subject, asked, you, notYou, undone } = mailWords(parts.language).changeRequested;
  const paragraphs = [asked({ email: parts.newEmail }), you, notYou({ url: parts.undoUrl }), undone];
  return mail('email_change_requested', parts, subject, ...paragraphs);
}

export function emailChangedMail(parts: UndoParts): IdentityMail {
  const { subject, changed, notYou, undone } = mailWords(parts.language).emailChanged;
  const paragraphs = [changed({ email: parts.newEmail }), notYou({ url: parts.undoUrl }), undone];
  return mail('email_changed', parts, subject, ...paragraphs);
}

export function changeUndoneMail(parts: Parts & { readonly resetUrl: string }): IdentityMail {
  const { subject, choose, expires } = mailWords(parts.language).changeUndone;
  return mail('email_change_undone', parts, subject, choose, parts.resetUrl, expires);
}
