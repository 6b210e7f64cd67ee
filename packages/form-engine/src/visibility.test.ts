import { describe, expect, test } from 'vitest';
import { ANSWERED, EMPTY_STATE, type FormState } from './answers.ts';
import { dateWindow, defineForm, page, repeater, showWhen, tab, tabGroup } from './builders.ts';
import { answered, equals } from './condition.ts';
import type { Item } from './form.ts';
import { attachedDocuments } from './index-form.ts';
import { check, conditionalSelect, file, phone, radio, text } from './kinds/index.ts';
import { englishForm } from './testing/english-form.ts';
import { clearHidden, componentCount, documentsOfTab, openTab, relevantAnswers, visibleFields } from './visibility.ts';

const MOMENT = { now: 0, today: '2026-11-20' };
const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
const indexOf = (...items: Item[]) => englishForm(defineForm([page({ id: 'about', navLabel: '', title: '' }, items)]));
const visibleKeys = (form: ReturnType<typeof indexOf>, state: Partial<FormState>, now = 0) =>
  visibleFields(form, { ...EMPTY_STATE, ...state }, { ...MOMENT, now }).map((field) => field.question.key);

describe('clearing what a condition hides', () => {
  const a = text({ key: 'a', label: 'A' });
  const b = radio({ key: 'b', label: 'B', options: YES_NO });
  const c = text({ key: 'c', label: 'C' });

  test('[COND-04, COND-06] the questions inside, their _desc keys and the listed keys are cleared', () => {
    const form = indexOf(a, showWhen(equals('a', 'x'), [b], { alsoClears: ['c'] }), c);
    expect(form.conditionGroups).toEqual([{ when: equals('a', 'x'), watchedKeys: ['a'], associatedKeys: ['b', 'c'] }]);
    const answers = { a: 'x', b: 'yes', b_desc: 'Yes', c: 'kept' };
    expect(clearHidden(form, answers)).toEqual({});
    expect(clearHidden(form, { ...answers, a: 'y' })).toEqual({ b: '', b_desc: '', c: '' });
    expect(clearHidden(form, { a: 'y', b_desc: 'Yes' })).toEqual({ b_desc: '' });
    expect(relevantAnswers(form, { ...answers, a: 'y' })).toEqual({ a: 'y', b: '', b_desc: '', c: '' });
  });

  test('[COND-05] a key of two conditions is kept while one of them holds', () => {
    const form = indexOf(
      a,
      b,
      c,
      showWhen(equals('a', 'x'), [], { alsoClears: ['c'] }),
      showWhen(equals('b', 'yes'), [], { alsoClears: ['c'] }),
    );
    expect(clearHidden(form, { a: 'x', b: 'yes', c: 'kept' })).toEqual({});
    expect(clearHidden(form, { a: '', b: 'yes', c: 'kept' })).toEqual({});
    expect(clearHidden(form, { a: '', b: 'no', c: 'kept' })).toEqual({ c: '' });
    const both = ['x', 'y'].map((value) => showWhen(equals('a', value), [], { alsoClears: ['b', 'c'] }));
    expect(clearHidden(indexOf(a, b, c, ...both), { a: 'x', b: 'yes', c: 'kept' })).toEqual({});
  });

  test('a key that is listed by name is cleared alone', () => {
    const form = indexOf(a, b, showWhen(answered('a'), [], { alsoClears: ['b_desc'] }));
    expect(clearHidden(form, { a: '', b: 'yes', b_desc: 'Yes' })).toEqual({ b_desc: '' });
  });

  test('the check box of a phone goes with the phone', () => {
    const number = phone({ key: 'number', label: 'N', optIn: check({ key: 'texts', label: 'T' }) });
    const form = indexOf(a, showWhen(answered('a'), [number]));
    expect(visibleKeys(form, { answers: { a: 'x' } })).toEqual(['a', 'number', 'texts']);
    expect(clearHidden(form, { a: '', number: '1', texts: true })).toEqual({ number: '', texts: '' });
  });

  test('clearing repeats until no hidden answer has a value', () => {
    const form = indexOf(a, showWhen(answered('a'), [b]), showWhen(equals('b', 'yes'), [c]));
    expect(clearHidden(form, { a: '', b: 'yes', b_desc: 'Yes', c: 'x' })).toEqual({ b: '', b_desc: '', c: '' });
  });

  test('a condition inside another needs both', () => {
    const form = indexOf(a, showWhen(answered('a'), [showWhen(equals('b', 'yes'), [c])]), b);
    expect(visibleKeys(form, { answers: { a: 'x', b: 'yes' } })).toContain('c');
    expect(visibleKeys(form, { answers: { a: '', b: 'yes' } })).not.toContain('c');
    expect(clearHidden(form, { a: '', b: 'yes', c: 'x' })).toEqual({ c: '' });
    expect(form.conditionGroups).toEqual([
      { when: { allOf: [answered('a'), equals('b', 'yes')] }, watchedKeys: ['a', 'b'], associatedKeys: ['c'] },
      { when: answered('a'), watchedKeys: ['a'], associatedKeys: [] },
    ]);
  });
});

