import { type Answers, type Form, textOfRole } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import type { Language } from '@firstyear/words';
import { mails } from '@firstyear/words/mails';

export const mailWords = (language: Language) => mails.in(language);

/** A greeting; '' for a name that isn't known. */
export function greeting(name: string, language: Language): string {
  const { dear, hello } = mailWords(language).letter;
  return name === '' ? hello : dear({ name });
}

/** A greeting with the applicant's preferred or given name, if known. */
export const greetingOf = (form: Form, answers: Answers, language: Language): string =>
  greeting(textOfRole(form, answers, 'preferred_name') || textOfRole(form, answers, 'given_name'), language);

/** A letter of the university as plain text: the paragraphs, whom to contact, and the signature. */
export function letter(partner: PartnerConfig, language: Language, paragraphs: readonly string[]): string {
  const { contact, sincerely } = mailWords(language).letter;
  const signature = [sincerely, ...partner.postal_address_lines].join('\n');
  return `${[...paragraphs, contact({ email: partner.help_email, phone: partner.phone }), signature].join('\n\n')}\n`;
}
