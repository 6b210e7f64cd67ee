import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Answers,
  conditionalSelect,
  defineForm,
  descKey,
  equals,
  type Form,
  type Item,
  indexForm,
  isChoice,
  page,
  parseAnswers,
  select,
  showWhen,
  text,
  textarea,
  validate,
} from '../index.ts';
import { englishForm } from '../testing/english-form.ts';
import { type Change, choiceReplaced, choiceWithdrawn, dropped, type Migration, renamed, reworked } from './changes.ts';
import { type AtticEntry, type Draft, documentMoves, migrateDraft, migrateSave, type Written } from './migrate.ts';

/** A question of an invented form. */
interface Asked {
  readonly key: string;
  readonly kind: 'text' | 'textarea' | 'select';
  readonly choices: readonly string[];
  /** Shown while this question has its first choice. */
  readonly under?: string;
}
type Invented = readonly Asked[];

const itemOf = ({ key, kind, choices }: Asked): Item => {
  if (kind === 'text') return text({ key, label: key, maxLength: 40 });
  if (kind === 'textarea') return textarea({ key, label: key, limit: 200 });
  return select({ key, label: key, options: choices.map((value) => ({ value, label: value.toUpperCase() })) });
};

function formOf(invented: Invented, migrations: readonly Migration[] = []): Form {
  const items = invented.map((item): Item => {
    const first = invented.find(({ key }) => key === item.under)?.choices[0];
    return item.under === undefined || first === undefined
      ? itemOf(item)
      : showWhen(equals(item.under, first), [itemOf(item)]);
  });
  return englishForm({ ...defineForm([page({ id: 'one', navLabel: 'One', title: 'One' }, items)]), migrations });
}

const atFirstSpace =
  (from: string, [first = '', second = '']: readonly string[]) =>
  (answers: Answers): Answers => {
    const [word = '', ...others] = String(answers[from]).split(' ');
    return { [first]: word, [second]: others.join(' ') };
  };
const split = (from: string, into: readonly string[]) => reworked(from, into, atFirstSpace(from, into));
const joined = (from: readonly string[], into: string) =>
  reworked(from, [into], (answers) => ({
    [into]: from
      .map((key) => answers[key])
      .filter(Boolean)
      .join(' '),
  }));

const CHOICES = ['red', 'green', 'blue'];
/** Two choices, texts of both kinds, and a text that a choice shows. */
const FIRST: Invented = [
  { key: 'color', kind: 'select', choices: CHOICES },
  { key: 'shade', kind: 'select', choices: CHOICES },
  ...['name', 'town', 'note', 'plan'].map((key): Asked => ({ key, kind: 'text', choices: [] })),
  { key: 'essay', kind: 'textarea', choices: [] },
  { key: 'detail', kind: 'text', choices: [], under: 'color' },
];

/** A change that fits the form after the previous steps. */
interface Step {
  readonly form: Invented;
  readonly changes: readonly Change[];
}
const replaceIn = (form: Invented, key: string, ...by: readonly Asked[]): Invented =>
  form.flatMap((item) => (item.key === key ? by : [item.under === key ? { ...item, under: by[0]?.key ?? key } : item]));

function stepOn({ form, changes }: Step, kind: number, pick: number, count: number): Step {
  const texts = form.filter((item) => item.kind === 'text' && item.under === undefined);
  const selects = form.filter((item) => item.kind === 'select');
  const at = <T>(all: readonly T[]): T | undefined => all[pick % Math.max(all.length, 1)];
  const [any, line, choice] = [at(form), at(texts), at(selects)];
  const next = (form: Invented, change: Change): Step => ({ form, changes: [...changes, change] });
  const fresh = `new_${count}`;
  const [first, ...rest] = choice?.choices ?? [];
  if (kind === 0 && any) return next(replaceIn(form, any.key, { ...any, key: fresh }), renamed(any.key, fresh));
  if (kind === 1 && line) {
    const parts = [`${fresh}_a`, `${fresh}_b`];
    return next(replaceIn(form, line.key, ...parts.map((key) => ({ ...line, key }))), split(line.key, parts));
  }
  if (kind === 2 && texts.length > 1 && line) {
    const other = texts.find((text) => text !== line);
    const without = form.filter((item) => item !== other);
    const into: Asked = { ...line, key: fresh, kind: 'textarea' };
    return next(replaceIn(without, line.key, into), joined([line.key, other?.key ?? ''], fresh));
  }
  if (kind === 3 && choice && first !== undefined) {
    const choices = [fresh, ...rest];
    return next(replaceIn(form, choice.key, { ...choice, choices }), choiceReplaced(choice.key, { [first]: fresh }));
  }
  if (kind === 4 && choice && rest.length > 1) {
    const [gone = '', ...left] = rest;
    const choices = [first ?? '', ...left];
    return next(replaceIn(form, choice.key, { ...choice, choices }), choiceWithdrawn(choice.key, [gone]));
  }
  if (kind === 5 && any && !form.some((item) => item.under === any.key)) {
    return next(
      form.filter((item) => item !== any),
      dropped(any.key),
    );
  }
  const essay = form.find((item) => item.kind === 'textarea');
  if (kind === 6 && essay) return next(replaceIn(form, essay.key, { ...essay, kind: 'text' }), reworked(essay.key));
  return { form: [...form, { key: fresh, kind: 'text', choices: [] }], changes };
}

