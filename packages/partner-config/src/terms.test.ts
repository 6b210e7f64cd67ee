import { type Option, select } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { expect, test } from 'vitest';
import {
  chosenTerm,
  closingTime,
  daysUntilClosing,
  extendTerm,
  type Term,
  termLabel,
  termProblems,
  termStage,
} from './terms.ts';

const FALL: Term = {
  entry_term: 'fall_2027',
  opens: '2026-08-01T09:00-04:00',
  closes: '2027-03-01T23:59-05:00',
  late: 'refused',
  dates: [{ day: '2027-04-01', title: 'Decisions' }],
};
const owner = {
  time_zone: 'America/New_York',
  terms: [FALL],
};
const at = (instant: string) => Date.parse(instant);

test.each([
  ['2026-08-01T08:59:59.999-04:00', 'not_open'],
  ['2026-08-01T09:00:00-04:00', 'open'],
  ['2027-03-01T23:59:59.999-05:00', 'open'],
  ['2027-03-02T00:00:00-05:00', 'closed'],
])('at %s, a term that refuses late applications is %s', (instant, stage) => {
  expect(termStage(FALL, at(instant))).toBe(stage);
});

test('a term that accepts late applications is never closed', () => {
  expect(termStage({ ...FALL, late: 'accepted' }, closingTime(FALL))).toBe('late');
});

test.each([
  ['2027-02-15T12:00-05:00', 14],
  ['2027-02-28T23:59-05:00', 1],
  ['2027-03-01T00:00-05:00', 0],
  ['2027-03-01T23:59-05:00', 0],
  ['2027-03-02T04:30Z', 0],
])("at %s, there are %i days until it closes, by the university's calendar", (instant, days) => {
  expect(daysUntilClosing(owner, FALL, at(instant))).toBe(days);
});

test('daylight saving time does not change the number of days', () => {
  const april = { ...FALL, closes: '2027-04-01T23:59-04:00' };
  expect(daysUntilClosing(owner, april, at('2027-03-13T23:30-05:00'))).toBe(19);
});

/** A form that asks for the term, with these choices. */
const asking = (options: readonly Option[]) =>
  englishForm({
    pages: [
      {
        id: 'about',
        navLabel: 'About',
        title: 'About',
        items: [select({ key: 'entry_term', label: 'Term', options })],
      },
    ],
    roles: { term: 'entry_term' },
  });
const FALL_CHOICE = { value: 'fall_2027', label: 'Fall 2027' };
const form = asking([FALL_CHOICE]);

test('the term is the chosen one, with the label of its choice', () => {
  expect(chosenTerm(owner, form, { entry_term: 'fall_2027' })).toBe(FALL);
  expect(chosenTerm(owner, form, {})).toBeUndefined();
  expect(chosenTerm(owner, form, { entry_term: 'spring_2028' })).toBeUndefined();
  const spring = { ...FALL, entry_term: 'spring_2028' };
  expect(chosenTerm({ terms: [FALL, spring] }, form, { entry_term: 'spring_2028' })).toBe(spring);
  const others = asking([{ value: 'spring_2028', label: 'Spring' }, FALL_CHOICE]);
  expect([termLabel(form, FALL), termLabel(others, FALL)]).toEqual(['Fall 2027', 'Fall 2027']);
  const without = englishForm({ pages: [] });
  expect(termLabel(without, FALL), 'without a label').toBe('fall_2027');
});

test.each<[string, Partial<Term>, RegExp]>([
  ['an unknown choice', { entry_term: 'fall_1999' }, /none of the choices/],
  ['no offset', { closes: '2027-03-01T23:59' }, /closes is no instant/],
  ['words around an instant', { closes: 'by 2027-03-01T23:59-05:00' }, /closes is no instant/],
  ['words after an instant', { closes: '2027-03-01T23:59-05:00 sharp' }, /closes is no instant/],
  ['a day that no month has', { closes: '2027-02-32T23:59-05:00' }, /closes is no instant/],
  ['a day that February never has', { closes: '2027-02-30T23:59-05:00' }, /closes is no instant/],
  ['a date that April never has', { dates: [{ day: '2027-04-31', title: 'Answer us' }] }, /'2027-04-31' is no day/],
  ['the offset of summer in winter', { closes: '2027-03-01T23:59-04:00' }, /says -04:00, but then it is -05:00/],
  ['its end before its beginning', { opens: '2027-03-02T00:00-05:00' }, /closes before it opens/],
  ['its end at its beginning', { opens: FALL.closes }, /closes before it opens/],
  ['a date with a time', { dates: [{ day: '2027-05-01T12:00', title: 'Answer us' }] }, /is no day/],
  ['a date with a sign', { dates: [{ day: '+002027-05-01', title: 'Answer us' }] }, /is no day/],
  ['a date in words', { dates: [{ day: 'May 1', title: 'Answer us' }] }, /'May 1' is no day/],
  ['a date without a title', { dates: [{ day: '2027-05-01', title: ' ' }] }, /has no title/],
])('a term with %s is refused', (_what, changes, problem) => {
  const problems = termProblems({ ...owner, terms: [{ ...FALL, ...changes }] }, form);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
});

test('a university in UTC writes the offset +00:00', () => {
  const utc = { ...FALL, opens: '2026-08-01T09:00+00:00', closes: '2027-03-01T23:59+00:00' };
  expect(termProblems({ ...owner, time_zone: 'UTC', terms: [utc] }, form)).toEqual([]);
});

test('a duplicate term is refused', () => {
  expect(termProblems({ ...owner, terms: [FALL, FALL] }, form)).toEqual(['terms: fall_2027 comes twice.']);
});

test('every term and every date of one is checked', () => {
  const dates = ['2027-04-01', 'May 1', 'May 2'].map((day) => ({ day, title: 'Answer us' }));
  expect(termProblems({ ...owner, terms: [FALL, { ...FALL, entry_term: 'other', dates }] }, form)).toEqual([
    "terms: other is none of the choices of the form's term.",
    ...['May 1', 'May 2'].map((day) => `terms: other: '${day}' is no day such as 2027-05-01.`),
  ]);
});

test("an applicant's own deadline counts only where it is later than the term's", () => {
  const [earlier, later] = ['2027-02-01T23:59-05:00', '2027-03-02T23:59-05:00'];
  expect([undefined, earlier, later].map((until) => extendTerm(FALL, until).closes)).toEqual([
    ...[FALL.closes, FALL.closes],
    later,
  ]);
});
