import { renamed } from '@firstyear/form-engine/releases';
import { englishForm } from '@firstyear/form-engine/testing';
import { createStorage } from '@firstyear/ui/storage.testing.ts';
import { definition } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { createAnswerStore } from './answer-store.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const first = englishForm(definition);
/** The form after a release that renamed a question; another question was answered before and after. */
const next = englishForm({
  ...definition,
  migrations: [{ id: 'n-2', changes: [renamed('nickname', 'preferred_name')] }],
});

test('answers typed into an earlier release are sent with the keys of that release, newer ones with the keys of this one', () => {
  const storage = createStorage();
  const before = createAnswerStore(first, () => NOW, storage);
  before.owner.signIn('ada@mail.example');
  before.change('first_name', 'Ada');
  const [text = ''] = [...storage.items.values()];
  storage.setItem(
    'firstyear.unsaved-answers',
    text.replace('"first_name":', '"nickname":{"value":"Addie","at":1},"first_name":'),
  );

  const store = createAnswerStore(next, () => NOW, storage);
  store.owner.signIn('ada@mail.example');
  store.loadSaved({});
  store.change('city', 'Sampleton');
  expect(store.getState().answers).toMatchObject({ first_name: 'Ada', city: 'Sampleton' });
  expect(store.getState().answers).not.toHaveProperty('nickname');
  const batches = store.outbox.unsavedBatches();
  expect(batches).toMatchObject([
    { answers: { nickname: 'Addie' }, release: '' },
    { answers: { first_name: 'Ada' }, release: '' },
    { answers: { city: 'Sampleton' }, release: 'n-2' },
  ]);

  // The server could not move the first one: it is kept, with its release.
  for (const [place, batch] of batches.entries())
    store.outbox.acknowledge(batch, place === 0 ? { nickname: 'The form has changed.' } : {});
  expect(store.outbox.hasUnsaved()).toBe(false);
  expect([...storage.items.values()].join()).toContain('"nickname":{"value":"Addie","at":1}');
});

test('an answer keeps the release that it was typed into over reloads into two later ones', () => {
  const storage = createStorage();
  const typed = createAnswerStore(next, () => NOW, storage);
  typed.owner.signIn('ada@mail.example');
  typed.change('first_name', 'Ada');
  for (const id of ['n-3', 'n-4']) {
    const migrations = ['n-2', id].map((item) => ({ id: item, changes: [renamed('nickname', 'preferred_name')] }));
    const later = createAnswerStore(englishForm({ ...definition, migrations }), () => NOW, storage);
    later.owner.signIn('ada@mail.example');
    expect(later.outbox.unsavedBatches()).toMatchObject([{ answers: { first_name: 'Ada' }, release: 'n-2' }]);
  }
});
