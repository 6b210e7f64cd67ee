import type { Form } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { BLOCKED_STORAGE, createStorage } from '@firstyear/ui/storage.testing.ts';
import { definition } from '@partner/form.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAnswerStore, INCOMPLETE_DATE } from './answer-store.ts';
import { fillFromTypedBefore } from './typed-before.ts';

const form: Form = englishForm(definition);
const NOW = new Date('2026-11-20T12:00:00Z');

let storage = createStorage();
const open = () => createAnswerStore(form, () => NOW, storage);
beforeEach(() => {
  storage = createStorage();
});

describe('changing answers', () => {
  test('[DATA-07] a choice stores its label beside its value', () => {
    const store = open();
    store.change('entry_term', 'fall_2027');
    expect(store.getState().answers).toMatchObject({ entry_term: 'fall_2027', entry_term_desc: 'Fall 2027' });
  });

  test('only the listeners of changed keys are notified', () => {
    const store = open();
    const notified: string[] = [];
    store.subscribe('first_name', () => notified.push('first_name'));
    store.subscribe('last_name', () => notified.push('last_name'));
    store.subscribe(null, () => notified.push('any'));
    store.change('first_name', 'Ada');
    expect(notified).toEqual(['first_name', 'any']);
  });

  test('an unsubscribed listener is not notified again', () => {
    const store = open();
    const notified: number[] = [];
    const follow = () => store.subscribe('first_name', () => notified.push(1));
    const stop = follow();
    store.change('first_name', 'A');
    stop();
    store.change('first_name', 'Ad');
    expect(notified).toHaveLength(1);
    follow();
    stop();
    store.change('first_name', 'Ada');
    expect(notified).toHaveLength(2);
  });

  test('[D14] a draft becomes an answer when it is committed, and the newest change says when', () => {
    let now = NOW.getTime();
    const store = createAnswerStore(form, () => new Date(now), storage);
    store.change('first_name', 'Ada');
    now += 5_000;
    store.keepDraft('last_name', 'Testperson');
    expect(store.getState().answers.last_name ?? '').toBe('');
    store.commitDrafts();
    expect(store.getState().answers.last_name).toBe('Testperson');
    expect(store.outbox.unsaved()?.newestAt).toBe(now);
  });

  test('setting the same value again leaves nothing to save', () => {
    const store = open();
    store.loadSaved({ first_name: 'Ada' });
    store.change('first_name', 'Ada');
    expect(store.outbox.unsaved()).toBeUndefined();
  });
});

describe('dates', () => {
  test('[VAL-66] a date that breaks its rules clears the stored answer, stays in the input and keeps its message', () => {
    const store = open();
    store.change('birth_date', '2008-05-17');
    store.change('birth_date', '2021-05-17');
    expect(store.getState().answers.birth_date).toBe('');
    expect(store.inputValue('birth_date')).toBe('2021-05-17');
    expect(store.errors().birth_date).toEqual(['You must be 13 years or older to apply.']);
    store.change('birth_date', '2008-05-18');
    expect(store.getState().answers.birth_date).toBe('2008-05-18');
    expect(store.errors().birth_date).toBeUndefined();
  });

  test('a listener of a date is notified when only its draft changes', () => {
    const store = open();
    let count = 0;
    store.subscribe('birth_date', () => {
      count += 1;
    });
    store.change('birth_date', '2021-05-17');
    store.change('birth_date', '2021-05-18');
    expect(count).toBe(2);
  });

  test('an incomplete date is reported as not valid', () => {
    const store = open();
    store.change('birth_date', INCOMPLETE_DATE);
    expect(store.errors().birth_date).toEqual(['A valid date of birth is required.']);
  });
});

