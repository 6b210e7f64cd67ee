import type { PartnerConfig } from '@firstyear/application-form';
import type { OutgoingMail } from '../mail/outbox.ts';

export type IdentityMailKind = 'code' | 'known_address' | 'set_password' | 'reset_link' | 'password_changed';

export type IdentityMail = OutgoingMail & { readonly kind: IdentityMailKind };

interface Parts {
  readonly partner: PartnerConfig;
  readonly recipient: string;
}

function letter({ partner }: Parts, ...paragraphs: readonly string[]): string {
  const closing = `Questions? Write to ${partner.help_email} or call ${partner.phone}.`;
  return ['Hello,', ...paragraphs, closing, partner.postal_address_lines.join('\n'), ''].join('\n\n');
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
    `Your confirmation code for ${parts.partner.name}`,
    letter(
      parts,
      `here is your confirmation code: ${parts.code}`,
      'Enter it on the page where you signed up. It works for 10 minutes, and only the newest code counts.',
      `You did not start an application to ${parts.partner.name}? Then you can ignore this message, and please give the code to nobody.`,
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
      'somebody, most likely you, just tried to sign up with this e-mail address. You already have an account, so there is no need for a new one.',
      `Log in here: ${parts.loginUrl}`,
      `Forgotten your password? Choose a new one here: ${parts.forgotUrl}`,
      'If it was not you, you can ignore this message. Nothing was changed.',
    ),
  );
}

export function setPasswordMail(parts: Parts & { readonly resetUrl: string }): IdentityMail {
  return mail(
    'set_password',
    parts,
    `Choose your password for ${parts.partner.name}`,
    letter(
      parts,
      'thank you for confirming your e-mail address. The code was entered in another browser than the one that signed up, so to keep your account yours alone, please choose a password now:',
      parts.resetUrl,
      'The link works once, for one hour.',
    ),
  );
}

export function resetLinkMail(parts: Parts & { readonly resetUrl: string }): IdentityMail {
  return mail(
    'reset_link',
    parts,
    `Choose a new password for ${parts.partner.name}`,
    letter(
      parts,
      'you asked for a new password. Choose it here:',
      parts.resetUrl,
      'The link works once, for one hour, and only the newest one counts.',
      'If it was not you, you can ignore this message. Your password stays as it is.',
    ),
  );
}

export function passwordChangedMail(parts: Parts & { readonly forgotUrl: string }): IdentityMail {
  return mail(
    'password_changed',
    parts,
    `Your password for ${parts.partner.name} was changed`,
    letter(
      parts,
      'the password of your account was just changed, and every browser that was logged in has been logged out.',
      `Was it not you? Then choose a new password right away: ${parts.forgotUrl}`,
    ),
  );
}