const steps = fc
  .array(fc.tuple(fc.nat(7), fc.nat(20)), { minLength: 1, maxLength: 5 })
  .map((picks) =>
    picks.reduce<Step>((step, [kind, pick], count) => stepOn(step, kind, pick, count), { form: FIRST, changes: [] }),
  );
const someText = fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6}){0,4}$/));

/** Answers as they are stored: cleaned, with labels, nothing hidden. */
const answersTo = (invented: Invented): fc.Arbitrary<Answers> =>
  fc
    .tuple(...invented.map(({ kind, choices }) => (kind === 'select' ? fc.constantFrom('', ...choices) : someText)))
    .map((values) => {
      const given = Object.fromEntries(invented.map(({ key }, place) => [key, values[place] ?? '']));
      for (const { key, kind } of invented)
        if (kind === 'select') given[descKey(key)] = (given[key] ?? '').toUpperCase();
      for (const { key, under } of invented) {
        const first = invented.find((item) => item.key === under)?.choices[0];
        if (under !== undefined && given[under] !== first) given[key] = '';
      }
      return given;
    });

const draftWith = (answers: Answers, at = 1): Draft => ({
  answers,
  versions: Object.fromEntries(
    Object.keys(answers)
      .filter((key) => !key.endsWith('_desc'))
      .map((key) => [key, { edited_at: at }]),
  ),
  tabs: {},
  addAnother: {},
  page: 'one',
});
const migrationOf = (changes: readonly Change[], id = 'n-2'): readonly Migration[] => [{ id, changes }];
const given = (answers: Answers) => Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== ''));
const ahead = (answers: Answers, { form, changes }: Step) =>
  migrateDraft(draftWith(answers), [], [], formOf(form, migrationOf(changes)));

test('the next release accepts any migrated answers unchanged', () => {
  fc.assert(
    fc.property(steps, answersTo(FIRST), (step, answers) => {
      const { draft } = ahead(answers, step);
      const parsed = parseAnswers(formOf(step.form), draft.answers);
      expect(parsed).toEqual({ answers: draft.answers, refused: [] });
    }),
  );
});

test('every removed value is in the attic, with its reason', () => {
  fc.assert(
    fc.property(steps, answersTo(FIRST), (step, answers) => {
      const { draft, attic } = ahead(answers, step);
      const kept = [draft.answers, ...attic.map(({ values }) => values)].flatMap(Object.values);
      for (const [key, value] of Object.entries(given(answers))) {
        expect(kept, key).toContain(value);
      }
    }),
  );
});

test('an answer that no migration names stays unchanged, and is not set aside', () => {
  fc.assert(
    fc.property(steps, answersTo(FIRST), (step, answers) => {
      const { draft, attic } = ahead(answers, step);
      const named = JSON.stringify(step.changes);
      const isNamed = (key = '') => named.includes(`"${key}"`);
      for (const { key, under } of FIRST) {
        if (isNamed(key) || isNamed(under)) continue;
        expect([draft.answers[key], draft.versions[key]], key).toEqual([answers[key], { edited_at: 1 }]);
        expect(attic.map((entry) => entry.key)).not.toContain(key);
      }
    }),
  );
});

test('one more release brings back what was removed, unless it has been answered since', () => {
  fc.assert(
    fc.property(answersTo(FIRST), fc.boolean(), (answers, isTyped) => {
      const gone = [dropped('name'), choiceWithdrawn('color', CHOICES), dropped('essay')];
      const form = formOf(
        FIRST.filter(({ key }) => key !== 'name' && key !== 'essay'),
        migrationOf(gone),
      );
      const there = migrateDraft(draftWith(answers), [], [], form);
      const typed = isTyped ? { color: 'green', color_desc: 'GREEN' } : {};
      const draft = { ...there.draft, answers: { ...there.draft.answers, ...typed } };
      const again = [
        ...migrationOf(gone),
        ...migrationOf(
          ['name', 'color', 'essay'].map((key) => reworked(key)),
          'n-3',
        ),
      ];
      const back = migrateDraft(draft, there.attic, ['n-2'], formOf(FIRST, again));
      const { detail, ...others } = answers;
      expect(given(back.draft.answers)).toMatchObject(given({ ...others, ...typed }));
    }),
  );
});

