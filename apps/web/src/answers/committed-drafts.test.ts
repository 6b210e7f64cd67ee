import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { createAnswerStore } from './answer-store.ts';

const form = englishForm(definition);
const NOW = new Date('2026-11-20T12:00:00Z');

test('[D3] a committed text counts from when it was typed, and is not sent again once it is saved', () => {
  let now = NOW.getTime();
  const store = createAnswerStore(form, () => new Date(now));
  const acknowledge = () => {
    const sent = store.outbox.unsaved();
    if (sent) store.outbox.acknowledge(sent);
    now += 60_000;
  };
  store.loadSaved({ conviction: 'yes' });
  store.keepDraft('conviction_comment', 'It was');
  now += 60_000;
  store.commitDrafts();
  expect(store.outbox.unsaved()?.newestAt).toBe(NOW.getTime());
  acknowledge();
  store.keepDraft('conviction_comment', 'It was late');
  acknowledge();
  store.commitDrafts();
  expect(store.getState().answers.conviction_comment).toBe('It was late');
  expect(store.outbox.unsaved()).toBeUndefined();
});

test('[D3] a saved text that is not committed gives way to what another device has saved since, even to nothing', () => {
  for (const elsewhere of ['It was raining', '']) {
    const store = createAnswerStore(form, () => NOW);
    store.loadSaved({ conviction: 'yes' });
    store.keepDraft('conviction_comment', 'It was');
    const sent = store.outbox.unsaved();
    if (sent) store.outbox.acknowledge(sent);
    store.loadSaved({ conviction: 'yes', conviction_comment: elsewhere });
    expect(store.inputValue('conviction_comment')).toBe(elsewhere);
  }
});
