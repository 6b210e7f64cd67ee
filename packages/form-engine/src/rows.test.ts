import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { BadConfigurationError } from './bad-configuration-error.ts';
import { defineForm, group, notice, page, repeater, row, section, showWhen, tab, tabGroup } from './builders.ts';
import { checkForm, formProblems } from './check-form.ts';
import { equals } from './condition.ts';
import type { Item } from './form.ts';
import { check, date, file, phone, type Question, select, text, textarea, widthOf } from './kinds/index.ts';
import { englishForm } from './testing/english-form.ts';

const a = text({ key: 'a', label: 'A' });
const b = select({ key: 'b', label: 'B', options: [{ value: 'x', label: 'X' }] });
const formOf = (...items: Item[]) => englishForm(defineForm([page({ id: 'about', navLabel: '', title: '' }, items)]));
const problemsOf = (...items: Item[]) => formProblems(formOf(...items));

describe('two questions in a row', () => {
  test('are known to the types by their keys, with the label of a choice', () => {
    expectTypeOf<NonNullable<ReturnType<typeof pair>['keyType']>>().toEqualTypeOf<'a' | 'b' | 'b_desc'>();
    const pair = () => row(a, b);
    expect(pair()).toEqual({ kind: 'row', questions: [a, b] });
  });

  test('are indexed as without the row, wherever it is', () => {
    const places: readonly ((...items: Item[]) => Item)[] = [
      (...items) => section({ id: 's', title: 'S' }, items),
      (...items) => group({ block: 'plain', prefixKey: 'p_' }, items),
      (...items) => showWhen(equals('c', 'yes'), items),
      (...items) => repeater({ id: 'r', noun: 'R' }, [items]),
      (...items) => tabGroup({ id: 't', legend: 'T' }, [tab({ id: 'one', label: 'One' }, items)]),
    ];
    const nested = fc.array(fc.constantFrom(...places), { maxLength: 4 });
    fc.assert(
      fc.property(nested, (around) => {
        const within = (...items: Item[]) => {
          let inner = items;
          for (const wrap of around) inner = [wrap(...inner)];
          return inner;
        };
        const { tabGroups, repeaters, ...withRow } = formOf(...within(row(a, b)));
        const { tabGroups: _tabs, repeaters: _repeaters, ...without } = formOf(...within(a, b));
        expect({ ...withRow, pages: [] }).toEqual({ ...without, pages: [] });
      }),
    );
  });
});

describe('the width of a question', () => {
  test('is that of its kind by default', () => {
    expect([a, b, textarea({ key: 'c', label: 'C' })].map(widthOf)).toEqual(['column', 'column', 'full']);
    expect(widthOf(text({ key: 'a', label: 'A', width: 'full' }))).toBe('full');
    expect(widthOf(check({ key: 'a', label: 'A', width: 'column' }))).toBe('column');
  });
});

describe('a row that cannot be drawn is refused', () => {
  test.each<[string, readonly Question[], string]>([
    ['of one question', [a], 'A row holds 1 questions; it has room for two.'],
    ['of three', [a, b, date({ key: 'c', label: 'C' })], 'A row holds 3 questions; it has room for two.'],
    ['with a text area', [a, textarea({ key: 'c', label: 'C' })], "A row holds 'c', which needs the whole line."],
    ['with a document', [file({ key: 'c', label: 'C' }), a], "A row holds 'c', which needs the whole line."],
    [
      'with a line that says it is wide',
      [a, text({ key: 'c', label: 'C', width: 'full' })],
      "A row holds 'c', which needs the whole line.",
    ],
  ])('%s', (_what, questions, problem) => {
    expect(problemsOf(row(...questions))).toEqual([problem]);
    expect(() => checkForm(formOf(row(...questions)))).toThrow(BadConfigurationError);
  });

  test('with items other than questions, which a form from JSON could have', () => {
    for (const other of [section({ id: 's', title: 'S' }, [b]), notice({ wordsId: 'notice', text: 'N' })]) {
      const broken = row(a, b);
      Object.assign(broken, { questions: [a, other] });
      expect(problemsOf(broken)).toEqual([`A row holds a ${other.kind}; only questions fit.`]);
    }
  });

  test('but a phone and a narrow check are accepted', () => {
    expect(
      problemsOf(row(a, b), row(phone({ key: 'c', label: 'C' }), check({ key: 'd', label: 'D', width: 'column' }))),
    ).toEqual([]);
  });
});
