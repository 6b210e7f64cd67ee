import {
  check,
  checkGroup,
  dateWindow,
  equals,
  group,
  monthYear,
  notice,
  number,
  page,
  radio,
  repeater,
  row,
  section,
  select,
  showWhen,
  tab,
  tabGroup,
  text,
  textarea,
} from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { partner } from '@firstyear/partners/larkmoor/partner';
import { expect, test } from 'vitest';
import { textForm } from './text-form.ts';

const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
const MAY = [{ value: '5', label: 'May' }];
const YEARS = { kind: 'years', count: 9, start: 2026, direction: 'future' } as const;

/** One item of each kind. The page 'inner' isn't printed. */
const form = englishForm({
  pages: [
    page({ id: 'about', navLabel: 'You', title: 'About you' }, [
      notice({ wordsId: 'notice', text: 'Not for paper.' }),
      section({ id: 'name', title: 'Your name' }, [
        row(
          text({ key: 'first', label: 'First name' }),
          text({ key: 'last', label: 'Find your name', paperLabel: 'Last name' }),
        ),
        textarea({ key: 'story', label: 'Your story', limit: 500 }),
      ]),
      section({ id: 'school', title: 'School' }, [
        group({ block: 'plain', legend: 'High school' }, [text({ key: 'school', label: 'Name' })]),
        group({ block: 'plain' }, [text({ key: 'city', label: 'City' })]),
        checkGroup({ wordsId: 'checks', legend: 'Helpers' }, [
          check({ key: 'mother', label: 'Mother' }),
          check({ key: 'aunt', label: 'Aunt' }),
        ]),
        monthYear({
          legend: 'Graduation',
          month: select({ key: 'month', label: 'Month', options: MAY }),
          year: select({ key: 'year', label: 'Year', options: YEARS }),
        }),
        radio({ key: 'works', label: 'Do you work?', options: YES_NO }),
        showWhen(equals('works', 'yes'), [text({ key: 'job', label: 'Job' })]),
        dateWindow({ start: '2026-01-01T00:00Z', end: '2026-06-01T00:00Z' }, [text({ key: 'early', label: 'Early' })]),
        number({
          key: 'far',
          label: 'How far?',
          unit: select({ key: 'far_unit', label: 'Unit', options: [{ value: 'mi', label: 'miles' }] }),
        }),
        tabGroup({ id: 'record', legend: 'Record' }, [
          tab({ id: 'later', label: 'Later' }, [notice({ wordsId: 'notice', text: 'Nothing to do.' })]),
          tab({ id: 'typed', label: 'Type it here', paperLabel: 'Typed' }, [text({ key: 'grade', label: 'Grade' })]),
        ]),
        repeater({ id: 'courses', noun: 'Course' }, [
          [text({ key: 'course_1', label: 'Name' })],
          [text({ key: 'course_2', label: 'Name' })],
        ]),
      ]),
      section({ id: 'none', title: 'Nothing here' }, [notice({ wordsId: 'notice', text: 'Nothing.' })]),
    ]),
    page({ id: 'inner', navLabel: 'Inner', title: 'Inner' }, [text({ key: 'inner', label: 'Inner' })]),
  ],
});
const onPaper = { ...partner, pdf_pages: ['about'] };

test('an application as text has each visible question with its answer, under its headings, in page order', () => {
  const answers = {
    first: 'Ada',
    last: 'Testperson',
    story: 'One line\nand another',
    school: 'Sample High',
    mother: true,
    month: '5',
    month_desc: 'May',
    year: '2027',
    year_desc: '2027',
    works: 'no',
    works_desc: 'No',
    far: '12',
    far_unit: 'mi',
    far_unit_desc: 'miles',
    grade: 'A',
    course_1: 'Chemistry',
    inner: 'unseen',
  };
  const content = { answers, tabs: { record: 'typed' }, add_another: { courses: 2 }, documents: {} };
  const exported = {
    content,
    form,
    submission: undefined,
    application: { updated_at: new Date('2026-11-20T12:00:00Z') },
  };
  expect(textForm(onPaper, exported)).toBe(`Application for Freshman Admission
Larkmoor University
Not submitted


About you
=========

Your name
  First name: Ada
  Last name: Testperson
  Your story: One line
      and another

School
  High school
    Name: Sample High
  City:
  Helpers
    Mother: [X]
    Aunt: [ ]
  Graduation
    Month: May
    Year: 2027
  Do you work?: No
  How far?: 12 miles
  Unit: miles
  Record: Typed
    Grade: A
  Course 1
    Name: Chemistry
  Course 2
    Name:
`);
});

test('a submitted application has its confirmation number and the time of submission', () => {
  const submitted_at = new Date('2026-03-01T10:00:00Z');
  const submission = { confirmation_number: 'ABC-123-DEF', submitted_at, withdrawn_at: null };
  const content = { answers: { early: 'Yes, in time' }, tabs: {}, add_another: {}, documents: {} };
  const lines = textForm(onPaper, { content, form, submission, application: { updated_at: new Date(0) } }).split('\n');
  expect(lines.slice(2, 4)).toEqual(['Confirmation number: ABC-123-DEF', 'Submitted: 2026-03-01T10:00:00.000Z']);
  // Date windows are evaluated at the time of the submission.
  expect(lines).toContain('  Early: Yes, in time');
  expect(lines).not.toContain('  Record: Typed');
});
