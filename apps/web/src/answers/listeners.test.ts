import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { createAnswerStore, shareErrors } from './answer-store.ts';

function open() {
  const store = createAnswerStore(englishForm(definition), () => new Date('2026-11-20T12:00:00Z'));
  const notified: string[] = [];
  const follow = (...keys: readonly string[]) => {
    for (const key of keys) store.subscribe(key, () => notified.push(key));
  };
  return { store, follow, takeNotified: () => notified.splice(0) };
}

test('loading the saved answers notifies the inputs whose values change, and no others', () => {
  const { store, follow, takeNotified } = open();
  store.change('birth_date', '2021-05-17');
  follow('first_name', 'last_name', 'birth_date');
  store.loadSaved({ first_name: 'Ada' });
  expect(takeNotified()).toEqual(['first_name']);
  store.loadSaved({ first_name: 'Ada' }, { keepTyped: false });
  expect(takeNotified()).toEqual(['birth_date']);
});

test('an input is notified when a change hides its draft', () => {
  const { store, follow, takeNotified } = open();
  store.change('conviction', 'yes');
  store.keepDraft('conviction_comment', 'It was');
  follow('conviction_comment');
  store.change('conviction', 'no');
  expect(takeNotified()).toEqual(['conviction_comment']);
});

test('typing into one of two refused answers leaves the other refused, and a removed listener is not notified', () => {
  const { store } = open();
  let times = 0;
  const stop = store.outbox.subscribeToRefusals(() => {
    times += 1;
  });
  store.changeMany({ first_name: 'A', last_name: 'T' });
  const sent = store.outbox.unsaved();
  if (sent) store.outbox.acknowledge(sent, { first_name: 'Not this.', last_name: 'Nor this.' });
  expect([store.outbox.lastRefusal(), times]).toEqual(['Nor this.', 1]);
  store.change('first_name', 'Ada');
  expect([store.outbox.refusalOf('first_name'), store.outbox.refusalOf('last_name'), times]).toEqual([
    [],
    ['Nor this.'],
    2,
  ]);
  stop();
  store.change('last_name', 'Testperson');
  expect([store.outbox.refusalOf('last_name'), times]).toEqual([[], 2]);
});

test('of two lists of messages the older is kept only while both are the same', () => {
  const older = { city: ['One', 'Two'], zip: ['Zip'] };
  expect(shareErrors(older, { city: ['One', 'Two'], zip: ['Zip'] })).toBe(older);
  expect(shareErrors(older, { city: ['One', 'Other'], zip: ['Zip'] })).toEqual({
    city: ['One', 'Other'],
    zip: ['Zip'],
  });
  expect(shareErrors({ city: ['One'] }, { city: ['One', 'Two'] })).toEqual({ city: ['One', 'Two'] });
  const fewer = shareErrors(older, { city: ['One', 'Two'] });
  expect(fewer).toEqual({ city: ['One', 'Two'] });
  expect(fewer.city).toBe(older.city);
});
