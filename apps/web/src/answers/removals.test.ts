import type { Form } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { createStorage } from '@firstyear/ui/storage.testing.ts';
import { definition } from '@partner/form.ts';
import { beforeEach, expect, test } from 'vitest';
import { createAnswerStore } from './answer-store.ts';

const form: Form = englishForm(definition);
const NOW = new Date('2026-11-20T12:00:00Z');
const ADA = 'ada@mail.example';
const SAVED = {
  mailing_addr_same_as_perm_addr: 'no',
  permanent_city: 'Sampleton',
  permanent_zip: '40599',
  citizenship_type: 'permanent_resident',
  alien_registration_number: 'A123-456-789',
  hs_name: 'Sample High School',
  hs_city: 'Sampleton',
  hs_ceeb: '180001',
};
const SCHOOL_BLOCK = ['hs_address_line_1', 'hs_city', 'hs_zip', 'hs_ceeb'];

let storage = createStorage();
beforeEach(() => {
  storage = createStorage();
});

/** The store of a page loaded in this tab. */
function load(username: string | null = ADA, saved = {}) {
  const store = createAnswerStore(form, () => NOW, storage);
  if (username === null) return store;
  store.owner.signIn(username);
  store.loadSaved({ ...SAVED, ...saved });
  return store;
}

/** Acknowledges everything, like a server. */
function save(store: ReturnType<typeof load>) {
  const sent = store.outbox.unsaved();
  if (sent) store.outbox.acknowledge(sent);
}

test('[D1] removed answers can be brought back after a reload of the tab, at the same place', () => {
  const before = load();
  before.change('mailing_addr_same_as_perm_addr', 'yes');
  save(before);
  const after = load(ADA, { mailing_addr_same_as_perm_addr: 'yes', permanent_city: '', permanent_zip: '' });
  const gate = form.byKey.get('permanent_city')?.gates.find((gate) => gate.kind === 'condition');
  const removal = after.undo.removalAt((place) => place.kind === 'condition' && place.when === gate?.when);
  if (!removal) throw new Error('There is no removal.');
  after.undo.bringBack(removal.id);
  expect(after.outbox.unsaved()?.answers).toMatchObject({
    mailing_addr_same_as_perm_addr: 'no',
    permanent_city: 'Sampleton',
    permanent_zip: '40599',
  });
});

test("[D1] sealed answers, and those that a visitor cleared on purpose, are never in the tab's storage", () => {
  const store = load();
  store.change('citizenship_type', 'us_citizen');
  expect(store.undo.removals()).toHaveLength(1);
  save(store);
  expect(JSON.stringify([...storage.items])).not.toContain('A123');
  const visitor = load(null);
  visitor.change('first_name', 'Ada');
  visitor.undo.clearAll();
  expect(visitor.undo.removals()).toHaveLength(1);
  expect(storage.items.size).toBe(0);
  visitor.change('last_name', 'Testperson');
  expect(JSON.stringify([...storage.items])).not.toContain('Ada');
});

test.each([
  ['a logout', (store: ReturnType<typeof load>) => store.owner.clear()],
  ['a session that ends by itself', (store: ReturnType<typeof load>) => store.owner.suspend()],
])('[D1] after %s no removed answers are left', (_, end) => {
  const store = load();
  store.change('mailing_addr_same_as_perm_addr', 'yes');
  save(store);
  end(store);
  expect(store.undo.removals()).toEqual([]);
  expect(JSON.stringify([...storage.items])).not.toContain('Sampleton');
  expect(load().undo.removals()).toEqual([]);
});

test("[SESSION-05] another applicant's tab brings nothing back", () => {
  const store = load();
  store.change('mailing_addr_same_as_perm_addr', 'yes');
  save(store);
  expect(load('bo@mail.example').undo.removals()).toEqual([]);
});

test.each([
  '[7, null, {}]',
  '[{"place":{"kind":"condition","when":7},"answers":{"permanent_city":"x"}}]',
  '[{"place":{"kind":"condition"},"answers":{"unknown":"x"}}]',
  '[{"place":{"kind":"tab","tab":"upload"},"answers":{"permanent_city":"x"}}]',
  '[{"place":{"kind":"all"},"answers":{"first_name":"x"},"causes":{},"around":{}}]',
  '{"0":1}',
])('unusable removals in the storage are ignored (%s)', (removals) => {
  storage.setItem('firstyear.unsaved-answers', `{"owner":"${ADA}","answers":{},"drafts":{},"removals":${removals}}`);
  expect(load().undo.removals()).toEqual([]);
});

const isSchool = (place: { readonly kind: string }) => place.kind === 'lookup';

test('[WIDGET-07] the old address comes back with the name it belongs to, and goes again with it', () => {
  const store = load();
  store.change('hs_name', 'Other');
  store.undo.removeFilled('hs_name', SAVED.hs_name, ['hs_city', 'hs_ceeb'], SCHOOL_BLOCK);
  store.change('hs_name', 'Other School');
  store.undo.bringBack(store.undo.removalAt(isSchool)?.id ?? 0);
  const { hs_name, hs_city, hs_ceeb } = SAVED;
  expect(store.getState().answers).toMatchObject({ hs_name, hs_city, hs_ceeb });
  expect(store.undo.filledWith('hs_name')).toEqual({ hs_name, hs_city, hs_ceeb });
});

test('[WIDGET-07] once the new school has something typed of its own, the old address cannot be brought back', () => {
  const store = load();
  store.change('hs_name', 'Other');
  store.undo.removeFilled('hs_name', SAVED.hs_name, ['hs_city', 'hs_ceeb'], SCHOOL_BLOCK);
  store.change('hs_zip', '40599');
  expect(store.undo.removalAt(isSchool)).toBeUndefined();
  store.change('hs_zip', '');
  expect(store.undo.removalAt(isSchool)).toBeDefined();
});

test('[WIDGET-07] the old address can be brought back after choosing a school without an address; a school with one replaces it', () => {
  const store = load();
  store.change('hs_name', 'Other');
  store.undo.removeFilled('hs_name', SAVED.hs_name, ['hs_city', 'hs_ceeb'], SCHOOL_BLOCK);
  store.undo.noteFilledWith('hs_name', {});
  store.undo.noteFilledWith('college_name', { college_city: 'Elsewhere' });
  expect(store.undo.removalAt(isSchool)).toBeDefined();
  store.undo.noteFilledWith('hs_name', { hs_city: 'Elsewhere' });
  expect(store.undo.removalAt(isSchool)).toBeUndefined();
});

test('[TAB-02] answers removed by leaving a tab can be brought back at that tab, also after a reload', () => {
  const before = load();
  before.chooseTab('hs_record', 'counselor', ['hs_city', 'hs_ceeb']);
  expect(['hs_city', 'hs_ceeb'].map(before.inputValue)).toEqual(['', '']);
  const left = before.undo.removals()[0]?.place;
  expect(left).toMatchObject({ kind: 'tab', group: 'hs_record' });
  save(before);
  const after = load(ADA, { hs_city: '', hs_ceeb: '' });
  expect(after.undo.removals().map(({ place }) => place)).toEqual([left]);
  after.changeMany({ hs_city: 'Elsewhere', hs_ceeb: '180002' });
  expect(after.undo.removalAt(({ kind }) => kind === 'tab')).toBeUndefined();
});

test('answers that another country clears are not hidden, so Undo is not offered', () => {
  const store = load();
  store.changeMany({ permanent_country: 'USA', permanent_state: 'KY' });
  store.change('permanent_country', 'CAN');
  expect([store.inputValue('permanent_state'), store.undo.removals()]).toEqual(['', []]);
});
