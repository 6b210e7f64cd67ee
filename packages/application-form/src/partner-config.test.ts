import { partner } from '@firstyear/partners/larkmoor';
import { expect, test } from 'vitest';
import { BadConfigurationError } from './engine/index.ts';
import { checkPartner, type PartnerConfig, partnerProblems } from './partner-config.ts';

const withChanges = (changes: Partial<PartnerConfig>): PartnerConfig => ({ ...partner, ...changes });

test('the shipped partner is sound', () => {
  expect(partnerProblems(partner)).toEqual([]);
});

test.each<[string, Partial<PartnerConfig>, RegExp]>([
  ['no name', { name: ' ' }, /name is empty/],
  ['a help address that is none', { help_email: 'help at larkmoor' }, /help_email/],
  ['a limit of no characters', { character_limit: 0 }, /character_limit/],
  ['no page in the PDF', { pdf_pages: [] }, /pdf_pages/],
  ['another certification', { texts: { ...partner.texts, certification: 'I am honest.' } }, /texts\.certification/],
  ['a youngest age above the oldest', { minimum_age: 101 }, /minimum_age/],
  ['no year to graduate in', { year_counts: { graduation: 4, past_graduation: 4, test: 10 } }, /year_counts/],
  ['half a year', { year_counts: { graduation: 9.5, past_graduation: 4, test: 10 } }, /year_counts\.graduation/],
  ['a colour by name', { theme: { primary: 'green', accent: '#b4552d' } }, /theme\.primary/],
  ['a list of nothing', { options: { ...partner.options, gender: [] } }, /options\.gender/],
  [
    'a list without the choice that a condition waits for',
    { options: { ...partner.options, gpa_scale: [{ value: '4', label: '4.0' }] } },
    /options\.gpa_scale must offer 'other'/,
  ],
])('a partner with %s is refused', (_what, changes, problem) => {
  const problems = partnerProblems(withChanges(changes));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
  expect(() => checkPartner(withChanges(changes))).toThrow(BadConfigurationError);
});