describe('text that is typed but not committed', () => {
  test('it is no answer until it is committed, and survives a reload', () => {
    const store = open();
    store.change('conviction', 'yes');
    store.keepDraft('first_name', 'Ad');
    store.keepDraft('conviction_comment', 'It was');
    expect(store.getState().answers.conviction_comment ?? '').toBe('');
    const reloaded = open();
    expect(reloaded.inputValue('conviction_comment')).toBe('It was');
    reloaded.commitDrafts();
    expect(reloaded.getState().answers).toMatchObject({ first_name: 'Ad', conviction_comment: 'It was' });
  });

  test('text of a question that is hidden meanwhile never becomes an answer', () => {
    const store = open();
    store.change('conviction', 'yes');
    store.keepDraft('conviction_comment', 'It was');
    store.change('conviction', 'no');
    store.commitDrafts();
    expect(store.getState().answers.conviction_comment ?? '').toBe('');
    expect(store.inputValue('conviction_comment')).toBe('');
  });

  test('committing held text leaves an invalid date a draft', () => {
    const store = open();
    store.change('birth_date', '2021-05-17');
    store.commitDrafts();
    expect(store.inputValue('birth_date')).toBe('2021-05-17');
    expect(store.getState().answers.birth_date ?? '').toBe('');
  });
});

describe('unsaved answers', () => {
  test('an acknowledgement removes the sent answers, not those typed since', () => {
    const store = open();
    store.change('first_name', 'Ad');
    const sent = store.outbox.unsaved();
    store.change('first_name', 'Ada');
    store.change('last_name', 'Testperson');
    if (!sent) throw new Error('There should be something to send.');
    store.outbox.acknowledge(sent);
    expect(store.outbox.unsaved()?.answers).toEqual({ first_name: 'Ada', last_name: 'Testperson' });
    const rest = store.outbox.unsaved();
    if (rest) store.outbox.acknowledge(rest);
    expect(store.outbox.unsaved()).toBeUndefined();
  });

  test('an answer that is given again while it waits counts as typed now, and an older acknowledgement leaves it', () => {
    let now = NOW.getTime();
    const store = createAnswerStore(form, () => new Date(now), storage);
    store.change('first_name', 'Ada');
    const older = store.outbox.unsaved();
    now += 60_000;
    store.change('first_name', 'Ada');
    expect(store.outbox.unsaved()).toMatchObject({ answers: { first_name: 'Ada' }, newestAt: now });
    if (older) store.outbox.acknowledge(older);
    expect(store.outbox.unsaved()?.answers).toEqual({ first_name: 'Ada' });
  });

  test('[D25] answers that waited for an applicant are theirs; answers typed since, before the login, are not', () => {
    const before = open();
    before.owner.signIn('ada@mail.example');
    before.change('first_name', 'Old');
    before.change('city', 'Sampleton');
    before.owner.suspend();
    const store = open();
    store.change('first_name', 'New');
    expect(store.owner.signIn('ada@mail.example')).toBe(true);
    store.loadSaved({ first_name: 'Older', city: 'Elsewhere' });
    expect(store.outbox.unsaved()?.answers).toEqual({ first_name: 'Old', city: 'Sampleton' });
    expect(store.owner.typedBefore().answers).toEqual({ first_name: 'New' });
  });

  test('answers that wait for an applicant move to their new address, and nobody else gets them', () => {
    const before = open();
    before.owner.signIn('ada@mail.example');
    before.change('first_name', 'Ada');
    before.owner.rename('bob@mail.example', 'eve@mail.example');
    before.owner.rename('ada@mail.example', 'ada.new@mail.example');
    before.change('city', 'Sampleton');
    const store = open();
    store.owner.signIn('ada.new@mail.example');
    expect(store.outbox.unsaved()?.answers).toEqual({ first_name: 'Ada', city: 'Sampleton' });
  });

  test('documents are never sent: only the server sets them', () => {
    const store = open();
    store.loadSaved({ transcript: 'ANSWERED' });
    store.change('transcript', '');
    expect(store.outbox.unsaved()).toBeUndefined();
    expect(store.getState().answers.transcript).toBe('');
  });

  test('saved answers never overwrite typed ones', () => {
    const store = open();
    store.owner.signIn('ada@mail.example');
    store.change('first_name', 'Ada');
    store.loadSaved({ first_name: 'Old', last_name: 'Testperson' });
    expect(store.getState().answers).toMatchObject({ first_name: 'Ada', last_name: 'Testperson' });
  });

  test('a submitted application drops typed answers', () => {
    const store = open();
    store.change('first_name', 'Other');
    store.owner.signIn('ada@mail.example');
    store.loadSaved({ first_name: 'Ada' }, { keepTyped: false });
    expect(store.getState().answers.first_name).toBe('Ada');
    expect(store.outbox.unsaved()).toBeUndefined();
    expect(storage.items.size).toBe(0);
  });
});

