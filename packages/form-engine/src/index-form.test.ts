import { expect, test } from 'vitest';
import { defineForm, group, notice, page, repeater, section, showWhen, tab, tabGroup } from './builders.ts';
import { answered, equals } from './condition.ts';
import type { Item } from './form.ts';
import { text } from './kinds/index.ts';
import { englishForm } from './testing/english-form.ts';

const line = (key: string) => text({ key, label: key });
const about = (...items: Item[]) => page({ id: 'about', navLabel: 'About', title: 'About You' }, items);
const formOf = (...items: Item[]) => englishForm(defineForm([about(...items)]));

test('a field has its page, its section (or its page), and the legends and prefixes around it', () => {
  const { fields } = formOf(
    line('a'),
    section({ id: 'home', title: 'Address' }, [
      group({ block: 'address', prefixKey: 'home_', legend: 'Where you live' }, [line('home_city')]),
      line('b'),
    ]),
    group({ block: 'plain' }, [line('c')]),
  );
  expect(fields.map(({ question, section, ...place }) => [question.key, { ...place, section: section.title }])).toEqual(
    [
      ['a', { page: 'about', section: 'About You', legends: [], gates: [], prefixKeys: [] }],
      [
        'home_city',
        { page: 'about', section: 'Address', legends: ['Where you live'], gates: [], prefixKeys: ['home_'] },
      ],
      ['b', { page: 'about', section: 'Address', legends: [], gates: [], prefixKeys: [] }],
      ['c', { page: 'about', section: 'About You', legends: [], gates: [], prefixKeys: [] }],
    ],
  );
});

test('components are numbered from one, and conditions apply to the questions inside them', () => {
  const { fields } = formOf(
    repeater({ id: 'things', noun: 'Thing' }, [[line('a')], [showWhen(answered('a'), [line('b')])]]),
  );
  expect(fields.map(({ gates }) => gates)).toEqual([
    [{ kind: 'component', repeater: 'things', number: 1 }],
    [
      { kind: 'component', repeater: 'things', number: 2 },
      { kind: 'condition', when: answered('a') },
    ],
  ]);
});

test('a condition clears the questions directly inside it, and an inner condition its own', () => {
  const { conditionGroups } = formOf(
    line('before'),
    showWhen(answered('before'), [line('outer'), showWhen(equals('outer', 'x'), [line('inner')]), line('last')], {
      alsoClears: ['before'],
    }),
    line('after'),
  );
  expect(conditionGroups.map(({ associatedKeys }) => associatedKeys)).toEqual([['inner'], ['outer', 'last', 'before']]);
});

test('a notice has words but no question', () => {
  const words = notice({ wordsId: 'notice', text: 'Nearly done.' });
  expect(words).toEqual({ kind: 'notice', wordsId: 'notice', text: 'Nearly done.' });
  expect(formOf(words, line('a')).fields).toHaveLength(1);
});

test('tab groups and repeaters are found by their id', () => {
  const tabs = tabGroup({ id: 'kind', legend: 'Kind' }, [tab({ id: 'one', label: 'One' }, [line('a')])]);
  const things = repeater({ id: 'things', noun: 'Thing' }, [[line('b')]]);
  const form = formOf(tabs, things);
  expect(form.tabGroups.get('kind')).toBe(tabs);
  expect(form.repeaters.get('things')).toBe(things);
});
