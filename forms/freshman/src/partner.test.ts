import { freshman } from '@firstyear/partners/larkmoor/form';
import { expect, test } from 'vitest';
import { type FreshmanPartner, freshmanProblems } from './partner.ts';

test("the shipped partner's configuration of the form is sound", () => {
  expect(freshmanProblems(freshman)).toEqual([]);
});

test.each<[string, Partial<FreshmanPartner>, RegExp]>([
  ['a limit of no characters', { character_limit: 0 }, /character_limit/],
  ['a limit of half a character more', { character_limit: 1.5 }, /character_limit/],
  ['another certification', { texts: { ...freshman.texts, certification: 'I am honest.' } }, /texts\.certification/],
  ['a youngest age above the oldest', { minimum_age: 101 }, /minimum_age/],
  ['no year to graduate in', { year_counts: { graduation: 4, past_graduation: 4, test: 10 } }, /year_counts/],
  ['half a year', { year_counts: { graduation: 9.5, past_graduation: 4, test: 10 } }, /year_counts\.graduation/],
  ['a list of nothing', { options: { ...freshman.options, gender: [] } }, /options\.gender/],
  [
    'a list without the choice that a condition waits for',
    { options: { ...freshman.options, gpa_scale: [{ value: '4', label: '4.0' }] } },
    /options\.gpa_scale must offer 'other'/,
  ],
])('a form with %s is refused', (_what, changes, problem) => {
  expect(freshmanProblems({ ...freshman, ...changes })).toEqual([expect.stringMatching(problem)]);
});
