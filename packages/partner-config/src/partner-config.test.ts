import { allOf, answered } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { partner } from '@firstyear/partners/larkmoor/partner';
import { expect, test } from 'vitest';
import { completionSteps, contrastOf, neededItems, type PartnerConfig, partnerProblems } from './partner-config.ts';

const form = englishForm(definition);
const ESSAY = { id: 'essay', title: 'Essay', text: 'Send it.', from: 'applicant' } as const;
const withChanges = (changes: Partial<PartnerConfig>): PartnerConfig => ({ ...partner, ...changes });

test('the shipped partner is valid', () => {
  expect(partnerProblems(partner, form)).toEqual([]);
  const { logo: _logo, failed_submit_page: _page, ...plain } = partner;
  expect(partnerProblems(plain, form), 'without what may be left out').toEqual([]);
});

test.each<[string, Partial<PartnerConfig>, RegExp]>([
  ['no name', { name: ' ' }, /name is empty/],
  ['an invalid help address', { help_email: 'help at larkmoor' }, /help_email/],
  ['no paragraph about privacy', { privacy: [] }, /^privacy must say/],
  ['an empty paragraph about privacy', { privacy: ['We read it.', ' '] }, /^privacy must say/],
  ['no page in the PDF', { pdf_pages: [] }, /pdf_pages/],
  ['an unknown page in the PDF', { pdf_pages: ['about', 'essays'] }, /pdf_pages must name some of about, education/],
  ['an unknown page after a failed submission', { failed_submit_page: 'essays' }, /failed_submit_page/],
  ['a city as its time zone', { time_zone: 'Lexington, Kentucky' }, /time_zone/],
  ['a term without an end', { terms: [{ ...partner.terms[0], closes: '' }] }, /terms: fall_2027: closes/],
  [
    'a step whose condition reads an unknown question',
    { completion_steps: [{ title: 'Essay', text: 'Send it.', when: answered('essay') }] },
    /completion_steps: .* 'essay'/,
  ],
  [
    'a step that names an unknown item',
    { completion_steps: [{ title: 'Essay', text: 'Send it.', items: ['transcript', 'essay'] }] },
    /completion_steps: 'Essay' names the unknown item 'essay'/,
  ],
  [
    'an item whose condition reads an unknown question',
    { completion_steps: [], items: [{ ...ESSAY, when: allOf(answered('transcript'), answered('essay')) }] },
    /^items: the condition of 'Essay' names the unknown key 'essay'/,
  ],
  ['an item that stands twice', { completion_steps: [], items: [ESSAY, ESSAY] }, /^items: 'essay' stands there twice/],
  ['a named color', { theme: { primary: 'green', accent: '#b4552d' } }, /theme\.primary/],
  ['a short color', { theme: { primary: '#5a9', accent: '#b4552d' } }, /theme\.primary is not a color/],
  ['links too light to read', { theme: { primary: '#55aa99', accent: '#b4552d' } }, /theme\.primary .* 2\.\d to 1/],
  ['links too light on the darker ground', { theme: { primary: '#757575', accent: '#b4552d' } }, /4\.0 to 1/],
  ['a focus ring too light to see', { theme: { primary: '#1f4d3a', accent: '#e8b04a' } }, /theme\.accent .* 3 is/],
  ['a logo from elsewhere', { logo: { file: '../logo.svg', width: 40, height: 40 } }, /logo\.file/],
  ['a logo without a height', { logo: { file: 'logo.svg', width: 40, height: 0 } }, /logo\.height/],
  ['a logo without a width', { logo: { file: 'logo.svg', width: 0, height: 40 } }, /logo\.width/],
])('a partner with %s is refused', (_what, changes, problem) => {
  const problems = partnerProblems(withChanges(changes), form);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
});

test('contrast is computed as in WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
  expect(contrastOf('#1f4d3a', '#1f4d3a')).toBe(1);
});

test('a step with a condition is only for applicants whose answers satisfy it', () => {
  const titles = (answers: Readonly<Record<string, string>>) =>
    completionSteps(partner, answers).map(({ title }) => title);
  expect(titles({ transcript: '' })[0]).toBe('Send your high school transcript');
  expect(titles({ transcript: 'ANSWERED' })).toEqual(partner.completion_steps.slice(1).map(({ title }) => title));
});

test('each of several problems is named', () => {
  const steps = ['Essay', 'Photo'].map((title) => ({
    ...{ title, text: 'Send it.', items: ['essay', 'poem'] },
    when: allOf(answered('essay'), answered('poem')),
  }));
  const problems = partnerProblems(
    withChanges({ pdf_name: ' ', application_title: '', completion_steps: steps }),
    form,
  );
  expect(problems.map((problem) => problem.replace('the condition of ', ''))).toEqual([
    ...['Essay', 'Photo'].flatMap((title) =>
      ['essay', 'poem'].map((key) => `completion_steps: '${title}' names the unknown key '${key}'.`),
    ),
    ...['Essay', 'Photo'].flatMap((title) =>
      ['essay', 'poem'].map((id) => `completion_steps: '${title}' names the unknown item '${id}'.`),
    ),
    ...['pdf_name is empty.', 'application_title is empty.'],
  ]);
});

test('an application needs the items without a condition, and those whose condition its answers satisfy', () => {
  const items = [ESSAY, { ...ESSAY, id: 'copy', when: answered('transcript') }, { ...ESSAY, id: 'last' }];
  const needed = (transcript: string) => neededItems({ items }, { transcript }).map(({ id }) => id);
  expect([needed(''), needed('ANSWERED')]).toEqual([
    ['essay', 'last'],
    ['essay', 'copy', 'last'],
  ]);
});
