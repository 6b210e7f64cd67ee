import { expect, test } from 'vitest';
import { filterOf, readApplicationSearch, readListSearch } from './list-search.ts';

test('an application keeps the page and columns of the list it was opened from, so that Back returns to them', () => {
  const list = { view: 'all', q: 'garcia', sort: 'name', after: 'cursor', columns: 'name,term' };
  const { place, doc, ...back } = readApplicationSearch({ ...list, place: '7', doc: 'transcript' });
  expect([back, place, doc]).toEqual([readListSearch(list), '7', 'transcript']);
  expect(filterOf(back)).toEqual({ view: 'all', q: 'garcia', sort: 'name' });
});
