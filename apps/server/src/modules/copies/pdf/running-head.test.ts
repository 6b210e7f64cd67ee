import { partner } from '@firstyear/partners/larkmoor/partner';
import { ENGLISH } from '@firstyear/words';
import { SPANISH } from '@firstyear/words/spanish';
import { expect, test } from 'vitest';
import { documentTitle, runningHead, stateLine } from './print-copy.ts';

test("a copy of an evening's submission names the university's day, not the next one of UTC", () => {
  const submission = { confirmation_number: 'FY27-2345-ACDE', submitted_at: new Date('2026-11-22T03:30:00Z') };
  const changedAt = submission.submitted_at;
  expect(stateLine({ partner, language: ENGLISH, submission, changedAt })).toBe(
    'Submitted November 21, 2026 · Confirmation number FY27-2345-ACDE',
  );
});

test("a draft has the time of its answers, in the university's time zone", () => {
  const changedAt = new Date('2026-11-22T03:30:00Z');
  expect(stateLine({ partner, language: ENGLISH, submission: undefined, changedAt })).toBe(
    'Draft - not submitted · Answers as of November 21, 2026 at 10:30 PM Eastern Time',
  );
});

test("every sheet has the applicant's name and its number, in the language of the copy, and a draft says so in bold", () => {
  const facts = { partner, applicant: 'Ada Testperson', submission: undefined, changedAt: new Date('2026-11-22') };
  expect(runningHead({ ...facts, language: ENGLISH })).toMatchObject({
    title: 'Larkmoor University - Application for Freshman Admission',
    name: 'Ada Testperson',
    isStateStrong: true,
    sheet: 'Page {page} of {pages}',
  });
  expect(runningHead({ ...facts, language: SPANISH }).sheet).toBe('Página {page} de {pages}');
});

test("a copy's title ends with the applicant's name, if there is one", () => {
  const facts = { partner, language: ENGLISH, submission: undefined, changedAt: new Date(0) };
  const title = 'Larkmoor University - Application for Freshman Admission';
  expect(documentTitle({ ...facts, applicant: 'Ada Testperson' })).toBe(`${title}: Ada Testperson`);
  expect(documentTitle({ ...facts, applicant: '' })).toBe(title);
});