test('[DATA-30] a window is open from its start (inclusive) to its end (exclusive)', () => {
  const start = Date.parse('2026-11-20T09:00:00-05:00');
  const end = Date.parse('2026-11-21T09:00:00-05:00');
  const form = indexOf(
    dateWindow({ start: '2026-11-20T09:00:00-05:00', end: '2026-11-21T14:00:00Z' }, [text({ key: 'a', label: 'A' })]),
  );
  const isShown = (now: number) => visibleKeys(form, {}, now).includes('a');
  expect([start - 1000, start, end - 1000, end].map(isShown)).toEqual([false, true, true, false]);
});

test('only the open tab is shown: the stored one while it exists, else the first', () => {
  const form = indexOf(
    tabGroup({ id: 'record', legend: 'Record' }, [
      tab({ id: 'one', label: 'One' }, [text({ key: 'a', label: 'A' })]),
      tab({ id: 'two', label: 'Two' }, [text({ key: 'b', label: 'B' })]),
    ]),
  );
  expect(visibleKeys(form, {})).toEqual(['a']);
  expect(visibleKeys(form, { tabs: { record: 'two' } })).toEqual(['b']);
  expect(openTab(form, 'record', { record: 'gone' })).toBe('one');
  expect(openTab(form, 'no such group', {})).toBe('');
  expect(form.fields.map(({ gates }) => gates)).toEqual([
    [{ kind: 'tab', group: 'record', tab: 'one', isDefault: true }],
    [{ kind: 'tab', group: 'record', tab: 'two', isDefault: false }],
  ]);
});

test('a repeater shows one component by default and never more than its maximum', () => {
  const form = indexOf(
    repeater({ id: 'things', noun: 'Thing' }, [
      [text({ key: 'a', label: 'A' })],
      [text({ key: 'a_2', label: 'A' })],
      [text({ key: 'a_3', label: 'A' })],
    ]),
  );
  expect(visibleKeys(form, {})).toEqual(['a']);
  expect(visibleKeys(form, { addAnother: { things: 2 } })).toEqual(['a', 'a_2']);
  expect([0, -1, 3, 99].map((count) => componentCount(form, 'things', { things: count }))).toEqual([1, 1, 3, 3]);
  expect(componentCount(form, 'no such repeater', {})).toBe(1);
});

test('the form lists the answers that conditions read', () => {
  const form = indexOf(
    text({ key: 'a', label: 'A' }),
    showWhen(answered('a'), [
      text({ key: 'country', label: 'Country' }),
      conditionalSelect({
        key: 'state',
        label: 'State',
        options: { controlledBy: 'country', cases: {}, unanswered: YES_NO, otherwise: 'text' },
      }),
    ]),
  );
  expect([...form.watchedKeys]).toEqual(['a', 'country']);
});

test('the documents of an application are its answered document questions, in the order of the form', () => {
  const paper = (key: string) => file({ key, label: key });
  const form = indexOf(paper('second'), text({ key: 'word', label: 'Word' }), paper('first'), paper('missing'));
  const answers = { first: ANSWERED, second: ANSWERED, word: ANSWERED, missing: 'UNPROCESSED' };
  expect(attachedDocuments(form, answers).map((question) => question.key)).toEqual(['second', 'first']);
});

test('the documents of a tab are those of its own group, where another group has a tab of the same name', () => {
  const upload = (group: string) =>
    tabGroup({ id: group, legend: '' }, [
      tab({ id: 'upload', label: '' }, [
        text({ key: `${group}_note`, label: '' }),
        showWhen(answered(`${group}_note`), [file({ key: `${group}_file`, label: '' })]),
        file({ key: `${group}_back`, label: '' }),
      ]),
    ]);
  const form = indexOf(upload('record'), showWhen(answered('record_note'), [upload('visa')]));
  expect(documentsOfTab(form, 'visa', 'upload').map(({ key }) => key)).toEqual(['visa_file', 'visa_back']);
});
