import type { PartnerConfig } from '@firstyear/partner-config';
import { ENGLISH } from '@firstyear/words';
import { formatMoment } from '@firstyear/words/format';
import { officeMails } from '@firstyear/words/office-mails';
import { letter, mailWords } from '../../mail/letter.ts';
import type { OutgoingMail } from '../../mail/service.ts';
import type { StaffRow } from './repository.ts';

type Person = Pick<StaffRow, 'email' | 'name'>;
type Kind = Extract<OutgoingMail['kind'], `staff_${string}`>;

/** A mail to a colleague about their own access. */
function mailTo(
  partner: PartnerConfig,
  { email, name }: Person,
  kind: Kind,
  subject: (values: { readonly university: string }) => string,
  ...said: readonly string[]
): OutgoingMail {
  const paragraphs = [mailWords(ENGLISH).letter.dear({ name }), ...said, officeMails.in(ENGLISH).unexpected];
  const text = letter(partner, ENGLISH, paragraphs);
  return { kind, recipient: email, subject: subject({ university: partner.name }), text };
}

export function linkMadeMail(
  partner: PartnerConfig,
  person: Person,
  by: string,
  { link, expiresAt }: { readonly link: string; readonly expiresAt: Date },
): OutgoingMail {
  const { subject, made } = officeMails.in(ENGLISH).linkMade;
  const moment = formatMoment(ENGLISH, partner.time_zone, expiresAt);
  return mailTo(partner, person, 'staff_link_made', subject, made({ by, moment }), link);
}

export function setUpMail(partner: PartnerConfig, person: Person, by: string): OutgoingMail {
  const { subject, used } = officeMails.in(ENGLISH).setUp;
  return mailTo(partner, person, 'staff_set_up', subject, used({ by }));
}

export function newBrowserMail(partner: PartnerConfig, person: Person): OutgoingMail {
  const { subject, signedIn } = officeMails.in(ENGLISH).newBrowser;
  return mailTo(partner, person, 'staff_new_browser', subject, signedIn);
}

export function failedSignInsMail(partner: PartnerConfig, person: Person): OutgoingMail {
  const { subject, tried } = officeMails.in(ENGLISH).failedSignIns;
  return mailTo(partner, person, 'staff_failed_sign_ins', subject, tried);
}
