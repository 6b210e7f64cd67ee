import { freshman } from '@firstyear/partners/larkmoor/form';
import { expect, test } from 'vitest';
import { type FreshmanPartner, freshmanProblems } from './partner.ts';

test("the shipped partner's configuration of the form is sound", () => {
  expect(freshmanProblems(freshman)).toEqual([]);
  const least = {
    character_limit: 1,
    minimum_age: 1,
    maximum_age: 2,
    year_counts: { graduation: 1, past_graduation: 0, test: 1 },
  };
  expect(freshmanProblems({ ...freshman, ...least })).toEqual([]);
});

test.each<[string, Partial<FreshmanPartner>, RegExp]>([
  ['a limit of no characters', { character_limit: 0 }, /character_limit/],
  ['a limit of half a character more', { character_limit: 1.5 }, /character_limit/],
  ['another certification', { texts: { ...freshman.texts, certification: 'I am honest.' } }, /texts\.certification/],
  ['a youngest age above the oldest', { minimum_age: 101 }, /minimum_age/],
  ['no youngest age', { minimum_age: 0 }, /minimum_age/],
  ['a youngest age that is the oldest', { minimum_age: freshman.maximum_age }, /minimum_age/],
  ['less than no year', { year_counts: { graduation: 9, past_graduation: -1, test: 10 } }, /year_counts\.past/],
  ['no year to take a test in', { year_counts: { graduation: 9, past_graduation: 4, test: 0 } }, /year_counts must/],
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
