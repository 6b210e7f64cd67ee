import { expect, test } from 'vitest';
import { createStorage } from '../tab-storage.testing.ts';
import { createCarrier } from './carrier.ts';

const STATE = { answers: { first_name: 'Ada' }, username: 'ada@mail.example', success: 'Sent.' };

test('[REDIR-03, D1] nothing about a person goes into a history entry; the address waits in the tab for the next card', () => {
  const storage = createStorage();
  expect(createCarrier(storage).unload(STATE)).toEqual({ success: 'Sent.' });
  expect(createCarrier(storage).username()).toBe('ada@mail.example');
  // A name of our own: other programs may keep things in the same storage.
  expect([...storage.items.keys()]).toEqual(['firstyear.carried-username']);
});

test('[D1] a navigation without an address forgets that of the one before', () => {
  const storage = createStorage();
  const carrier = createCarrier(storage);
  carrier.unload(STATE);
  carrier.unload({ error: null });
  expect(carrier.username()).toBeUndefined();
  expect(storage.items.size).toBe(0);
});

test('[REDIR-11] without storage the history entry carries everything', () => {
  const carrier = createCarrier(null);
  expect(carrier.unload(STATE)).toEqual(STATE);
  expect(carrier.username()).toBeUndefined();
});
