import { expect, test } from 'vitest';
import { BadConfigurationError } from '../bad-configuration-error.ts';
import {
  checkGroup,
  defineForm,
  group,
  monthYear,
  notice,
  page,
  repeater,
  row,
  section,
  showWhen,
  tab,
  tabGroup,
} from '../builders.ts';
import { formProblems } from '../check-form.ts';
import { allOf, answered, equals } from '../condition.ts';
import type { FormDefinition } from '../form.ts';
import { formWords } from '../form-words.ts';
import { check, conditionalSelect, file, radio, select, text } from '../kinds/index.ts';
import { englishForm } from '../testing/english-form.ts';
import * as change from './change-form.ts';
import { changeForm, type FormChange } from './change-form.ts';

const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
const MONTHS = [{ value: '5', label: 'May' }];

const PRODUCT = defineForm(
  [
    page({ id: 'about', navLabel: 'About', title: 'About you' }, [
      section({ id: 'name', title: 'Name' }, [
        row(text({ key: 'first', label: 'First', required: true }), text({ key: 'last', label: 'Last' })),
        radio({ key: 'pet', label: 'A pet?', options: YES_NO }),
        showWhen(equals('pet', 'yes'), [text({ key: 'pet_name', label: 'Its name' })], {
          alsoClears: ['food', 'last'],
        }),
        text({ key: 'food', label: 'Food' }),
      ]),
      checkGroup({ wordsId: 'help', legend: 'Who helps?' }, [
        check({ key: 'mother', label: 'Mother' }),
        check({ key: 'father', label: 'Father' }),
      ]),
    ]),
    page({ id: 'school', navLabel: 'School', title: 'School' }, [
      monthYear({
        legend: 'Graduation',
        required: true,
        month: select({ key: 'grad_month', label: 'Month', options: MONTHS }),
        year: select({ key: 'grad_year', label: 'Year', options: MONTHS }),
      }),
      tabGroup({ id: 'record', legend: 'Record' }, [
        tab({ id: 'later', label: 'Later' }, [notice({ wordsId: 'later', text: 'Later, then.' })]),
        tab({ id: 'upload', label: 'Upload', clears: ['paper', 'food'] }, [file({ key: 'paper', label: 'Paper' })]),
      ]),
      repeater({ id: 'jobs', noun: 'Job' }, [
        [text({ key: 'job', label: 'Job' })],
        [text({ key: 'job_2', label: 'Job' })],
      ]),
    ]),
  ],
  { given_name: 'first', family_name: 'last' },
);

const changed = (...changes: FormChange[]) => changeForm(PRODUCT, 'art', changes);
const form = (definition: FormDefinition) => englishForm(definition);
const keys = (definition: FormDefinition) => form(definition).fields.map(({ question }) => question.key);
const before = keys(PRODUCT);
const medium = text({ key: 'art_medium', label: 'Medium' });

