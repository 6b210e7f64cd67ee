import { expect, test } from 'vitest';
import { defineForm, page, repeater, row, tab, tabGroup } from './builders.ts';
import { file, text, textarea } from './kinds/index.ts';
import { paperLabelOfTab, paperTableOf } from './paper-table.ts';
import { englishForm } from './testing/english-form.ts';

const job = (key: string) => [row(text({ key, label: 'Job' }), text({ key: `${key}_hours`, label: 'Hours' }))];
const jobs = repeater({ id: 'jobs', noun: 'Job' }, [job('one'), job('two'), job('three')]);

test('components with short answers are a table: a row for each shown one, a column for each label', () => {
  const table = paperTableOf(jobs, 2);
  expect(table?.columns).toEqual(['Job', 'Hours']);
  expect(table?.rows.map((questions) => questions.map(({ key }) => key))).toEqual([
    ['one', 'one_hours'],
    ['two', 'two_hours'],
  ]);
});

test('a single component is not a table', () => {
  expect(paperTableOf(jobs, 1)).toBeUndefined();
});

test('components with a long text, or with different labels, are not a table', () => {
  const texts = repeater({ id: 'texts', noun: 'Text' }, [
    [textarea({ key: 'one', label: 'Story' })],
    [textarea({ key: 'two', label: 'Story' })],
  ]);
  const unlike = repeater({ id: 'unlike', noun: 'Thing' }, [
    [text({ key: 'one', label: 'First' })],
    [text({ key: 'two', label: 'Second' })],
  ]);
  expect([paperTableOf(texts, 2), paperTableOf(unlike, 2)]).toEqual([undefined, undefined]);
});

test('up to three columns are a table', () => {
  const wide = (count: number) => {
    const component = (key: number) =>
      Array.from({ length: count }, (_, at) => text({ key: `${key}_${at}`, label: 'A' }));
    return paperTableOf(repeater({ id: 'wide', noun: 'Thing' }, [component(1), component(2)]), 2)?.columns.length;
  };
  expect([3, 4].map(wide)).toEqual([3, undefined]);
});

test('the label of a tab for paper is there with any of its documents', () => {
  const upload = tab({ id: 'upload', label: 'Upload', paperLabel: 'Attached' }, [
    file({ key: 'one', label: '' }),
    file({ key: 'two', label: '' }),
  ]);
  const form = englishForm(
    defineForm([page({ id: 'p', navLabel: '', title: '' }, [tabGroup({ id: 'g', legend: 'G' }, [upload])])]),
  );
  expect(['two', 'none'].map((key) => paperLabelOfTab(form, 'g', upload, (one) => one === key))).toEqual([
    'Attached',
    'Upload',
  ]);
});

test('components of which a later one asks less, or does not fit, are not a table', () => {
  const shorter = repeater({ id: 'jobs', noun: 'Job' }, [job('one'), [text({ key: 'two', label: 'Job' })]]);
  expect(paperTableOf(shorter, 2)).toBeUndefined();
  const longer = repeater({ id: 'jobs', noun: 'Job' }, [job('one'), [textarea({ key: 'two', label: 'Job' })]]);
  expect(paperTableOf(longer, 2)).toBeUndefined();
});
