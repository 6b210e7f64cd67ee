import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { partner } from '@firstyear/partners/larkmoor/partner';
import { ENGLISH } from '@firstyear/words';
import { expect, test } from 'vitest';
import { receiptText } from './receipt-mail.ts';

const LARKMOOR = { partner, form: englishForm(definition), language: ENGLISH };
const submission = {
  submitted_at: new Date('2026-11-21T12:00:00Z'),
  confirmation_number: 'FY27-2345-ACDE',
};

test('the receipt greets by name, thanks, numbers the remaining steps and closes with the office', () => {
  expect(receiptText(LARKMOOR, { answers: { first_name: 'Ada' }, submission })).toBe(`Dear Ada,

Thank you for applying to Larkmoor University. We received your application on November 21, 2026 at 7:00 AM Eastern Time.

Your confirmation number: FY27-2345-ACDE
Please keep it, and quote it when you write to us.

To complete your application, please take these steps:

1. Send your high school transcript
   Ask your counselor to send an official transcript to the Office of Admissions.
2. Send your test scores, if you want us to see them
   Choose Larkmoor University as a score recipient when you order your score report.
3. Watch your email
   We'll write to you when something comes for your application, if we need something again, and when it is complete.

Codes for your score reports: ACT 9999, SAT 9998.

You can log in at any time to read your application and download a PDF copy of it.

Questions? Write to admissions@larkmoor.example or call (606) 555-0142.

Sincerely,
Office of Admissions
Larkmoor University
1 Founders Walk
Larkmoor, KY 40999
`);
});

test("an evening's receipt has the university's day and time with the zone, not UTC's", () => {
  const evening = { ...submission, submitted_at: new Date('2026-11-22T03:30:00Z') };
  expect(receiptText(LARKMOOR, { answers: {}, submission: evening })).toContain(
    'application on November 21, 2026 at 10:30 PM Eastern Time.',
  );
});

test('an applicant is greeted by their preferred name, and a university without further steps lists none', () => {
  const answers = { first_name: 'Adelaide', preferred_name: 'Ada' };
  const text = receiptText({ ...LARKMOOR, partner: { ...partner, completion_steps: [] } }, { answers, submission });
  expect(text).toMatch(/^Dear Ada,/);
  expect(text).toContain('quote it when you write to us.\n\nYou can log in at any time');
});

test('an applicant without a name is greeted too', () => {
  expect(receiptText(LARKMOOR, { answers: {}, submission })).toMatch(/^Hello,\n\nThank you/);
});

test("an uploaded transcript isn't requested again, and the dates of the term are listed", () => {
  const answers = { transcript: 'ANSWERED', entry_term: 'fall_2027' };
  const text = receiptText(LARKMOOR, { answers, submission });
  expect(text).not.toContain('Send your high school transcript');
  expect(text).toContain('1. Send your test scores');
  expect(text).toContain(
    'Dates to remember:\n\nMarch 15, 2027: Transcript and test scores should be with us\nApril 1, 2027: We send our admission decisions\n',
  );
});

test('a step is done by the counselor who was mailed, if any of its papers comes from the school', () => {
  const steps = [
    { title: 'Papers', text: 'Send them.', items: ['act_scores', 'transcript'] },
    { title: 'Scores', text: 'Order them.', items: ['act_scores', 'sat_scores'] },
    { title: 'Rest', text: 'Take one.' },
  ];
  const parts = { answers: {}, submission };
  const receipt = { ...LARKMOOR, partner: { ...partner, completion_steps: steps } };
  const mailed = receiptText(receipt, { ...parts, helper: 'Casey Counselor' });
  expect(mailed).toMatch(
    /1\. Papers\n {3}.*Casey Counselor.*\n2\. Scores\n {3}Order them\.\n3\. Rest\n {3}Take one\.\n/,
  );
  expect(receiptText(receipt, parts)).toContain('1. Papers\n   Send them.\n2. Scores');
});