test('a missing and an empty answer are the same to conditions and rules', () => {
  const moment = { now: Date.UTC(2026, 10, 20), today: '2026-11-20' };
  fc.assert(
    fc.property(steps, answersTo(FIRST), (step, answers) => {
      const { draft } = ahead(answers, step);
      const form = formOf(step.form);
      const asked = { ...Object.fromEntries(form.fields.map(({ question }) => [question.key, ''])), ...draft.answers };
      const errors = (answers: Answers) => validate(form, { answers, tabs: {}, addAnother: {} }, moment);
      expect(errors(asked)).toEqual(errors(given(draft.answers)));
    }),
  );
});

test('versions move with their keys, and to each part of a split answer', () => {
  const step = stepOn({ form: FIRST, changes: [] }, 1, 0, 9);
  const { draft } = migrateDraft(
    draftWith({ name: 'Ada Testperson' }, 7),
    [],
    [],
    formOf(step.form, migrationOf(step.changes)),
  );
  expect(draft.answers).toEqual({ new_9_a: 'Ada', new_9_b: 'Testperson' });
  expect(draft.versions).toEqual({ new_9_a: { edited_at: 7 }, new_9_b: { edited_at: 7 } });
});

test('the choice in place of another has its label, whichever list of the question it is on', () => {
  const list = (value: string) => [{ value, label: `The ${value}` }];
  const options = {
    controlledBy: 'color',
    cases: { red: list('RA'), blue: list('BA') },
    unanswered: [],
    otherwise: 'text',
  } as const;
  const state = conditionalSelect({ key: 'state', label: 'State', options });
  const form = englishForm({
    ...defineForm([page({ id: 'one', navLabel: 'One', title: 'One' }, [state])]),
    migrations: migrationOf([choiceReplaced('state', { BX: 'BA' })]),
  });
  const { draft } = migrateDraft(draftWith({ state: 'BX', state_desc: 'The BX' }), [], [], form);
  expect(draft.answers).toEqual({ state: 'BA', state_desc: 'The BA' });
});

test('an answer that a release changes in place is set aside as it was; so is each one that it hides or does not know', () => {
  const upper = reworked('name', ['name'], ({ name }) => ({ name: String(name).toUpperCase() }));
  const shade: Asked = { key: 'shade', kind: 'select', choices: CHOICES, under: 'color' };
  const form = formOf(
    [...FIRST.filter(({ key }) => key !== 'shade'), shade],
    migrationOf([upper, choiceWithdrawn('color', ['red'])]),
  );
  const answers = {
    name: 'Ada',
    color: 'red',
    color_desc: 'RED',
    shade: 'blue',
    shade_desc: 'BLUE',
    detail: 'Dark',
    ghost: 'Boo',
  };
  const moved = migrateDraft(draftWith(answers), [], [], form);
  expect(moved.draft.answers).toEqual({ name: 'ADA', color: '', color_desc: '' });
  expect(moved.attic).toMatchObject([
    { key: 'name', reason: 'reworked', values: { name: 'Ada' } },
    { key: 'color', reason: 'choice-withdrawn', values: { color: 'red', color_desc: 'RED' } },
    { key: 'ghost', reason: 'unfit', values: { ghost: 'Boo' } },
    { key: 'detail', reason: 'hidden', values: { detail: 'Dark' } },
    { key: 'shade', reason: 'hidden', values: { shade: 'blue', shade_desc: 'BLUE' } },
  ]);
});

test('tabs, repeaters, the last page and documents are migrated too', () => {
  const changes = [
    choiceReplaced('record', { upload: 'send' }),
    renamed('record', 'school_record'),
    renamed('jobs', 'work'),
    renamed('one', 'first'),
    renamed('transcript', 'record_file'),
    renamed('record_file', 'school_file'),
  ];
  const form = formOf(FIRST, migrationOf(changes));
  const draft = { ...draftWith({}), tabs: { record: 'upload', other: 'x' }, addAnother: { jobs: 3 } };
  expect(migrateDraft(draft, [], [], form).draft).toMatchObject({
    tabs: { school_record: 'send', other: 'x' },
    addAnother: { work: 3 },
    page: 'first',
  });
  expect([...documentMoves([], form)]).toContainEqual(['transcript', 'school_file']);
});

