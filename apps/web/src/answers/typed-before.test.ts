import { type Answers, type Form, notEquals, showWhen, text } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { createStorage } from '@firstyear/ui/storage.testing.ts';
import { definition } from '@partner/form.ts';
import { beforeEach, expect, test } from 'vitest';
import { createAnswerStore } from './answer-store.ts';
import { differencesOf, fillFromTypedBefore, swapTypedBefore, wordsOfDifference } from './typed-before.ts';

const form: Form = englishForm(definition);
const ADA = 'ada@mail.example';

let storage = createStorage();
beforeEach(() => {
  storage = createStorage();
});
const open = () => createAnswerStore(form, () => new Date('2026-11-20T12:00:00Z'), storage);

/** A tab in which a visitor typed, after the login of an account with these answers. */
function logIn(typed: Answers, saved: Answers) {
  const store = open();
  store.changeMany(typed);
  store.owner.signIn(ADA);
  store.loadSaved(saved);
  fillFromTypedBefore(store);
  return store;
}
const differing = (store: ReturnType<typeof open>) => differencesOf(store).map(({ question }) => question.key);

test('[AMB-023, D25] the answers of a visitor fill empty answers of the account, and overwrite nothing', () => {
  const store = logIn(
    { first_name: 'Bo', last_name: 'Testperson', city: 'Faketown' },
    { first_name: 'Ada', last_name: '', city: 'Faketown' },
  );
  expect(store.getState().answers).toMatchObject({ first_name: 'Ada', last_name: 'Testperson', city: 'Faketown' });
  expect(store.outbox.unsaved()?.answers).toEqual({ last_name: 'Testperson' });
  expect(differencesOf(store).map((difference) => wordsOfDifference(store, difference))).toEqual([
    { own: 'Ada', typed: 'Bo' },
  ]);
});

test("[D25] answers about another school or country are not mixed into the account's", () => {
  const store = logIn(
    { hs_name: 'Other School', hs_city: 'Elsewhere', country: 'CAN', state: 'ON' },
    { hs_name: 'Sample High School', country: 'USA' },
  );
  expect(store.getState().answers).toMatchObject({ hs_name: 'Sample High School', country: 'USA' });
  expect(store.outbox.unsaved()).toBeUndefined();
  expect(differing(store).sort()).toEqual(['country', 'hs_city', 'hs_name', 'state']);
});

const HIDING = { mailing_addr_same_as_perm_addr: 'no', permanent_city: 'Sampleton' };

test('[D25] once taken, they are typed answers, and Undo restores all that they replaced or hid', () => {
  const saved = { first_name: 'Ada', ...HIDING };
  const store = logIn({ first_name: 'Bo', mailing_addr_same_as_perm_addr: 'yes' }, saved);
  expect(differing(store).sort()).toEqual(['first_name', 'mailing_addr_same_as_perm_addr']);
  swapTypedBefore(store);
  expect(store.outbox.unsaved()?.answers).toMatchObject({ first_name: 'Bo', permanent_city: '' });
  expect(store.owner.typedBefore().isTaken).toBe(true);
  const reloaded = open();
  reloaded.owner.signIn(ADA);
  expect(reloaded.owner.typedBefore().answers).toEqual({});
  swapTypedBefore(store);
  expect(store.getState().answers).toMatchObject(saved);
  expect(store.owner.typedBefore().isTaken).toBe(false);
});

test("[D25] an answer that would hide one of the account's waits for a decision, though the account left it empty", () => {
  const small = englishForm({
    pages: [
      {
        id: 'about',
        navLabel: 'About',
        title: 'About',
        items: [
          ...['one', 'three', 'four'].map((key) => text({ key, label: key })),
          showWhen(notEquals('one', 'hide'), [text({ key: 'two', label: 'Two' })]),
        ],
      },
    ],
  });
  const store = createAnswerStore(small, () => new Date());
  store.changeMany({ one: 'hide', three: '3', four: '4' });
  store.owner.signIn(ADA);
  store.loadSaved({ two: 'kept' });
  fillFromTypedBefore(store);
  expect(store.getState().answers).toMatchObject({ two: 'kept', three: '3', four: '4' });
  expect(differing(store)).toEqual(['one']);
});

test('[D25] they survive a reload of the tab for the same applicant, and for nobody else', () => {
  const saved = { first_name: 'Ada', last_name: 'Testperson' };
  logIn({ first_name: 'Bo', last_name: 'Other' }, saved);
  const reloaded = open();
  expect(reloaded.inputValue('first_name')).toBe('');
  expect(reloaded.owner.signIn(ADA)).toBe(false);
  reloaded.loadSaved(saved);
  expect(differing(reloaded)).toEqual(['first_name', 'last_name']);
  const other = open();
  other.owner.signIn('eve@mail.example');
  expect(other.owner.typedBefore().answers).toEqual({});
  expect(JSON.stringify([...storage.items])).not.toContain('Bo');
});

test.each<[string, (store: ReturnType<typeof open>) => void]>([
  ['a logout', (store) => store.owner.clear()],
  ['a submission', (store) => store.loadSaved({ first_name: 'Ada' }, { keepTyped: false })],
  ['a decision to keep the own ones', (store) => store.owner.keepTypedBefore({ answers: {}, isTaken: false })],
])('[AMB-023, D25] after %s nothing of them is left', (_, end) => {
  const store = logIn({ first_name: 'Bo' }, { first_name: 'Ada' });
  end(store);
  expect(store.owner.typedBefore().answers).toEqual({});
  expect(storage.items.size).toBe(0);
});

test('[D25] sealed answers wait in memory only', () => {
  const store = logIn(
    { citizenship_type: 'permanent_resident', alien_registration_number: 'A123-456-789' },
    { citizenship_type: 'us_citizen' },
  );
  expect(differing(store)).toEqual(['citizenship_type', 'alien_registration_number']);
  expect(JSON.stringify([...storage.items])).not.toContain('A123');
});

test('[D25] a date that a visitor typed and that breaks its rules does not cover the saved one', () => {
  const store = logIn({ birth_date: '2021-05-17' }, { birth_date: '2008-05-17' });
  expect(store.inputValue('birth_date')).toBe('2008-05-17');
});

test('[D25] text that a visitor was still typing fills an empty answer of the account', () => {
  const store = open();
  store.change('conviction', 'yes');
  store.keepDraft('conviction_comment', 'It was');
  store.owner.signIn(ADA);
  store.loadSaved({ conviction: 'yes', conviction_desc: 'Yes' });
  fillFromTypedBefore(store);
  expect(store.outbox.unsaved()?.answers).toEqual({ conviction_comment: 'It was' });
});

test('[ROLE-05] the answers of a visitor are restored after the service view was opened in the same tab', () => {
  const visitor = open();
  visitor.change('first_name', 'Bo');
  visitor.owner.suspend();
  visitor.loadSaved({ first_name: 'Ada' }, { keepTyped: false });
  expect(visitor.inputValue('first_name')).toBe('Ada');
  expect(open().inputValue('first_name')).toBe('Bo');
});
