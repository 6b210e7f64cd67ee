import { expect, test } from 'vitest';
import {
  BadConfigurationError,
  check,
  checkGroup,
  conditionalSelect,
  defineForm,
  equals,
  formProblems,
  formWords,
  group,
  type Item,
  monthYear,
  notice,
  number,
  page,
  phone,
  radio,
  repeater,
  section,
  select,
  showWhen,
  tab,
  tabGroup,
  text,
  withWords,
} from './index.ts';
import { MONTHS, YES_NO } from './lists/common.ts';
import { COUNTRIES } from './lists/countries.ts';
import { LANGUAGES } from './lists/languages.ts';
import { englishForm } from './testing/english-form.ts';

const formOf = (...items: readonly Item[]) => defineForm([page({ id: 'p', navLabel: 'Go', title: 'Page' }, items)]);
const without = (words: Readonly<Record<string, string>>, id: string) =>
  Object.fromEntries(Object.entries(words).filter(([one]) => one !== id));
const weeks = [{ value: 'w', label: 'weeks' }];
const everything = formOf(
  section({ id: 's', title: 'Section', hint: 'Section hint' }, [
    text({ key: 'a', label: 'A', hint: 'A hint', paperLabel: 'A paper', errorLabel: 'A error' }),
    text({ key: 'b', label: 'B', rules: [{ rule: 'pattern', pattern: 'x', message: 'Not x' }] }),
    phone({ key: 'c', label: 'C', optIn: check({ key: 'd', label: 'D' }) }),
    number({ key: 'e', label: 'E', unit: 'hours' }),
    number({ key: 'f', label: 'F', unit: select({ key: 'g', label: 'G', options: weeks }) }),
    radio({ key: 'h', label: 'H', options: YES_NO }),
    radio({ key: 'i', label: 'I', options: YES_NO }),
    showWhen(equals('h', 'yes'), [text({ key: 'j', label: 'J' })], { about: 'your j' }),
    conditionalSelect({
      key: 'k',
      label: 'K',
      options: { controlledBy: 'a', cases: { x: weeks }, unanswered: YES_NO, otherwise: 'text' },
    }),
  ]),
  group({ block: 'plain', wordsId: 'block', legend: 'Block', hint: 'Block hint' }, []),
  checkGroup({ wordsId: 'checks', legend: 'Checks' }, [check({ key: 'l', label: 'L' })]),
  tabGroup({ id: 'tabs', legend: 'Tabs' }, [tab({ id: 't', label: 'Tab', paperLabel: 'Tab paper' }, [])]),
  repeater({ id: 'r', noun: 'Job', add: 'Another job', added: 'Job {number} is there' }, [
    [text({ key: 'm', wordsId: 'job', label: 'M' })],
    [text({ key: 'n', wordsId: 'job', label: 'M' })],
  ]),
  notice({ wordsId: 'n', text: 'Notice', links: [{ id: 'link', label: 'Link', href: 'https://a.example' }] }),
  monthYear({
    legend: 'Pair',
    month: select({ key: 'o', label: 'Month', options: MONTHS }),
    year: select({ key: 'p', label: 'Year', options: { kind: 'years', count: 1, direction: 'past' } }),
  }),
);

test('the words of a form are listed by id in the order of its pages, shared ones once', () => {
  expect(Object.entries(formWords(everything)).map((entry) => entry.join(' '))).toEqual([
    'p.navLabel Go',
    'p.title Page',
    'p/s.title Section',
    'p/s.hint Section hint',
    'a.label A',
    'a.paperLabel A paper',
    'a.errorLabel A error',
    'a.hint A hint',
    'b.label B',
    'b.pattern Not x',
    'c.label C',
    'd.label D',
    'e.label E',
    'e.unit hours',
    'f.label F',
    'g.label G',
    'g/w weeks',
    'h.label H',
    'yes_no/yes Yes',
    'yes_no/no No',
    'i.label I',
    'h.about your j',
    'j.label J',
    'k.label K',
    'k/w weeks',
    'block.legend Block',
    'block.hint Block hint',
    'checks.legend Checks',
    'l.label L',
    'tabs.legend Tabs',
    'tabs/t.label Tab',
    'tabs/t.paperLabel Tab paper',
    'r.noun Job',
    'r.add Another job',
    'r.added Job {number} is there',
    'job.label M',
    'n.text Notice',
    'n/link.label Link',
    'o.legend Pair',
    'month.label Month',
    'year.label Year',
  ]);
});

