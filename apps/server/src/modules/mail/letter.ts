import { type Answers, type Form, type PartnerConfig, textOfRole } from '@firstyear/application-form';

/** How a letter begins: by the name that the applicant goes by, where one is known. */
export function greetingOf(form: Form, answers: Answers): string {
  const name = textOfRole(form, answers, 'preferred_name') || textOfRole(form, answers, 'given_name');
  return name === '' ? 'Hello,' : `Dear ${name},`;
}

/** A letter of the university as plain text: its paragraphs, where to ask, and who signs. */
export function letter(partner: PartnerConfig, paragraphs: readonly string[]): string {
  const contact = `Questions? Write to ${partner.help_email} or call ${partner.phone}.`;
  const signature = ['Sincerely,', ...partner.postal_address_lines].join('\n');
  return `${[...paragraphs, contact, signature].join('\n\n')}\n`;
}
