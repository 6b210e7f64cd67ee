import { type Answers, type Form, textOfRole } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { ENGLISH } from '@firstyear/words';
import { mails } from '@firstyear/words/mails';

/** The words of mails: in English, until an account says which language its owner reads. */
export const mailWords = () => mails.in(ENGLISH);

/** How a letter begins: by the name that the applicant goes by, where one is known. */
export function greetingOf(form: Form, answers: Answers): string {
  const { dear, hello } = mailWords().letter;
  const name = textOfRole(form, answers, 'preferred_name') || textOfRole(form, answers, 'given_name');
  return name === '' ? hello : dear({ name });
}

/** A letter of the university as plain text: its paragraphs, where to ask, and who signs. */
export function letter(partner: PartnerConfig, paragraphs: readonly string[]): string {
  const { contact, sincerely } = mailWords().letter;
  const signature = [sincerely, ...partner.postal_address_lines].join('\n');
  return `${[...paragraphs, contact({ email: partner.help_email, phone: partner.phone }), signature].join('\n\n')}\n`;
}
