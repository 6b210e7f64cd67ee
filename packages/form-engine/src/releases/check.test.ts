import { expect, test } from 'vitest';
import {
  allOf,
  answered,
  anyOf,
  conditionalSelect,
  defineForm,
  equals,
  type Item,
  isOneOf,
  notAnswered,
  page,
  repeater,
  select,
  showWhen,
  tab,
  tabGroup,
  text,
  textarea,
  type When,
} from '../index.ts';
import { englishForm } from '../testing/english-form.ts';
import { type Change, choiceReplaced, choiceWithdrawn, dropped, renamed, reworked } from './changes.ts';
import { changesSince, migrationProblems, releaseProblems } from './check.ts';
import { isImpliedBy, outlineOf } from './outline.ts';

const options = (...values: readonly string[]) => values.map((value) => ({ value, label: value }));
const formWith = (items: readonly Item[], changes: readonly Change[] = [], id = 'one') =>
  englishForm({
    ...defineForm([page({ id, navLabel: 'One', title: 'One' }, items)]),
    ...(changes.length > 0 && { migrations: [{ id: 'n-2', changes }] }),
  });
const name = text({ key: 'name', label: 'Name' });
const color = select({ key: 'color', label: 'Color', options: options('red', 'green') });
const problems = (before: readonly Item[], after: readonly Item[], changes: readonly Change[] = []) =>
  releaseProblems(outlineOf(formWith(before)), formWith(after, changes));

test('new questions, words, choices, order, longer limits and wider conditions need no migration', () => {
  const before = [name, color, showWhen(equals('color', 'red'), [text({ key: 'why', label: 'Why', maxLength: 9 })])];
  const after = [
    showWhen(isOneOf('color', ['red', 'blue']), [text({ key: 'why', label: 'Why?', maxLength: 10 })]),
    select({ key: 'color', label: 'Your color', options: options('blue', 'green', 'red') }),
    text({ key: 'name', label: 'Your name', hint: 'In full.' }),
    text({ key: 'town', label: 'Town' }),
  ];
  expect(problems(before, after)).toEqual([]);
});

test('of conditions around one another, each counts', () => {
  const inside = (when: When) => [
    color,
    name,
    showWhen(answered('name'), [showWhen(when, [text({ key: 'why', label: 'Why' })])]),
  ];
  const [red, any] = [equals('color', 'red'), answered('color')];
  expect(problems(inside(red), inside(any))).toEqual([]);
  expect(problems(inside(any), inside(red))).toEqual([expect.stringMatching(/^why .*may be hidden/)]);
});

const tabs = (group: string, ...ids: readonly string[]) =>
  tabGroup(
    { id: group, legend: 'Record' },
    ids.map((id) => tab({ id, label: id }, [])),
  );
const jobs = (id: string, count: number) =>
  repeater(
    { id, noun: 'Job' },
    Array.from({ length: count }, (_, place) => [text({ key: `job_${place}`, label: 'Job' })]),
  );

/** The form before and after, the message without a migration, and the changes to write. */
const CHANGES: readonly (readonly [readonly Item[], readonly Item[], RegExp, ...Change[]])[] = [
  [[name], [], /name is gone/, dropped('name')],
  [[name], [text({ key: 'full', label: 'Name' })], /name is gone/, renamed('name', 'full')],
  [[name], [text({ key: 'full', label: 'Name' })], /name is gone/, reworked('name', ['full'])],
  [[name], [textarea({ key: 'name', label: 'Name', limit: 900 })], /kind text and is textarea/, reworked('name')],
  [[color], [{ ...color, options: options('red') }], /choice green of color/, choiceWithdrawn('color', ['green'])],
  [
    [color],
    [{ ...color, options: options('red', 'lime') }],
    /choice green/,
    choiceReplaced('color', { green: 'lime' }),
  ],
  [[name], [{ ...name, maxLength: 9 }], /took at most 45 and takes 9/, reworked('name')],
  [[name], [{ ...name, required: true }], /has to be answered now/, reworked('name')],
  [[name, color], [showWhen(answered('color'), [name]), color], /may be hidden/, reworked('name')],
  [[tabs('record', 'a', 'b')], [tabs('school', 'a', 'b')], /record is gone/, renamed('record', 'school')],
  [
    [tabs('visa', 'a'), tabs('record', 'a', 'b')],
    [tabs('visa', 'a'), tabs('record', 'a')],
    /choice b of record/,
    choiceReplaced('record', { b: 'a' }),
  ],
  [
    [tabs('record', 'a', 'b')],
    [tabs('school', 'a', 'c')],
    /record is gone/,
    ...[choiceReplaced('record', { b: 'c' }), renamed('record', 'school')],
  ],
  [[jobs('jobs', 1)], [jobs('work', 1)], /jobs is gone/, renamed('jobs', 'work')],
  [[jobs('a', 0), jobs('jobs', 1)], [jobs('a', 0), jobs('work', 1)], /jobs is gone/, renamed('jobs', 'work')],
  [[text({ key: 'constructor', label: 'Builder' })], [], /constructor is gone/, dropped('constructor')],
];