function problemsOf(...changes: FormChange[]): readonly string[] {
  try {
    changed(...changes);
  } catch (error) {
    if (error instanceof BadConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

test("without changes, the form is the product's; the migrations of both are its own", () => {
  expect(changed()).toEqual(PRODUCT);
  const [product, art] = [
    { id: 'product-2', changes: [] },
    { id: 'art-2', changes: [] },
  ] as const;
  const { migrations } = changeForm({ ...PRODUCT, migrations: [product] }, 'art', [], [art]);
  expect(migrations).toEqual([product, art]);
});

test.each<[string, FormChange, readonly string[]]>([
  ['after a question', change.addQuestions({ after: 'pet' }, [medium]), ['first', 'last', 'pet', 'art_medium']],
  ['before a question', change.addQuestions({ before: 'pet' }, [medium]), ['first', 'last', 'art_medium', 'pet']],
  ['beside a line of two', change.addQuestions({ after: 'first' }, [medium]), ['first', 'last', 'art_medium', 'pet']],
  ['beside a check box of a group', change.addQuestions({ after: 'mother' }, [medium]), ['father', 'art_medium']],
  [
    'at the end of a tab',
    change.addQuestions({ in: 'record/upload' }, [file({ key: 'art_work', label: 'Work' })]),
    ['paper', 'art_work', 'job'],
  ],
  [
    'at the end of a page',
    change.addQuestions({ in: 'about' }, [medium]),
    ['mother', 'father', 'art_medium', 'grad_month'],
  ],
  [
    'after a section',
    change.addSection({ after: 'about/name' }, section({ id: 'art', title: 'Art' }, [medium])),
    ['food', 'art_medium', 'mother'],
  ],
])('questions are added %s', (_where, one, order) => {
  const definition = changed(one);
  expect(formProblems(form(definition))).toEqual([]);
  expect(keys(definition).join(' ')).toContain(order.join(' '));
  expect(keys(definition)).toHaveLength(before.length + 1);
  expect(Object.values(formWords(definition))).toEqual(expect.arrayContaining(['Its name', 'Paper']));
  // The definition is data: it can be kept as a release.
  expect(JSON.parse(JSON.stringify(definition))).toEqual(definition);
});

test('leaving out a part removes emptied containers, and its keys from lists of keys to clear', () => {
  const definition = changed(
    change.leaveOut('food'),
    change.leaveOut('help'),
    change.leaveOut('record/later'),
    change.leaveOut('job_2'),
  );
  expect(keys(definition)).toEqual(before.filter((key) => !['food', 'mother', 'father', 'job_2'].includes(key)));
  expect(formProblems(form(definition))).toEqual([]);
  expect(form(definition).repeaters.get('jobs')?.maxNumberOfComponents).toBe(1);
  const less = changed(change.leaveOut('food'));
  expect(JSON.stringify(less)).toMatch(/"kind":"row".*"alsoClears":\["last"\].*"clears":\["paper"\]/);
  expect(formProblems(form(less))).toEqual([]);
  expect(keys(less)).toEqual(before.filter((key) => key !== 'food'));
  expect(
    form(definition)
      .tabGroups.get('record')
      ?.tabs.map(({ id }) => id),
  ).toEqual(['upload']);
});

test('a question that is left out takes emptied tabs, repeaters and pages along; a pair that nobody needs goes by either key', () => {
  const pair = {
    month: select({ key: 'art_m', label: 'M', options: MONTHS }),
    year: select({ key: 'art_y', label: 'Y', options: MONTHS }),
  };
  expect(
    keys(
      changed(change.addQuestions({ in: 'about' }, [monthYear({ legend: 'Show', ...pair })]), change.leaveOut('art_y')),
    ),
  ).toEqual(before);
  expect(formProblems(form(changed(change.leaveOut('paper'))))).toEqual([]);
  const gone = ['record/later', 'record/upload', 'job', 'job_2'].map((name) => change.leaveOut(name));
  const { pages } = changed(...gone, change.leaveOut('grad_month', { evenIfFixed: true }));
  expect(pages.map(({ id }) => id)).toEqual(['about']);
});

test('a group of checks that are left out one by one is gone with the last', () => {
  const definition = changed(change.leaveOut('mother'), change.leaveOut('father'));
  expect(JSON.stringify(definition.pages)).not.toContain('check-group');
});

test('a row that loses one of its two questions is no longer a row', () => {
  const definition = changed(change.leaveOut('last', { evenIfFixed: true }));
  expect(formProblems(form(definition))).toEqual([]);
  expect(keys(definition).slice(0, 2)).toEqual(['first', 'pet']);
});

test('a place beside either question of any row is beside the row; a group is left out by its name', () => {
  const added = row(medium, text({ key: 'art_size', label: 'Size' }));
  const note = text({ key: 'art_note', label: 'Note' });
  const beside = changed(
    change.addQuestions({ in: 'school' }, [added]),
    change.addQuestions({ before: 'art_size' }, [note]),
  );
  expect(keys(beside).slice(-3)).toEqual(['art_note', 'art_medium', 'art_size']);
  expect(formProblems(form(beside))).toEqual([]);
  const box = group({ block: 'plain', legend: 'Art', wordsId: 'art_box' }, [medium]);
  expect(keys(changed(change.addQuestions({ in: 'about' }, [box]), change.leaveOut('art_box')))).toEqual(before);
});

test('each of several problems is named', () => {
  const named = (...names: readonly string[]) => names.map((key) => text({ key, label: 'X' }));
  const tabs = tabGroup({ id: 'works', legend: 'Works' }, [tab({ id: 'one', label: 'One' }, named('art_tab'))]);
  const problems = problemsOf(
    change.addQuestions({ after: 'pet' }, named('art_a', 'art_a', 'style')),
    change.addQuestions({ after: 'pet' }, [
      ...named('art_b', 'art_b'),
      tabs,
      repeater({ id: 'shows', noun: 'Show' }, []),
    ]),
  );
  expect(problems.map((problem) => problem.split(' ', 4).join(' '))).toEqual([
    ...["'style' must begin with", "'works' must begin with", "'shows' must begin with"],
    ...["'art_a' is added twice.", "'art_b' is added twice."],
  ]);
  const reads = showWhen(allOf(answered('last'), answered('job'), answered('food')), named('art_a', 'art_b'));
  const gone = ['food', 'job'].map((key) => change.leaveOut(key));
  expect(problemsOf(...gone, change.addQuestions({ in: 'school' }, [reads]))).toEqual(
    ['job', 'food'].map((key) => `'${key}' is left out, but the condition of 'art_a', 'art_b' reads it.`),
  );
});

test('a role is removed with its question', () => {
  expect(changed(change.leaveOut('last', { evenIfFixed: true })).roles).toEqual({ given_name: 'first' });
});

test('a whole page is left out', () => {
  expect(changed(change.leaveOut('school', { evenIfFixed: true })).pages.map(({ id }) => id)).toEqual(['about']);
});

test('only words, requirement, choices and order are changed', () => {
  const definition = changed(
    change.words('pet', { label: 'An animal?', hint: 'Any.' }),
    change.words('about/name', { title: 'You' }),
    change.words('school', { navLabel: 'Studies' }),
    change.words('record/upload', { label: 'Send it' }),
    change.require('food'),
    change.optional('first', { evenIfFixed: true }),
    change.options('pet', [...YES_NO, { value: 'soon', label: 'Soon' }]),
    change.move('food', { before: 'pet' }),
  );
  const kind = select({ key: 'art_kind', label: 'Kind', options: YES_NO });
  const other = changed(change.addQuestions({ after: 'pet' }, [kind]), change.options('art_kind', MONTHS));
  expect(form(other).byKey.get('art_kind')?.question).toMatchObject({ options: MONTHS });
  const { byKey } = form(definition);
  expect(formProblems(form(definition))).toEqual([]);
  expect(byKey.get('pet')?.question).toMatchObject({ label: 'An animal?', hint: 'Any.' });
  expect(JSON.stringify(byKey.get('pet')?.question)).toContain('soon');
  expect(byKey.get('food')?.question.required).toBe(true);
  expect(byKey.get('first')?.question).not.toHaveProperty('required');
  expect(keys(definition).slice(0, 5)).toEqual(['first', 'last', 'food', 'pet', 'pet_name']);
  expect(formWords(definition)).toEqual({
    ...formWords(PRODUCT),
    'pet.label': 'An animal?',
    'pet.hint': 'Any.',
    'pet/soon': 'Soon',
    'about/name.title': 'You',
    'school.navLabel': 'Studies',
    'record/upload.label': 'Send it',
  });
});

test.each<[string, readonly FormChange[], string]>([
  [
    'a place that is not there',
    [change.addQuestions({ after: 'nose' }, [medium])],
    "add('art_medium'): there is no 'nose' in the form.",
  ],
  [
    'a key without the prefix',
    [change.addQuestions({ after: 'pet' }, [text({ key: 'medium', label: 'M' })])],
    "'medium' must begin with 'art_', so that no key of the product is ever the same.",
  ],
  [
    'a key that is added twice',
    [change.addQuestions({ after: 'pet' }, [medium, medium])],
    "'art_medium' is added twice.",
  ],
  ['a part that is not there', [change.leaveOut('nose')], "leaveOut('nose'): there is no 'nose' in the form."],
  [
    'a required question left out',
    [change.leaveOut('first')],
    "leaveOut('first'): the product counts on 'first'; say evenIfFixed: true if you mean it.",
  ],
  [
    'a section with questions that have a role',
    [change.leaveOut('about/name')],
    "leaveOut('about/name'): the product counts on 'first', 'last'; say evenIfFixed: true if you mean it.",
  ],
  [
    'a name of two parts',
    [change.addQuestions({ after: 'pet' }, [notice({ wordsId: 'help', text: 'Help.' })]), change.leaveOut('help')],
    "leaveOut('help'): 'help' is the name of 2 parts of the form.",
  ],
  [
    'a place beside a page',
    [change.addQuestions({ after: 'school' }, [medium])],
    "add('art_medium'): nothing can stand beside 'school'; say in.",
  ],
  [
    'a required pair left out with its page',
    [change.leaveOut('school')],
    "leaveOut('school'): the product counts on 'grad_month'; say evenIfFixed: true if you mean it.",
  ],
  [
    'a required pair left out with a page that begins with something else',
    [change.move('jobs', { before: 'grad_month' }), change.leaveOut('school')],
    "leaveOut('school'): the product counts on 'grad_month'; say evenIfFixed: true if you mean it.",
  ],
  [
    'a required question without a role left out',
    [change.require('food'), change.leaveOut('food')],
    "leaveOut('food'): the product counts on 'food'; say evenIfFixed: true if you mean it.",
  ],
  [
    'a place for two questions that is not there',
    [change.addQuestions({ after: 'nose' }, [medium, text({ key: 'art_b', label: 'B' })])],
    "add('art_medium', 'art_b'): there is no 'nose' in the form.",
  ],
  [
    'a question that its condition reads',
    [change.leaveOut('pet')],
    "'pet' is left out, but the condition of 'pet_name' reads it.",
  ],
  [
    'a condition on what is left out',
    [change.leaveOut('food'), change.addQuestions({ after: 'pet' }, [showWhen(answered('food'), [medium])])],
    "'food' is left out, but the condition of 'art_medium' reads it.",
  ],
  [
    'a rule on what is left out',
    [
      change.leaveOut('food'),
      change.addQuestions({ after: 'pet' }, [
        { ...medium, rules: ['last', 'food'].map((key) => ({ rule: 'needed-when', when: answered(key) })) },
      ]),
    ],
    "'food' is left out, but 'art_medium' reads it.",
  ],
  [
    'a question that the choices of another follow',
    [
      change.leaveOut('pet'),
      change.leaveOut('pet_name'),
      change.addQuestions({ after: 'food' }, [
        conditionalSelect({
          ...{ key: 'art_kind', label: 'Kind' },
          options: { controlledBy: 'pet', cases: { yes: YES_NO }, unanswered: YES_NO, otherwise: 'text' },
        }),
      ]),
    ],
    "'pet' is left out, but 'art_kind' reads it.",
  ],
  ['choices of a line of text', [change.options('food', YES_NO)], "options('food'): 'food' has no choices of its own."],
  [
    'words that a part does not have',
    [change.words('food', { label: 'Meal', legend: 'Food', navLabel: 'Food' })],
    "words('food'): 'food' has no legend and no navLabel.",
  ],
  ['a page that is moved', [change.move('school', { before: 'about' })], "move('school'): 'school' cannot be moved."],
  [
    'a requirement of a pair',
    [change.optional('grad_month', { evenIfFixed: true })],
    "optional('grad_month'): 'grad_month' is not a question by itself.",
  ],
  [
    'questions in a question',
    [change.addQuestions({ in: 'pet' }, [medium])],
    "add('art_medium'): 'pet' holds no questions.",
  ],
  ['a move beside itself', [change.move('food', { after: 'food' })], "move('food'): there is no 'food' in the form."],
])('%s is refused in one sentence', (_what, changes, problem) => {
  expect(problemsOf(...changes)).toEqual([problem]);
});

test('a prefix of a product key is refused', () => {
  expect(() => changeForm(PRODUCT, 'grad', [])).toThrow(
    "The prefix 'grad' begins 'grad_month' of the product: choose another.",
  );
  expect(() => changeForm(PRODUCT, 'a-b', [])).toThrow("The prefix 'a-b' must be lowercase letters and digits.");
});
