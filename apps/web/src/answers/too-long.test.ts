import { englishForm } from '@firstyear/form-engine/testing';
import { createStorage } from '@firstyear/ui/storage.testing.ts';
import { definition } from '@partner/form.ts';
import { beforeEach, expect, test } from 'vitest';
import { createAnswerStore } from './answer-store.ts';

const form = englishForm(definition);
let storage = createStorage();
const open = () => createAnswerStore(form, () => new Date('2026-11-20T12:00:00Z'), storage);
beforeEach(() => {
  storage = createStorage();
});

test('a text longer than its question allows stays, with an error that says by how much, and is sent once it fits', () => {
  const store = open();
  store.change('first_name', 'A'.repeat(47));
  expect(store.inputValue('first_name')).toHaveLength(47);
  const message = "First Name: Please shorten this from 47 to 45 characters. It isn't saved yet.";
  expect([store.outbox.refusalOf('first_name'), store.errors().first_name]).toEqual([[message], [message]]);
  expect(store.outbox.unsaved()).toBeUndefined();
  store.change('first_name', 'A'.repeat(45));
  expect(store.outbox.unsaved()?.answers).toEqual({ first_name: 'A'.repeat(45) });
  expect(store.outbox.refusalOf('first_name')).toEqual([]);
});

test('a text that is too long survives a reload of the tab, a login and what the server has', () => {
  const long = 'A'.repeat(47);
  open().change('first_name', long);
  const reloaded = open();
  expect(reloaded.inputValue('first_name')).toBe(long);
  reloaded.owner.signIn('ada@mail.example');
  reloaded.loadSaved({ first_name: 'Ada' });
  expect([reloaded.inputValue('first_name'), reloaded.outbox.refusalOf('first_name')]).toEqual([
    long,
    [expect.any(String)],
  ]);
  expect(reloaded.outbox.unsaved()).toBeUndefined();
});
