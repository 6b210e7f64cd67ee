import { expect, test } from 'vitest';
import {
  atFirstPage,
  filterOf,
  parseSearch,
  readApplicationSearch,
  readExportSearch,
  readListSearch,
  stringifySearch,
} from './list-search.ts';

test('an application keeps the page and columns of the list it was opened from, so that Back returns to them', () => {
  const list = { view: 'all', q: 'garcia', sort: 'name', after: 'cursor', columns: 'name,term' };
  const { place, doc, ...back } = readApplicationSearch({ ...list, place: '7', doc: 'transcript' });
  expect([back, place, doc]).toEqual([readListSearch(list), '7', 'transcript']);
  expect(filterOf(back)).toEqual({ view: 'all', q: 'garcia', sort: 'name' });
});

test('an address with a filter that is gone, or was never one, opens the list without it', () => {
  expect(
    readListSearch({ q: 'garcia', residence: 'on_the_moon', from: 'soon', color: 'red', school: '', columns: '' }),
  ).toEqual({
    q: 'garcia',
  });
});

test('an address that names two places in the list means the one after which it goes on', () => {
  expect(readListSearch({ after: 'a', before: 'b', last: '1' })).toEqual({ after: 'a' });
  expect(readListSearch({ before: 'b', last: '1' })).toEqual({ before: 'b' });
  expect(readListSearch({ after: '', before: 7, last: '1' })).toEqual({ last: '1' });
  expect(readListSearch({ last: '2' })).toEqual({});
});

test('a link to the exports chooses a format that there is', () => {
  expect(readExportSearch({ q: 'FY27', format: 'packets', after: 'a' })).toEqual({ q: 'FY27', format: 'packets' });
  expect(readExportSearch({ format: 'scrolls' })).toEqual({});
});

test('a changed filter begins at the first page and keeps the columns', () => {
  expect(atFirstPage({ q: 'garcia', after: 'a', columns: 'name' })).toEqual({ q: 'garcia', columns: 'name' });
});

test.each(['garcía & lópez', '123', 'true', '100%', 'a+b', '"quoted"'])(
  'a search for %s is in the address as it was typed',
  (q) => {
    expect(parseSearch(stringifySearch({ q, view: 'all', empty: '', unset: undefined }))).toEqual({ q, view: 'all' });
  },
);

test('an address without parameters has no question mark', () => {
  expect(stringifySearch({ q: '' })).toBe('');
});
