import { englishForm } from '@firstyear/form-engine/testing';
import { createStorage } from '@firstyear/ui/storage.testing.ts';
import { definition } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { createAnswerStore } from './answer-store.ts';

const open = () => createAnswerStore(englishForm(definition), () => new Date('2026-11-20T12:00:00Z'), createStorage());

test('[COND-07] changing the country clears the state with its label', () => {
  const store = open();
  store.change('country', 'USA');
  store.change('state', 'KY');
  expect(store.getState().answers).toMatchObject({ state: 'KY', state_desc: 'Kentucky' });
  store.change('country', 'CAN');
  expect(store.getState().answers).toMatchObject({ state: '', state_desc: '' });
});

test.each([
  ['chosen', 'CAN', 'ON', 'Ontario'],
  ['typed', 'DEU', 'Bavaria', 'Bavaria'],
])(
  '[COND-07] emptying the country clears a %s state with its label, and both are saved',
  (_, country, state, label) => {
    const store = open();
    store.change('country', country);
    store.change('state', state);
    expect(store.getState().answers).toMatchObject({ country, state, state_desc: label });
    const saved = store.outbox.unsaved();
    if (saved) store.outbox.acknowledge(saved);
    store.change('country', '');
    expect(store.getState().answers).toMatchObject({ country: '', country_desc: '', state: '', state_desc: '' });
    expect(store.inputValue('state')).toBe('');
    expect(store.outbox.unsaved()?.answers).toMatchObject({ country: '', country_desc: '', state: '', state_desc: '' });
  },
);

test('leaving a tab clears the answers it lists', () => {
  const store = open();
  store.loadSaved({ transcript: 'ANSWERED', first_name: 'Ada' });
  store.chooseTab('hs_record', 'counselor', ['transcript']);
  expect(store.getState().tabs.hs_record).toBe('counselor');
  expect(store.getState().answers).toMatchObject({ transcript: '', first_name: 'Ada' });
});
