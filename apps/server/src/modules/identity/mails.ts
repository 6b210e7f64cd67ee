import type { PartnerConfig } from '@firstyear/application-form';
import { letter } from '../mail/letter.ts';
import type { MailKind } from '../mail/mail-kinds.ts';
import type { OutgoingMail } from '../mail/service.ts';

export type IdentityMailKind = Exclude<MailKind, 'receipt' | 'reminder'>;

export type IdentityMail = OutgoingMail & { readonly kind: IdentityMailKind };

interface Parts {
  readonly partner: PartnerConfig;
  readonly recipient: string;
}

/** A letter that names nobody: whoever has the address may not be the applicant. */
const mail = (
  kind: IdentityMailKind,
  { partner, recipient }: Parts,
  subject: string,
  ...paragraphs: readonly string[]
): IdentityMail => ({ kind, recipient, subject, text: letter(partner, ['Hello,', ...paragraphs]) });

function confirmationCodeMail(
  kind: IdentityMailKind,
  parts: Parts & { readonly code: string },
  where: string,
  ifNotYou: string,
): IdentityMail {
  return mail(
    kind,
    parts,
    `Your ${parts.partner.name} confirmation code`,
    `Your confirmation code is: ${parts.code}`,
    `Enter it on the page where you ${where}. It expires in 10 minutes, and only the newest code works.`,
    `If you didn't ${ifNotYou}, you can ignore this email. Please don't share this code with anyone.`,
  );
}

export function codeMail(parts: Parts & { readonly code: string }): IdentityMail {
  return confirmationCodeMail('code', parts, 'signed up', `start an application to ${parts.partner.name}`);
}

export function changeCodeMail(parts: Parts & { readonly code: string }): IdentityMail {
  return confirmationCodeMail('email_change_code', parts, 'asked to change your email address', 'ask for this');
}

export function knownAddressMail(
  parts: Parts & { readonly loginUrl: string; readonly forgotUrl: string },
): IdentityMail {
  return mail(
    'known_address',
    parts,
    `You already have an account with ${parts.partner.name}`,
    "Someone, most likely you, just tried to sign up with this email address. You already have an account, so you don't need a new one.",
    `Log in here: ${parts.loginUrl}`,
    `Forgot your password? Choose a new one here: ${parts.forgotUrl}`,
    "If it wasn't you, you can ignore this email. Nothing has changed.",
  );
}

export function setPasswordMail(parts: Parts & { readonly resetUrl: string }): IdentityMail {
  return mail(
    'set_password',
    parts,
    `Choose a password for your ${parts.partner.name} account`,
    'Thank you for confirming your email address. The code was entered in a different browser from the one used to sign up. To keep your account safe, please choose a password now:',
    parts.resetUrl,
    'The link works once and expires in one hour.',
  );
}

export function resetLinkMail(parts: Parts & { readonly resetUrl: string }): IdentityMail {
  return mail(
    'reset_link',
    parts,
    `Choose a new password for your ${parts.partner.name} account`,
    'You asked to reset your password. Choose a new one here:',
    parts.resetUrl,
    'The link works once and expires in one hour. Only the newest link works.',
    "If you didn't ask for this, you can ignore this email. Your password will stay the same.",
  );
}

export function passwordChangedMail(parts: Parts & { readonly forgotUrl: string }): IdentityMail {
  return mail(
    'password_changed',
    parts,
    `Your ${parts.partner.name} password was changed`,
    'The password for your account was just changed, and every other browser that was logged in has been logged out.',
    `If this wasn't you, choose a new password right away: ${parts.forgotUrl}`,
  );
}

export function newDeviceMail(parts: Parts & { readonly forgotUrl: string }): IdentityMail {
  return mail(
    'new_device',
    parts,
    `New login to your ${parts.partner.name} account`,
    'Someone, most likely you, just logged in to your account in a browser that has not been used for it before.',
    "If it was you, there's nothing you need to do.",
    `If it wasn't you, choose a new password right away: ${parts.forgotUrl}`,
  );
}

export function failedLoginsMail(parts: Parts & { readonly forgotUrl: string }): IdentityMail {
  return mail(
    'failed_logins',
    parts,
    `Many failed attempts to log in to your ${parts.partner.name} account`,
    'Someone tried many times to log in to your account with a wrong password. None of those tries worked, and nothing in your application has changed. Whoever keeps trying has to wait longer and longer.',
    `If you've forgotten your password, or if you use the same password anywhere else, choose a new one here: ${parts.forgotUrl}`,
    "Otherwise, there's nothing you need to do.",
  );
}

interface UndoParts extends Parts {
  readonly newEmail: string;
  readonly undoUrl: string;
}

const UNDO_CONSEQUENCE =
  'Every browser will be logged out, and you can choose a new password. The link works once and expires in 3 days.';

export function changeRequestedMail(parts: UndoParts): IdentityMail {
  return mail(
    'email_change_requested',
    parts,
    `Someone asked to change the email address of your ${parts.partner.name} account`,
    `Someone, most likely you, asked to change the email address of your account to ${parts.newEmail}. It will be changed as soon as they enter the code that we sent there.`,
    "If it was you, there's nothing you need to do here.",
    `If it wasn't you, keep your address here: ${parts.undoUrl}`,
    UNDO_CONSEQUENCE,
  );
}

export function emailChangedMail(parts: UndoParts): IdentityMail {
  return mail(
    'email_changed',
    parts,
    `The email address of your ${parts.partner.name} account was changed`,
    `The email address of your account was just changed to ${parts.newEmail}. Use the new address to log in. We'll send our emails there from now on.`,
    `If this wasn't you, take your account back here: ${parts.undoUrl}`,
    UNDO_CONSEQUENCE,
  );
}

export function changeUndoneMail(parts: Parts & { readonly resetUrl: string }): IdentityMail {
  return mail(
    'email_change_undone',
    parts,
    `Choose a new password for your ${parts.partner.name} account`,
    'Your account has this email address, every browser has been logged out, and your earlier password no longer works. Choose a new one here:',
    parts.resetUrl,
    'The link works once and expires in one hour. You can ask for another one at any time with “Forgot password”.',
  );
}