describe('before and after login', () => {
  test("a visitor's answers survive a reload and are carried into the account", () => {
    open().change('first_name', 'Ada');
    const store = open();
    expect(store.inputValue('first_name')).toBe('Ada');
    store.owner.signIn('ada@mail.example');
    store.loadSaved({});
    fillFromTypedBefore(store);
    expect(store.outbox.unsaved()?.answers).toEqual({ first_name: 'Ada' });
  });

  test('an input is notified when the login removes its draft', () => {
    const store = open();
    store.keepDraft('first_name', 'Ad');
    let shown = store.inputValue('first_name');
    store.subscribe('first_name', () => {
      shown = store.inputValue('first_name');
    });
    expect(shown).toBe('Ad');
    store.owner.signIn('ada@mail.example');
    expect(store.inputValue('first_name')).toBe('');
    expect(shown).toBe('');
  });

  test('an answer that a visitor emptied erases no saved answer', () => {
    const store = open();
    store.change('first_name', 'A');
    store.change('first_name', '');
    store.owner.signIn('ada@mail.example');
    store.loadSaved({ first_name: 'Ada' });
    expect(store.getState().answers.first_name).toBe('Ada');
    expect(store.outbox.unsaved()).toBeUndefined();
  });

  test('a tick that is not saved yet is there after a reload, and so is one that was taken away', () => {
    const store = open();
    store.owner.signIn('ada@mail.example');
    store.loadSaved({ mother: false, father: true });
    store.change('mother', true);
    store.change('father', false);
    const reloaded = open();
    reloaded.owner.signIn('ada@mail.example');
    expect(reloaded.outbox.unsaved()?.answers).toEqual({ mother: true, father: false });
  });

  test('unsaved answers wait for the same username after the session has ended', () => {
    const store = open();
    store.owner.signIn('ada@mail.example');
    store.loadSaved({ first_name: 'Ada', last_name: 'Old' });
    store.change('last_name', 'Testperson');
    store.owner.suspend();
    expect(store.getState().answers).toEqual({});
    expect(store.outbox.typedAnswers()).toEqual({});
    expect(store.owner.hasWaiting()).toBe(true);
    store.owner.signIn('ada@mail.example');
    store.loadSaved({ first_name: 'Ada', last_name: 'Old' });
    expect(store.getState().answers.last_name).toBe('Testperson');
  });

  test('they wait even when the response to the logout has emptied the storage', () => {
    const store = open();
    store.owner.signIn('ada@mail.example');
    store.change('last_name', 'Testperson');
    storage.items.clear();
    store.owner.suspend();
    store.owner.signIn('ada@mail.example');
    expect(store.getState().answers.last_name).toBe('Testperson');
  });

  describe('a sealed answer', () => {
    const NUMBER = '012345678';
    const openWithNumber = () => {
      const store = open();
      store.owner.signIn('ada@mail.example');
      store.changeMany({ citizenship_type: 'permanent_resident', alien_registration_number: NUMBER });
      return store;
    };

    test('[D1] is only in memory while it is unsaved: not in the storage of the tab, and not carried in its history', () => {
      const store = openWithNumber();
      store.keepDraft('alien_registration_number', `${NUMBER}9`);
      expect(store.outbox.unsaved()?.answers.alien_registration_number).toBe(`${NUMBER}9`);
      expect([...storage.items.values()].join()).toContain('permanent_resident');
      expect([...storage.items.values()].join()).not.toContain(NUMBER);
      expect(Object.keys(store.outbox.typedAnswers())).not.toContain('alien_registration_number');
    });

    test('[D1] waits like the others when the session ends, and is gone, and not called saved, after a reload', () => {
      const store = openWithNumber();
      store.owner.suspend();
      store.owner.signIn('ben@mail.example');
      expect(store.inputValue('alien_registration_number')).toBe('');
      const own = openWithNumber();
      own.owner.suspend();
      own.owner.signIn('ada@mail.example');
      expect(own.outbox.unsaved()?.answers.alien_registration_number).toBe(NUMBER);
      const reloaded = open();
      reloaded.owner.signIn('ada@mail.example');
      expect(reloaded.inputValue('citizenship_type')).toBe('permanent_resident');
      expect(reloaded.inputValue('alien_registration_number')).toBe('');
      expect(Object.keys(reloaded.outbox.unsaved()?.answers ?? {})).not.toContain('alien_registration_number');
    });
  });

  test('unsaved answers of one person never reach another one', () => {
    const store = open();
    store.owner.signIn('ada@mail.example');
    store.change('last_name', 'Testperson');
    store.owner.suspend();
    store.owner.signIn('ben@mail.example');
    expect(store.owner.hasWaiting()).toBe(false);
    store.loadSaved({});
    expect(store.getState().answers.last_name ?? '').toBe('');
    expect([...storage.items.values()].join()).not.toContain('Testperson');
  });

  test('signing in as someone else without a logout carries nothing over', () => {
    const store = open();
    store.owner.signIn('ada@mail.example');
    store.change('last_name', 'Testperson');
    store.owner.signIn('ben@mail.example');
    expect([store.outbox.unsaved(), store.owner.typedBefore().answers]).toEqual([undefined, {}]);
  });

  test('logout leaves nothing personal in storage', () => {
    const store = open();
    store.change('first_name', 'Ada');
    store.owner.signIn('ada@mail.example');
    store.change('last_name', 'Testperson');
    store.owner.clear();
    expect(storage.items.size).toBe(0);
    expect(store.getState().answers).toEqual({});
  });

  test('saved answers leave storage once they are acknowledged', () => {
    const store = open();
    store.owner.signIn('ada@mail.example');
    store.change('first_name', 'Ada');
    expect(storage.items.size).toBe(1);
    const sent = store.outbox.unsaved();
    if (sent) store.outbox.acknowledge(sent);
    expect(storage.items.size).toBe(0);
  });
});

