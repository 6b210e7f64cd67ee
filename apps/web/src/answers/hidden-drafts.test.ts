import { englishForm } from '@firstyear/form-engine/testing';
import { createStorage } from '@firstyear/ui/storage.testing.ts';
import { definition } from '@partner/form.ts';
import { describe, expect, test } from 'vitest';
import { createAnswerStore } from './answer-store.ts';

const form = englishForm(definition);
const NOW = new Date('2026-11-20T12:00:00Z');

/** A visitor who answers Yes and is still typing what happened. */
function typing(storage = createStorage()) {
  const store = createAnswerStore(form, () => NOW, storage);
  store.change('conviction', 'yes');
  store.keepDraft('conviction_comment', 'It was');
  return store;
}

describe('[D5] an explanation that is still being typed goes with its question', () => {
  test('"No" empties the field, and nothing of it is saved or carried to a card', () => {
    const store = typing();
    store.change('mailing_addr_same_as_perm_addr', 'no');
    const ADDRESS = ['permanent_city', 'permanent_zip'];
    for (const key of ADDRESS) store.keepDraft(key, 'S');
    store.change('mailing_addr_same_as_perm_addr', 'yes');
    expect(ADDRESS.map(store.inputValue)).toEqual(['', '']);
    store.change('conviction', 'no');
    expect(store.inputValue('conviction_comment')).toBe('');
    expect(store.outbox.unsaved()?.answers).toMatchObject({ conviction: 'no', conviction_comment: '' });
    expect(store.outbox.typedAnswers()).not.toHaveProperty('conviction_comment');
  });

  test('after a reload in between, it is not saved either once somebody logs in', () => {
    const storage = createStorage();
    typing(storage);
    const reloaded = createAnswerStore(form, () => NOW, storage);
    expect(reloaded.inputValue('conviction_comment')).toBe('It was');
    reloaded.change('conviction', 'no');
    reloaded.owner.signIn('ada@mail.example');
    reloaded.loadSaved({});
    expect(reloaded.inputValue('conviction_comment')).toBe('');
    expect(reloaded.outbox.typedAnswers()).not.toHaveProperty('conviction_comment');
  });

  test('the answer that hides it can be undone, with all that was typed', () => {
    const store = typing();
    store.change('conviction', 'no');
    store.undo.bringBack(store.undo.removals()[0]?.id ?? 0);
    expect(store.inputValue('conviction')).toBe('yes');
    expect(store.inputValue('conviction_comment')).toBe('It was');
  });

  test('a draft beside it stays, and so does one whose question is asked as the account has it', () => {
    const store = typing();
    store.keepDraft('last_name', 'T');
    store.change('first_name', 'Ada');
    expect(['conviction_comment', 'last_name'].map(store.inputValue)).toEqual(['It was', 'T']);
    const storage = createStorage();
    const other = createAnswerStore(form, () => NOW, storage);
    other.owner.signIn('ada@mail.example');
    other.loadSaved({ conviction: 'yes', conviction_desc: 'Yes' });
    other.keepDraft('last_name', 'T');
    other.keepDraft('conviction_comment', 'It was');
    other.owner.suspend();
    other.owner.signIn('ada@mail.example');
    other.loadSaved({ conviction: 'yes', conviction_desc: 'Yes' });
    expect(['conviction_comment', 'last_name'].map(other.inputValue)).toEqual(['It was', 'T']);
    expect(other.outbox.unsaved()?.answers).toMatchObject({ conviction_comment: 'It was' });
  });
});

test('[D5] an unsaved answer is dropped where the account has answered "No" meanwhile', () => {
  const store = createAnswerStore(form, () => NOW, createStorage());
  store.owner.signIn('ada@mail.example');
  store.loadSaved({ conviction: 'yes', conviction_desc: 'Yes', mailing_addr_same_as_perm_addr: 'no' });
  store.changeMany({ conviction_comment: 'It was a mistake.', permanent_city: 'Sampleton' });
  store.owner.suspend();
  store.owner.signIn('ada@mail.example');
  store.loadSaved({ conviction: 'no', conviction_desc: 'No', mailing_addr_same_as_perm_addr: 'yes' });
  expect(store.inputValue('conviction_comment')).toBe('');
  expect(store.outbox.typedAnswers()).toEqual({});
});
