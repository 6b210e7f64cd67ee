import { expect, test } from 'vitest';
import { repeater, row } from './builders.ts';
import { text, textarea } from './kinds/index.ts';
import { paperTableOf } from './paper-table.ts';

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

test('components of which a later one asks less are not a table', () => {
  const shorter = repeater({ id: 'jobs', noun: 'Job' }, [job('one'), [text({ key: 'two', label: 'Job' })]]);
  expect(paperTableOf(shorter, 2)).toBeUndefined();
});
