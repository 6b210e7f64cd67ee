import { expect, test } from 'vitest';
import { keepSelection, NONE, readSelection } from './selection.ts';

/** A tab's storage. */
function newStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    get length() {
      return items.size;
    },
  };
}

test.each([
  ['some', new Set(['ada', 'bo'])],
  ['all', 'all'],
  ['no', NONE],
] as const)('a selection of %s applications is found again in the same list, and in no other', (_, selected) => {
  const storage = newStorage();
  keepSelection(storage, 'grace {"q":"garcia"}', selected);
  expect(readSelection(storage, 'grace {"q":"garcia"}')).toEqual(selected);
  expect(readSelection(storage, 'grace {"q":"other"}')).toEqual(NONE);
  expect(readSelection(storage, 'omar {"q":"garcia"}')).toEqual(NONE);
});

test('an emptied selection leaves nothing in the tab', () => {
  const storage = newStorage();
  keepSelection(storage, 'list', new Set(['ada']));
  keepSelection(storage, 'list', NONE);
  expect(storage.length).toBe(0);
});
