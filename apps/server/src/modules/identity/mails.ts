import type { PartnerConfig } from '@firstyear/application-form';
import type { MailKind } from '../mail/mail-kinds.ts';
import type { OutgoingMail } from '../mail/service.ts';

export type IdentityMailKind = Exclude<MailKind, 'receipt'>;

export type IdentityMail = OutgoingMail & { readonly kind: IdentityMailKind };

interface Parts {
  readonly partner: PartnerConfig;
  readonly recipient: string;
}

function letter({ partner }: Parts, ...paragraphs: readonly string[]): string {
  const contact = `Questions? Write to ${partner.help_email} or call ${partner.phone}.`;
  const signature = ['Sincerely,', ...partner.postal_address_lines].join('\n');
  return `${['Hello,', ...paragraphs, contact, signature].join('\n\n')}\n`;
}

const mail = (kind: IdentityMailKind, parts: Parts, subject: string, text: string): IdentityMail => ({
  kind,
  recipient: parts.recipient,
  subject,
  text,
});

export function codeMail(parts: Parts & { readonly code: string }): IdentityMail {
  return mail(
    'code',
    parts,
    `Your ${parts.partner.name} confirmation code`,
    letter(
      parts,
      `Your confirmation code is: ${parts.code}`,
      'Enter it on the page where you signed up. It expires in 10 minutes, and only the newest code works.',
      `If you didn't start an application to ${parts.partner.name}, you can ignore this email. Please don't share this code with anyone.`,
    ),
  );
}

export function knownAddressMail(
  parts: Parts & { readonly loginUrl: string; readonly forgotUrl: string },
): IdentityMail {
  return mail(
    'known_address',
    parts,
    `You already have an account with ${parts.partner.name}`,
    letter(
      parts,
      "Someone, most likely you, just tried to sign up with this email address. You already have an account, so you don't need a new one.",
      `Log in here: ${parts.loginUrl}`,
      `Forgot your password? Choose a new one here: ${parts.forgotUrl}`,
      "If it wasn't you, you can ignore this email. Nothing has changed.",
    ),
  );
}

export function setPasswordMail(parts: Parts & { readonly resetUrl: string }): IdentityMail {
  return mail(
    'set_password',
    parts,
    `Choose a password for your ${parts.partner.name} account`,
    letter(
      parts,
      'Thank you for confirming your email address. The code was entered in a different browser from the one used to sign up. To keep your account safe, please choose a password now:',
      parts.resetUrl,
      'The link works once and expires in one hour.',
    ),
  );
}

export function resetLinkMail(parts: Parts & { readonly resetUrl: string }): IdentityMail {
  return mail(
    'reset_link',
    parts,
    `Choose a new password for your ${parts.partner.name} account`,
    letter(
      parts,
      'You asked to reset your password. Choose a new one here:',
      parts.resetUrl,
      'The link works once and expires in one hour. Only the newest link works.',
      "If you didn't ask for this, you can ignore this email. Your password will stay the same.",
    ),
  );
}

export function passwordChangedMail(parts: Parts & { readonly forgotUrl: string }): IdentityMail {
  return mail(
    'password_changed',
    parts,
    `Your ${parts.partner.name} password was changed`,
    letter(
      parts,
      'The password for your account was just changed, and every other browser that was logged in has been logged out.',
      `If this wasn't you, choose a new password right away: ${parts.forgotUrl}`,
    ),
  );
}

export function newDeviceMail(parts: Parts & { readonly forgotUrl: string }): IdentityMail {
  return mail(
    'new_device',
    parts,
    `New login to your ${parts.partner.name} account`,
    letter(
      parts,
      'Someone, most likely you, just logged in to your account in a browser that has not been used for it before.',
      "If it was you, there's nothing you need to do.",
      `If it wasn't you, choose a new password right away: ${parts.forgotUrl}`,
    ),
  );
}

export function failedLoginsMail(parts: Parts & { readonly forgotUrl: string }): IdentityMail {
  return mail(
    'failed_logins',
    parts,
    `Many failed attempts to log in to your ${parts.partner.name} account`,
    letter(
      parts,
      'Someone tried many times to log in to your account with a wrong password. None of those tries worked, and nothing in your application has changed. Whoever keeps trying has to wait longer and longer.',
      `If you've forgotten your password, or if you use the same password anywhere else, choose a new one here: ${parts.forgotUrl}`,
      "Otherwise, there's nothing you need to do.",
    ),
  );
}