const version = { edited_at: 5 };
const save = (
  answers: Answers,
  form: Form,
  known: { readonly draft?: Answers; readonly attic?: readonly AtticEntry<Written>[] } = {},
) => migrateSave(answers, version, { draft: {}, attic: [], ...known }, [], form);

test('a save of an older release is migrated change by change', () => {
  const form = (...changes: readonly Change[]) => formOf(FIRST, migrationOf(changes));
  expect(save({ name: 'Ada' }, form(renamed('name', 'town')))).toEqual({ answers: { town: 'Ada' }, attic: [] });
  expect(save({ name: '' }, form(renamed('name', 'town'))).answers).toEqual({ town: '' });
  expect(save({ name: 'Ada', town: '' }, form(renamed('name', 'town')))).toEqual({
    answers: { town: 'Ada' },
    attic: [],
  });
  expect(save({ name: 'Ada', town: 'Bo' }, form(renamed('name', 'town')))).toMatchObject({
    answers: { town: 'Bo' },
    attic: [{ key: 'name', reason: 'renamed', values: { name: 'Ada' } }],
  });
  expect(save({ old: 'x', town: 'Y' }, form(dropped('old')))).toMatchObject({
    answers: { town: 'Y' },
    attic: [{ key: 'old', reason: 'dropped', values: { old: 'x' } }],
  });
  expect(save({ nobody: 'x' }, form(dropped('old'))).answers).toEqual({ nobody: 'x' });
});

test('a change that comes before the ones that a page knows is made too: a form has changes of several lists', () => {
  const asked = ['given', 'city'].map((key): Asked => ({ key, kind: 'text', choices: [] }));
  const form = formOf(asked, [
    { id: 'product-2', changes: [renamed('name', 'given')] },
    { id: 'school-2', changes: [renamed('town', 'city')] },
  ]);
  const given = { name: 'Ada', city: 'Sampleton' };
  const { answers } = migrateSave(given, version, { draft: {}, attic: [] }, ['school-2'], form);
  expect(answers).toEqual({ given: 'Ada', city: 'Sampleton' });
});

test('a save with a part of what a function needs takes the rest from the draft and from what was removed', () => {
  const form = formOf(FIRST, migrationOf([joined(['given', 'family'], 'name')]));
  const { draft, attic } = migrateDraft(draftWith({ given: 'Ada', family: 'Bo' }), [], [], form);
  expect(draft.answers).toEqual({ name: 'Ada Bo' });
  expect(save({ town: 'X' }, form, { attic }).answers).toEqual({ town: 'X' });
  expect(save({ given: 'Cy' }, form, { attic }).answers).toEqual({ name: 'Cy Bo' });
  expect(save({ given: '', family: '' }, form, { attic }).answers).toEqual({ name: '' });
  // What was removed before this answer was emptied on purpose stays removed.
  const emptied = draftWith({ given: 'Cy', family: '' }, 9);
  expect(given(migrateDraft(emptied, attic, [], form).draft.answers)).toEqual({ name: 'Cy' });
  const town = reworked(['name', 'plan'], ['name', 'note'], ({ name, plan }) => ({
    name: name ?? '',
    note: `${name}: ${plan}`,
  }));
  const saved = save({ plan: 'go' }, formOf(FIRST, migrationOf([town])), { draft: { name: 'Ada' } });
  expect(saved.answers).toMatchObject({ note: 'Ada: go' });
});

test('an answer that its new question refuses is set aside whole, and the question is asked again', () => {
  const long = 'x'.repeat(41);
  const form = formOf(FIRST, migrationOf([renamed('essay_2', 'name'), joined(['given', 'family'], 'town')]));
  const refused = { essay_2: 'one\ntwo', given: long, family: 'Bo' };
  const aside = [
    { key: 'given', reason: 'unfit', values: { given: long } },
    { key: 'family', reason: 'unfit', values: { family: 'Bo' } },
    { key: 'name', reason: 'unfit', values: { name: 'one\ntwo' } },
  ];
  const moved = migrateDraft(draftWith(refused), [], [], form);
  expect(moved.draft.answers).toEqual({ town: '' });
  expect(moved.attic).toMatchObject(aside);
  expect(save(refused, form)).toMatchObject({ answers: { name: '', town: '' }, attic: aside });
});

test('a form without migrations leaves a draft unchanged', () => {
  const draft = draftWith({ name: 'Ada' });
  expect(migrateDraft(draft, [], [], formOf(FIRST)).draft).toBe(draft);
  expect(formOf(FIRST).fields.some(({ question }) => isChoice(question))).toBe(true);
  expect(indexForm({ pages: [] }, formOf(FIRST).words).migrations).toBeUndefined();
});
