import { expect, test } from 'vitest';
import { defineForm } from '../builders.ts';
import { check, radio, select, text } from '../kinds/index.ts';
import { englishForm } from '../testing/english-form.ts';
import { type Change, choiceReplaced, choiceWithdrawn, dropped, renamed, reworked } from './changes.ts';
import { choiceLabel, type Draft, documentMoves, migrateDraft, migrateSave } from './migrate.ts';

const COLORS = ['red', 'lime', 'blue'].map((value) => ({ value, label: `The ${value}` }));
const formAfter = (...releases: readonly (readonly Change[])[]) =>
  englishForm({
    ...defineForm([
      {
        ...{ id: 'one', navLabel: 'One', title: 'One' },
        items: [
          ...['name', 'town', 'note'].map((key) => text({ key, label: key, maxLength: 40 })),
          radio({ key: 'color', label: 'Color', options: COLORS }),
          select({ key: 'year', label: 'Year', options: { kind: 'years', count: 3, direction: 'past' } }),
          check({ key: 'agreed', label: 'Agreed' }),
        ],
      },
    ]),
    migrations: releases.map((changes, place) => ({ id: `n-${place + 2}`, changes })),
  });
const joined = reworked(['given', 'middle', 'family'], ['name'], ({ given, middle, family }) => ({
  name: [given, middle, family].filter(Boolean).join(' '),
}));
const split = (into: readonly [string, string]) =>
  reworked('full', into, ({ full }) => {
    const [first = '', last = ''] = String(full).split(' ');
    return { [into[0]]: first, [into[1]]: last };
  });

const draftOf = (answers: Draft['answers'], versions: Draft['versions'] = {}): Draft => ({
  ...{ answers, versions, tabs: {}, addAnother: {}, page: 'one' },
});
const moved = (draft: Draft, ...changes: readonly Change[]) => migrateDraft(draft, [], [], formAfter(changes));
const answersOf = (answers: Draft['answers'], ...changes: readonly Change[]) =>
  moved(draftOf(answers), ...changes).draft.answers;

test('an answer that a function makes of several is as new as the newest of them; one that it leaves keeps its time', () => {
  const answers = { given: 'Ada', middle: 'B', family: 'Testperson' };
  const { draft } = moved(draftOf(answers, { given: { edited_at: 1 }, family: { edited_at: 3 } }), joined);
  expect([draft.answers, draft.versions]).toStrictEqual([{ name: 'Ada B Testperson' }, { name: { edited_at: 3 } }]);
  const versions = { name: { edited_at: 1 }, town: { edited_at: 3 } };
  expect(moved(draftOf({ name: 'Ada', town: 'X' }, versions), reworked(['name', 'town'])).draft.versions).toEqual(
    versions,
  );
  expect(moved(draftOf({ given: 'Ada' }), renamed('given', 'name')).draft.versions).toStrictEqual({});
});

test('a function is not asked where nothing was answered, and is where only the last answer is there', () => {
  expect(answersOf({ town: 'X' }, joined)).toEqual({ town: 'X' });
  expect(answersOf({ given: '', family: 'Bo' }, joined)).toEqual({ name: 'Bo' });
});

test('what a function makes may have another name in the same release, and is refused whole if one part is too long', () => {
  const later = [split(['name', 'last']), renamed('last', 'town')];
  expect(answersOf({ full: 'Ada Bo' }, ...later)).toEqual({ name: 'Ada', town: 'Bo' });
  const full = `Ada ${'x'.repeat(41)}`;
  const { draft, attic } = moved(draftOf({ full }), split(['name', 'town']));
  expect([draft.answers, attic]).toMatchObject([{ name: '', town: '' }, [{ reason: 'unfit', values: { full } }]]);
});

test('an answer of just the permitted length and a checked box stay as they are', () => {
  const answers = { name: 'x'.repeat(40), agreed: true, color: 'lime', color_desc: 'The lime' };
  expect(moved(draftOf(answers), dropped('full'))).toMatchObject({ draft: { answers }, attic: [] });
});

test('a choice is replaced with its label, or emptied, as far as it was stored; other choices stay', () => {
  expect(answersOf({ color: 'green' }, choiceReplaced('color', { green: 'lime' }))).toEqual({
    color: 'lime',
    color_desc: 'The lime',
  });
  expect(answersOf({ color: 'red' }, choiceWithdrawn('color', ['green', 'red']))).toEqual({ color: '' });
  expect(answersOf({ color: 'blue' }, choiceReplaced('color', { green: 'lime' }))).toEqual({ color: 'blue' });
  const form = formAfter();
  const labels = ['red', 'gray'].map((value) => choiceLabel(form, 'color', value));
  expect([...labels, choiceLabel(form, 'year', '2026'), choiceLabel(form, 'nothing', 'x')]).toEqual([
    'The red',
    'gray',
    '2026',
    'x',
  ]);
});

test('a choice whose stored label no longer fits is set aside with it, under the last release', () => {
  const values = { color: 'red', color_desc: 'x'.repeat(301) };
  const { draft, attic } = migrateDraft(draftOf({ ...values, ghost: 'Boo' }), [], [], formAfter([], [dropped('full')]));
  expect(draft.answers).toEqual({});
  expect(attic).toMatchObject([
    { migration: 'n-3', place: -1, key: 'color', reason: 'unfit', values },
    { migration: 'n-3', place: -1, key: 'ghost', reason: 'unfit' },
  ]);
});

test('tabs, the last page and documents follow the changes of every release', () => {
  const form = formAfter(
    [dropped('old'), renamed('transcript', 'record'), reworked(['jobs', 'work'], ['posts'])],
    [renamed('visa', 'permit'), choiceReplaced('permit', { post: 'mail' }), renamed('photo', 'picture')],
  );
  const draft = { ...draftOf({}), tabs: { visa: 'post' }, addAnother: { jobs: 2 } };
  expect(migrateDraft(draft, [], [], form).draft).toMatchObject({ tabs: { permit: 'mail' }, addAnother: { jobs: 2 } });
  expect([...documentMoves([], form)]).toEqual([
    ['transcript', 'record'],
    ['visa', 'permit'],
    ['photo', 'picture'],
  ]);
});

const version = { edited_at: 5 };

test('a save that empties an answer empties it, also where a release changed its question; each entry has its time', () => {
  const known = { draft: { name: 'Ada' }, attic: [] };
  expect(migrateSave({ name: '' }, version, known, [], formAfter([reworked('name')])).answers).toEqual({ name: '' });
  const { attic } = migrateSave({ town: 'X', old: 'x' }, version, known, [], formAfter([dropped('old')]));
  expect(attic).toMatchObject([{ key: 'old', version }]);
});

test('what was removed at an unknown time does not come back over a newer empty answer', () => {
  const attic = [
    { ...{ migration: 'n-1', place: 0, key: 'name' }, reason: 'dropped', values: { name: 'Ada' } } as const,
  ];
  const form = formAfter([reworked('name')]);
  const { draft } = migrateDraft(draftOf({ name: '' }, { name: version }), attic, [], form);
  expect(draft.answers).toEqual({ name: '' });
  expect(migrateDraft(draftOf({}), attic, [], form).draft.answers).toEqual({ name: 'Ada' });
});