describe('answers from outside', () => {
  test('a link fills empty questions and overwrites nothing', () => {
    const store = open();
    store.change('first_name', 'Ada');
    store.fillEmpty({ first_name: 'Other', last_name: 'Testperson', no_such_key: 'x', city: 7, country_desc: 'x' });
    expect(store.getState().answers).toMatchObject({ first_name: 'Ada', last_name: 'Testperson' });
    expect(Object.keys(store.getState().answers)).not.toContain('no_such_key');
    expect(store.outbox.unsaved()?.answers).toEqual({ first_name: 'Ada', last_name: 'Testperson' });
  });

  test('broken or unknown entries in storage are ignored', () => {
    for (const answers of ['null', '7', '{"first_name":{"value":7,"at":1},"x":1,"last_name":null}']) {
      storage.setItem('firstyear.visitor-answers', `{"owner":null,"answers":${answers}}`);
      expect(open().getState().answers).toEqual({});
    }
    storage.setItem(
      'firstyear.visitor-answers',
      '{"owner":null,"answers":{"first_name":{"value":"Ada","at":1},"unknown":{"value":"x","at":1}},"drafts":[]}',
    );
    expect(open().outbox.unsaved()?.answers).toEqual({ first_name: 'Ada' });
  });

  test('a full or blocked storage loses nothing in memory', () => {
    const store = createAnswerStore(form, () => NOW, BLOCKED_STORAGE);
    store.change('first_name', 'Ada');
    expect(store.inputValue('first_name')).toBe('Ada');
  });
});

describe('errors', () => {
  test('they are the same object as long as nothing changes in them', () => {
    const store = open();
    const before = store.errors();
    store.change('middle_name', 'Quill');
    expect(store.errors()).toBe(before);
    store.change('first_name', 'Ada');
    expect(store.errors()).not.toBe(before);
    expect(store.errors().last_name).toBe(before.last_name);
  });
});
