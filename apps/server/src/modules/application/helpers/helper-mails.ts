import type { PartnerConfig } from '@firstyear/partner-config';
import { ENGLISH, type Language } from '@firstyear/words';
import { formatDate } from '@firstyear/words/format';
import { letter, mailWords } from '../../mail/letter.ts';

/** An address as helpers are known by it. */
export const asAddress = (text: string): string => text.trim().toLowerCase();

/** Names come from applicants: mail programs must not make a link of one. */
const asPlainName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}/:@<>]+/gu, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .trim();

/** Asks a helper for a student's papers, or to send one again. It's in the university's language. */
export function helperAskedMail(asked: {
  readonly partner: PartnerConfig;
  readonly helper: string;
  readonly student: string;
  readonly recipient: string;
  readonly accountId: string;
  readonly url: string;
  readonly expiresAt: Date;
  readonly returned?: { readonly title: string; readonly why: string };
}) {
  const { partner, recipient, accountId, url, expiresAt, returned } = asked;
  const { letter: around, helperAsked: words } = mailWords(ENGLISH);
  const values = { student: asPlainName(asked.student), university: partner.name };
  const helper = asPlainName(asked.helper);
  const text = letter(partner, ENGLISH, [
    helper === '' ? around.hello : around.dear({ name: helper }),
    ...(returned ? [words.returned({ ...values, title: returned.title }), returned.why] : [words.asks(values)]),
    words.send({ url }),
    words.link({ day: formatDate(ENGLISH, partner.time_zone, expiresAt) }),
    words.notYou,
  ]);
  const subject = returned ? words.again(values) : words.subject(values);
  return { kind: 'helper_asked', recipient, accountId, subject, text } as const;
}

/** Tells an applicant that the helper sends nothing, and why. */
export function helperDeclinedMail(declined: {
  readonly partner: PartnerConfig;
  readonly language: Language;
  readonly greeting: string;
  readonly recipient: string;
  readonly helper: string;
  readonly reason: 'declined' | 'wrong_person';
  readonly loginUrl: string;
}) {
  const { partner, language, greeting, recipient, helper, reason, loginUrl } = declined;
  const words = mailWords(language).helperDeclined;
  const text = letter(partner, language, [greeting, words[reason]({ name: helper }), words.logIn({ url: loginUrl })]);
  return { kind: 'helper_declined', recipient, subject: words.subject({ university: partner.name }), text } as const;
}
