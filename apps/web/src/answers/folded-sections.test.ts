import { BLOCKED_STORAGE, createStorage } from '@firstyear/ui/storage.testing.ts';
import { expect, test, vi } from 'vitest';
import { createFoldedSections } from './folded-sections.ts';

const KEY = 'firstyear.folded-sections';

test('folded sections stay folded in the tab, and open ones leave nothing in its storage', () => {
  const storage = createStorage();
  const sections = createFoldedSections(storage);
  const listener = vi.fn();
  sections.subscribe(listener);
  sections.set('about/Your name', true);
  expect(createFoldedSections(storage).has('about/Your name')).toBe(true);
  sections.set('about/Your name', false);
  expect([sections.has('about/Your name'), storage.items.size, listener.mock.calls.length]).toEqual([false, 0, 2]);
});

test('the end of a session opens everything', () => {
  const storage = createStorage({ [KEY]: '["about/Your name"]' });
  const sections = createFoldedSections(storage);
  sections.clear();
  expect([sections.has('about/Your name'), storage.items.size]).toEqual([false, 0]);
});

test.each(['nonsense', '{"a":1}', '[1]'])('a storage that holds %s folds nothing', (held) => {
  expect(createFoldedSections(createStorage({ [KEY]: held })).has('1')).toBe(false);
});

test('with a blocked storage, sections stay folded until the page is reloaded', () => {
  const sections = createFoldedSections(BLOCKED_STORAGE);
  sections.set('about/Your name', true);
  expect(sections.has('about/Your name')).toBe(true);
});
