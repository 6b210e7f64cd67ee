import { indexForm } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { completeAnswers } from '@firstyear/freshman/testing';
import * as spanish from '@firstyear/partners/larkmoor/es';
import { definition } from '@firstyear/partners/larkmoor/form';
import { office } from '@firstyear/partners/larkmoor/office';
import { partner } from '@firstyear/partners/larkmoor/partner';
import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { SPANISH } from '@firstyear/words/spanish';
import { expect, test } from 'vitest';
import * as identity from '../accounts/identity/mails.ts';
import { helperDeclinedMail } from '../application/helpers/helper-mails.ts';
import { textsOf } from '../application/items/mails.ts';
import { receiptText } from '../application/submission/receipt-mail.ts';
import { type LetterOrAsked, writeLetter } from '../office/one-application/letters.ts';
import { reminderMail } from '../reference/reminders/service.ts';
import { greetingOf, mailWords } from './letter.ts';
import { MAIL_KINDS, type MailKind } from './mail-kinds.ts';

const READERS = {
  english: { language: ENGLISH, partner, form: englishForm(definition) },
  spanish: {
    language: SPANISH,
    partner: spanish.partner,
    form: indexForm(spanish.definition, formKinds.in(SPANISH)),
  },
} as const;

/** Staff and schools read English. */
const FOR_STAFF: readonly MailKind[] = [
  'helper_asked',
  'export_ready',
  'staff_link_made',
  'staff_set_up',
  'staff_new_browser',
  'staff_failed_sign_ins',
];

const recipient = 'ada@mail.example';
const number = { confirmation_number: 'FY27-2345-ACDE' };
const RECIPIENT = { email: recipient, given_name: 'Ada', preferred_name: '', ...number };
const LETTERS: readonly LetterOrAsked[] = [
  { kind: 'deadline', until: '2027-03-10T00:00:00Z' },
  { kind: 'deadline', until: null },
  { kind: 'reopened' },
  { kind: 'withdrawn' },
  { kind: 'withdrawal_undone' },
  { kind: 'answer_corrected', question: () => 'A' },
  ...(office.messages ?? []).map(({ id }) => ({ kind: 'message', message: { id } }) as const),
];
const url = 'https://apply.example/';
const LINKS = { loginUrl: url, forgotUrl: url, resetUrl: url, undoUrl: url, stopUrl: url, oneClickUrl: url };

/** An item of the university's list that is due. */
const ITEM = { rule: 'transcript', request_title: null, request_text: null, due_on: '2027-03-01' };
const ITEM_NEWS = (['item_asked', 'item_reminder', 'item_came'] as const).map((kind) => ({ kind, item: ITEM }));

/** Every mail to an applicant by its kind, in a language. */
function mailsTo(reader: keyof typeof READERS): ReadonlyMap<MailKind, readonly string[]> {
  const { language, partner: university, form } = READERS[reader];
  const answers = completeAnswers(READERS.english.form, { email_address: recipient });
  const config = { publicUrl: 'https://apply.example' };
  const parts = { language, partner: university, config, recipient, ...LINKS, newEmail: 'new@mail.example' };
  const [term] = university.terms;
  if (!term) throw new Error('The university has no term.');
  const closes = Date.parse(term.closes);
  const remind = (days: number) =>
    reminderMail({
      ...{ ...parts, form, term, answers },
      now: closes - days * 86_400_000 - 3_600_000,
    });
  const submission = { id: '1', application_id: '1', confirmation_number: 'FY27-2345-ACDE', submitted_at: new Date(0) };
  const receipt = {
    kind: 'receipt' as const,
    subject: mailWords(language).receipt.subject({ university: university.name }),
    text: receiptText({ language, partner: university, form }, { answers, submission }),
  };
  const written = [
    identity.codeMail({ ...parts, code: '123456' }),
    identity.changeCodeMail({ ...parts, code: '123456' }),
    identity.knownAddressMail(parts),
    identity.setPasswordMail(parts),
    identity.resetLinkMail(parts),
    identity.passwordChangedMail(parts),
    identity.newDeviceMail(parts),
    identity.failedLoginsMail(parts),
    identity.changeRequestedMail(parts),
    identity.emailChangedMail(parts),
    identity.changeUndoneMail(parts),
    ...(['declined', 'wrong_person'] as const).map((reason) =>
      helperDeclinedMail({
        ...parts,
        greeting: greetingOf(form, answers, language),
        helper: 'Casey Counselor',
        reason,
      }),
    ),
    ...LETTERS.map((about) => writeLetter({ ...parts, office, forms: { all: [] } }, RECIPIENT, language, about)),
    ...[0, 1, 5].map(remind),
    receipt,
  ];
  const about = { partner: university, language, number: submission.confirmation_number, url };
  const news = [
    ...ITEM_NEWS,
    { kind: 'item_returned', item: ITEM, why: () => url },
    { kind: 'items_complete' },
  ] as const;
  const lines = new Map<MailKind, readonly string[]>(news.map((one) => [one.kind, textsOf(one, about)]));
  for (const { kind, subject, text } of written) {
    lines.set(kind, [...(lines.get(kind) ?? []), subject, ...text.split('\n')]);
  }
  return lines;
}

test('every mail to an applicant is in Spanish, to the last line', () => {
  const [english, translated] = [mailsTo('english'), mailsTo('spanish')];
  expect([...translated.keys(), ...FOR_STAFF].toSorted()).toEqual(MAIL_KINDS.toSorted());
  const same = new Set(['', url, ...partner.postal_address_lines]);
  for (const [kind, lines] of translated) {
    const known = new Set(english.get(kind));
    expect([kind, ...lines.filter((line) => known.has(line) && !same.has(line))]).toEqual([kind]);
    expect([kind, lines.length]).toEqual([kind, english.get(kind)?.length]);
  }
});