test('translating a form with its own words changes nothing', () => {
  expect(withWords(everything, { locale: 'en-US', words: formWords(everything) })).toEqual(everything);
});

test('missing and unknown words are named, each once', () => {
  const words = { ...without(formWords(everything), 'yes_no/no'), 'q.label': 'Q' };
  const problems = ["fr has no words for 'yes_no/no'.", "fr has words for 'q.label', which the form does not have."];
  expect(() => withWords(everything, { locale: 'fr', words })).toThrow(new BadConfigurationError(problems));
  expect(
    formProblems(
      englishForm({
        ...formOf(radio({ key: 'h', label: 'H', options: YES_NO })),
        translations: [{ locale: 'fr', words: {} }],
      }),
    ),
  ).toContain("fr has no words for 'h.label'.");
});

test('words without an id, and different words with one id, are problems of a form', () => {
  const nameless = formOf(group({ block: 'plain', legend: 'Block' }, [text({ key: 'a', label: 'A' })]));
  expect(formProblems(englishForm(nameless))).toEqual(["The words 'Block' have no id: their group needs a wordsId."]);
  const shared = formOf(text({ key: 'a', wordsId: 'x', label: 'A' }), text({ key: 'b', wordsId: 'x', label: 'B' }));
  expect(formProblems(englishForm(shared))).toEqual(["The words 'x.label' are both 'A' and 'B'."]);
});

test('countries, languages and months have the names of a language in its order; no word of a form is one of these', () => {
  const form = formOf(
    select({ key: 'country', label: 'C', options: COUNTRIES }),
    select({ key: 'language', label: 'L', options: LANGUAGES }),
    select({ key: 'month', label: 'M', options: MONTHS }),
  );
  expect(Object.keys(formWords(form)).filter((id) => id.includes('/'))).toEqual(['languages/other']);
  const [es] = withWords(form, { locale: 'es', words: { ...formWords(form), 'languages/other': 'Otro idioma' } }).pages;
  const labels = (es?.items ?? []).map((item) => {
    if (item.kind !== 'select' || !('kind' in item.options) || item.options.kind !== 'list') throw new Error(item.kind);
    return item.options.options.map(({ value, label }) => `${value} ${label}`);
  });
  const [countries = [], languages = [], months = []] = labels;
  expect(countries.slice(0, 3)).toEqual(['USA Estados Unidos', 'AFG Afganistán', 'ALB Albania']);
  expect(countries.indexOf('ESP España')).toBe(countries.indexOf('SVN Eslovenia') + 1);
  expect(countries).toHaveLength(COUNTRIES.options.length);
  expect(countries).toContain('XKX Kosovo');
  expect([...languages.slice(0, 2), languages.at(-1)]).toEqual(['en inglés', 'es español', 'other Otro idioma']);
  expect(months[0]).toBe('1 enero');
  expect(months).toHaveLength(12);
});

test('runs of choices in alphabetical order are sorted in every language; the others stay in place', () => {
  const choices = (labels: string) => labels.split(', ').map((label) => ({ value: label.toLowerCase(), label }));
  const form = formOf(
    select({ key: 'major', label: 'M', options: choices('Undecided, Art, Biology, Chemistry, Law, Theater, Another') }),
    select({ key: 'kind', label: 'K', options: choices('Art, Biology, Chemistry, Law') }),
  );
  const spanish: Record<string, string> = { chemistry: 'Química', law: 'Derecho', theater: 'Teatro', art: 'Ópera' };
  const words = Object.keys(formWords(form)).map((id) => [id, spanish[id.split('/')[1] ?? ''] ?? id] as const);
  const [page] = withWords(form, { locale: 'es-US', words: Object.fromEntries(words) }).pages;
  const values = (page?.items ?? []).map((item) =>
    item.kind === 'select' && !('kind' in item.options) ? item.options.map(({ value }) => value).join(' ') : '',
  );
  expect(values).toEqual(['undecided law biology art chemistry theater another', 'art biology chemistry law']);
});