test('each change of meaning is refused with a message until a migration handles it', () => {
  for (const [before, after, sentence, ...changes] of CHANGES) {
    expect(problems(before, after).join('\n')).toMatch(sentence);
    expect(problems(before, after, changes)).toEqual([]);
  }
  expect(problems([name], [{ ...name, maxLength: 9 }], [dropped('name')])).toHaveLength(1);
  expect(problems([color], [{ ...color, options: options('red') }], [reworked('color')])).toHaveLength(1);
  expect(problems([color], [], [choiceWithdrawn('color', ['red', 'green'])])).toHaveLength(1);
  const both = [
    { ...name, maxLength: 9 },
    { ...color, options: options('red') },
  ] as const;
  expect(problems([name, color], both, [reworked('color')])).toHaveLength(2);
  expect(problems([name, color], both, [reworked('name')])).toEqual([expect.stringMatching(/choice green of color/)]);
  expect(problems([name, color], both, [choiceWithdrawn('color', ['green']), reworked(['town', 'name'])])).toEqual([]);
  const elsewhere = (...changes: readonly Change[]) =>
    releaseProblems(outlineOf(formWith([])), formWith([], changes, 'two'));
  expect(elsewhere()).toEqual([expect.stringMatching(/^one is gone/)]);
  expect(elsewhere(renamed('one', 'two'))).toEqual([]);
  const pages = ['one', 'two'].map((id) => page({ id, navLabel: id, title: id }, []));
  const fewer = releaseProblems(outlineOf(englishForm(defineForm(pages))), formWith([]));
  expect(fewer).toEqual([expect.stringMatching(/^two is gone/)]);
});

test('a question that is renamed and changed otherwise needs both changes, and conditions follow the rename', () => {
  const before = [color, showWhen(equals('color', 'red'), [name])];
  const hue = { ...color, key: 'hue' };
  expect(problems(before, [hue, showWhen(equals('hue', 'red'), [name])], [renamed('color', 'hue')])).toEqual([]);
  const needed = [{ ...hue, required: true } as const, showWhen(equals('hue', 'red'), [name])];
  expect(problems(before, needed, [renamed('color', 'hue')])).toEqual([
    expect.stringMatching(/hue has to be answered/),
  ]);
  const [old, now] = ['color', 'hue'].map((key) => [{ ...color, key }, showWhen(equals(key, 'color'), [name])]);
  expect(problems(old ?? [], now ?? [], [renamed('color', 'hue')]), 'a choice that is called like the key').toEqual([]);
});

test('a migration that a release already had does not count, and ids are unique', () => {
  const before = outlineOf(formWith([name], [dropped('name')]));
  expect(releaseProblems(before, formWith([], [dropped('name')]))).toHaveLength(1);
  const twice = [dropped('name'), dropped('color')].map((change, place) => ({ id: `n-${place}`, changes: [change] }));
  expect(releaseProblems(outlineOf(formWith([name, color])), { ...formWith([]), migrations: twice })).toEqual([]);
  const odd = {
    ...formWith([]),
    migrations: [
      { id: 'a b', changes: [] },
      { id: 'a/b', changes: [] },
      { id: 'a', changes: [] },
      { id: 'a', changes: [] },
      ...['b', 'b'].map((id) => ({ id, changes: [] })),
    ],
  };
  expect(migrationProblems(odd)).toHaveLength(4);
});

test('a condition counts as wider only where that is certain', () => {
  const red = equals('color', 'red');
  const wider: readonly (readonly [When, When])[] = [
    [answered('color'), red],
    [isOneOf('color', ['red', 'green']), red],
    [answered('color'), isOneOf('color', ['red', 'green'])],
    [isOneOf('color', ['red', 'green']), isOneOf('color', ['red'])],
    [answered('color'), anyOf(red, equals('color', 'green'))],
    [anyOf(red, answered('name')), red],
    [anyOf(answered('name'), red), red],
    [red, allOf(red, answered('name'))],
    [red, allOf(answered('name'), red)],
  ];
  for (const [when, before] of wider) {
    expect(isImpliedBy(when, before)).toBe(true);
    expect(isImpliedBy(before, when)).toBe(false);
  }
  expect(isImpliedBy(notAnswered('color'), red)).toBe(false);
  expect(isImpliedBy(answered('color'), notAnswered('color'))).toBe(false);
  expect(isImpliedBy(answered('color'), anyOf(red, answered('name')))).toBe(false);
  expect(isImpliedBy(equals('name', 'red'), red)).toBe(false);
  for (const empty of [isOneOf('color', ['red', '']), equals('color', false)])
    expect(isImpliedBy(answered('color'), empty)).toBe(false);
});

test('new questions, and those that have to be answered since, are all named', () => {
  const asked = (key: string, required = false) => text({ key, label: key, ...(required && { required }) });
  const before = outlineOf(formWith([asked('name'), asked('town', true), asked('note'), asked('plan')]));
  const keys = ['name', 'town', 'plan', 'given', 'family', 'goal', 'hope'];
  const changes = [reworked('note', ['given']), reworked('note', ['family'])];
  const after = formWith([asked('note'), ...keys.map((key) => asked(key, true))], changes);
  expect(changesSince(before, after)).toMatchObject({ changes, added: ['goal', 'hope'], needed: ['name', 'plan'] });
});

test('choices that vary are in no outline: none is gone from them, and none is missed', () => {
  const years = { ...color, options: { kind: 'years', count: 3, direction: 'past' } } as const;
  expect([problems([color], [years]), problems([years], [color])]).toEqual([[], []]);
  const state = (second: typeof years.options | typeof color.options) => {
    const cases = { red: options('x', 'y'), green: second };
    return conditionalSelect({
      ...{ key: 'state', label: 'State' },
      options: { controlledBy: 'color', cases, unanswered: options('x'), otherwise: 'text' },
    });
  };
  const { parts } = outlineOf(
    formWith([
      color,
      state(options('z')),
      tabGroup({ id: 'record', legend: '' }, [tab({ id: 'a', label: '' }, [name])]),
    ]),
  );
  expect(parts.state?.choices).toEqual(['x', 'y', 'z']);
  expect(parts.name).toStrictEqual({ kind: 'text', maxLength: 45 });
  expect(outlineOf(formWith([color, state(years.options)])).parts.state).not.toHaveProperty('choices');
});
