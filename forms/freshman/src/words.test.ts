import { type FormWords, formProblems, formWords, withWords } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import * as alderfinch from '@firstyear/partners/alderfinch/form';
import { definition, freshman } from '@firstyear/partners/larkmoor/form';
import larkmoorWords from '@firstyear/partners/larkmoor/words/en.json' with { type: 'json' };
import larkmoorSpanish from '@firstyear/partners/larkmoor/words/es.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import about from '../words/en/about.json' with { type: 'json' };
import education from '../words/en/education.json' with { type: 'json' };
import finalSteps from '../words/en/final-steps.json' with { type: 'json' };
import aboutSpanish from '../words/es/about.json' with { type: 'json' };
import educationSpanish from '../words/es/education.json' with { type: 'json' };
import finalStepsSpanish from '../words/es/final-steps.json' with { type: 'json' };
import { freshmanForm } from './application.ts';
import type { FreshmanPartner } from './partner.ts';
import { type FreshmanWords, freshmanWords } from './words.ts';

const YOUNGEST = 987;
const LISTS = Object.keys(freshman.options).map((list) => [list, []]);
/** A university that has no words, and says where the others have theirs. */
const WORDLESS: FreshmanPartner = {
  ...freshman,
  name: '{name}',
  act_code: '{act_code}',
  sat_code: '{sat_code}',
  minimum_age: YOUNGEST,
  texts: { sms_opt_in: '', labor_program: '', housing_plans: '', certification: '' },
  options: { ...freshman.options, ...Object.fromEntries(LISTS) },
  documents: { transcript: { kind: 'file', key: 'transcript', label: '' } },
};
const english = { about, education, 'final-steps': finalSteps } satisfies FreshmanWords;
const spanish = {
  about: aboutSpanish,
  education: educationSpanish,
  'final-steps': finalStepsSpanish,
} satisfies FreshmanWords;

/** Its words by page, each on the first page that says it. */
function wordsByPage(): ReadonlyMap<string, FormWords> {
  const said = new Set<string>();
  const pages = freshmanForm(WORDLESS).pages.map((page) => {
    const own = Object.entries(formWords({ pages: [page] })).filter(([id, text]) => text !== '' && !said.has(id));
    for (const [id] of own) said.add(id);
    const words = own.map(([id, text]) => [id, text.replace(String(YOUNGEST), '{minimum_age}')]);
    return [page.id, Object.fromEntries(words)] as const;
  });
  return new Map(pages);
}

const asFile = (words: FormWords) => `${JSON.stringify(words, undefined, 2)}\n`;

// Written by `npx vitest run forms/freshman/src/words.test.ts -u`.
test.each(Object.keys(english))(
  'the English words of %s, which translations are typed by, are those of the form',
  async (page) => {
    await expect(asFile(wordsByPage().get(page) ?? {})).toMatchFileSnapshot(`../words/en/${page}.json`);
  },
);

describe.each([
  ['larkmoor', { definition, freshman }],
  ['alderfinch', alderfinch],
] as const)('the English words of %s', (slug, university) => {
  const said = formWords(university.definition);
  // Not of the files: -u may be writing them at this moment.
  const ofForm: FormWords = freshmanWords({ ...english, ...Object.fromEntries(wordsByPage()) }, university.freshman);
  const own = Object.fromEntries(Object.entries(said).filter(([id, text]) => ofForm[id] !== text));

  test('are the words of its form that the freshman form does not have', async () => {
    await expect(asFile(own)).toMatchFileSnapshot(`../../../partners/${slug}/words/en.json`);
  });

  test('and those of the freshman form are all words that an applicant reads', () => {
    const words = { ...ofForm, ...own };
    const asked = Object.fromEntries(Object.entries(words).filter(([id]) => id in said));
    expect(asked).toEqual(said);
    const translated = withWords(university.definition, { locale: 'xx', words: asked });
    expect(translated.roles).toBe(university.definition.roles);
    const leftOver = { ...asked, 'nobody.label': 'Nobody' };
    expect(() => withWords(university.definition, { locale: 'xx', words: leftOver })).toThrow("'nobody.label'");
  });
});

test("the university's form is complete in Spanish: its own words, those of the form, and filled-in values", () => {
  const own: FormWords<keyof typeof larkmoorWords> = larkmoorSpanish;
  const words: FormWords = { ...freshmanWords(spanish, freshman), ...own };
  const translated = withWords(definition, { locale: 'es-US', words });
  expect(formWords(translated)).toEqual(words);
  expect(words['gender.hint']).toMatch(/^Larkmoor University tiene la obligación/);
  const form = englishForm(translated);
  expect(formProblems(form)).toEqual([]);
  const majors = JSON.stringify(form.byKey.get('applied_major')?.question);
  expect(majors).toMatch(
    /"undecided","label":"Todavía no sé"\},\{"value":"business","label":"Administración de empresas"/,
  );
});

test('each word of the shipped form has its own id', () => {
  expect(formProblems(englishForm(definition))).toEqual([]);
});

test.each([
  ['people with one name', 'about/name.hint', 'only one name'],
  ['people without a fixed address', 'address.hint', 'no fixed address'],
  ['people who were taught at home', 'high-school.hint', 'homeschooled'],
  ['people with a GED', 'grad_month.hint', 'a GED'],
  ["people who don't know what their parents finished", 'first_gen.hint', 'Not sure?'],
])('%s find a hint that lets them finish truthfully', (_, id, words) => {
  expect(new Map(Object.entries({ ...about, ...education })).get(id)).toContain(words);
});
