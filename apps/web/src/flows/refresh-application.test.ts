import { englishForm } from '@firstyear/form-engine/testing';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { createClock } from '@firstyear/ui/manual-clock.testing.ts';
import { createStorage } from '@firstyear/ui/storage.testing.ts';
import { definition } from '@partner/form.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { pageProgress } from '../answers/page-progress.ts';
import { queryClientIn } from '../api/queries.ts';
import { type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import { createSnapshotStore } from '../session/snapshot.ts';
import { FIRST_VISIT, recordEvent, submittedElsewhere, type Visit } from '../session/visit.ts';
import { takeLeftForm } from './newer-form.ts';
import { followForm, refreshApplication } from './refresh-application.ts';

const form = englishForm(definition);
const ADA = 'ada.testperson@mail.example';

beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => null });
});

/** A tab that has loaded an application which another tab continues. */
function open({ username = ADA, status = 'started', release = '' } = {}) {
  const held = Promise.withResolvers<void>();
  const profile: ScriptedResponse = [
    200,
    {
      username,
      answer: { first_name: 'Ada', city: 'Sampleton', transcript: 'ANSWERED' },
      web_status: ['started', 'validating', 'submitted']
        .slice(0, ['started', 'validating', 'submitted'].indexOf(status) + 1)
        .map((web_status) => ({ web_status, created_at: '2026-11-21T12:00:00.000Z' })),
      last_page: '/education',
      successful_login: [],
      document_answer: {},
      extended_until: '2027-03-12T04:59:00.000Z',
      ...(release && { release }),
    },
  ];
  const calls = scriptNetwork(async ({ path }) => {
    await held.promise;
    if (path === '/api/profile') return profile;
    return [200, path === '/api/tabs' ? { hs_record: 'upload' } : { college: 3 }];
  });
  const answers = createAnswerStore(form, () => new Date('2026-11-21T12:00:00Z'));
  answers.owner.signIn(ADA);
  answers.loadSaved({ first_name: 'Ada', city: 'Old' });
  const snapshot = createSnapshotStore({
    is_logged_in: true,
    username: ADA,
    web_status: 'started',
    last_page: '/about',
  });
  const visit: Visit = { ...FIRST_VISIT, loadedFor: ADA, loading: Promise.resolve() };
  const reload = vi.fn();
  const parts = {
    answers,
    outbox: answers.outbox,
    snapshot,
    visit,
    autosave: { state: () => ({ kind: 'idle' }) as const, subscribe: () => vi.fn() },
    queries: { current: queryClientIn({ current: null }) },
    navigator: { go: null },
    tabStorage: createStorage(),
    clock: createClock(),
  };
  const refresh = (isSubmitting?: boolean) => refreshApplication(parts, isSubmitting, { reload });
  return { ...parts, refresh, reload, calls, answerCalls: held.resolve };
}

test('[D3] answers saved by other tabs and devices are loaded, with tabs, entries and documents, and the page stays in place', async () => {
  const tab = open();
  tab.answerCalls();
  expect(await tab.refresh()).toBe(true);
  expect(tab.answers.getState()).toMatchObject({
    answers: { city: 'Sampleton', transcript: 'ANSWERED' },
    tabs: { hs_record: 'upload' },
    addAnother: { college: 3 },
  });
  expect(tab.answers.outbox.unsaved()).toBeUndefined();
  const extended_until = '2027-03-12T04:59:00.000Z';
  expect(tab.snapshot.get()).toMatchObject({ last_page: '/about', extended_until });
  const checked = open({ status: 'validating' });
  checked.snapshot.set({ extended_until });
  checked.answerCalls();
  await checked.refresh();
  expect(checked.snapshot.get().web_status).toBe('validating');
  // What was carried over from another release: only the server knows what became of it.
  const carried = open();
  carried.answerCalls();
  await followForm(carried, 'n-0', []);
  expect(carried.answers.getState().answers.city).toBe('Sampleton');
});

test('[D3] answers typed here, before or during the calls, are never overwritten', async () => {
  const tab = open();
  tab.answers.change('city', 'Faketown');
  expect(await tab.refresh()).toBe(false);
  expect(tab.calls).toEqual([]);
  const sent = tab.answers.outbox.unsaved();
  if (sent) tab.answers.outbox.acknowledge(sent);
  const refreshing = tab.refresh();
  await eventually(() => expect(tab.calls).toHaveLength(3));
  tab.answers.change('city', 'Faketown East');
  const later = tab.answers.outbox.unsaved();
  if (later) tab.answers.outbox.acknowledge(later);
  tab.answerCalls();
  expect(await refreshing).toBe(false);
  expect(tab.answers.getState().answers.city).toBe('Faketown East');
});

test('[D3] a text that is typed and saved during the calls stays in its field', async () => {
  const tab = open();
  tab.answers.loadSaved({ conviction: 'yes' });
  const refreshing = tab.refresh();
  await eventually(() => expect(tab.calls).toHaveLength(3));
  tab.answers.keepDraft('conviction_comment', 'It was');
  const sent = tab.answers.outbox.unsaved();
  if (sent) tab.answers.outbox.acknowledge(sent);
  tab.answerCalls();
  expect(await refreshing).toBe(false);
  expect(tab.answers.inputValue('conviction_comment')).toBe('It was');
});

test('a tab with an older form loads nothing of the new one: it reloads, once', async () => {
  const tab = open({ release: 'n-2' });
  tab.answerCalls();
  void tab.refresh();
  await eventually(() => expect(tab.reload).toHaveBeenCalledOnce());
  expect(await tab.refresh()).toBe(false);
  expect(tab.reload).toHaveBeenCalledOnce();
  expect(tab.answers.getState().answers.city).toBe('Old');
  expect(takeLeftForm(tab.tabStorage, 'n-2')?.isSubmitting).toBe(false);
});

test('[D3] documents are refetched, since another tab may have attached or replaced one, and nothing else', async () => {
  const tab = open();
  const keys = [['conversion', 'transcript'], ['document-answer'], ['profile']];
  const stale = () => keys.map((key) => tab.queries.current.getQueryState(key)?.isInvalidated);
  for (const key of keys) tab.queries.current.setQueryData(key, {});
  tab.answerCalls();
  await tab.refresh();
  expect(stale()).toEqual([true, true, false]);
  for (const key of keys) tab.queries.current.setQueryData(key, {});
  await tab.refresh();
  expect(stale()).toEqual([true, true, false]);
});

test('[SESSION-05] before the application is loaded nothing is refreshed', async () => {
  const tab = open();
  tab.answerCalls();
  recordEvent(tab.visit, submittedElsewhere);
  expect(await tab.refresh()).toBe(false);
  recordEvent(tab.visit, { loadedFor: ADA, receipt: null, interrupted: null });
  tab.answers.awaitSaved();
  expect(await tab.refresh()).toBe(false);
  expect(tab.calls).toEqual([]);
});

test('an answer that the server has refused stays in its field', async () => {
  const tab = open();
  tab.answers.change('city', 'Refused');
  const sent = tab.answers.outbox.unsaved();
  if (sent) tab.answers.outbox.acknowledge(sent, { city: 'Not this.' });
  tab.answerCalls();
  expect(await tab.refresh()).toBe(true);
  expect(tab.answers.inputValue('city')).toBe('Refused');
});

test('[SESSION-05] an application of somebody else, or of a session that has ended, is not taken', async () => {
  const other = open({ username: 'bo.testperson@mail.example' });
  other.answerCalls();
  expect(await other.refresh()).toBe(false);
  const ended = open();
  const refreshing = ended.refresh();
  Object.assign(ended.visit, FIRST_VISIT);
  ended.answerCalls();
  expect(await refreshing).toBe(false);
  const ending = open();
  ending.answerCalls();
  Object.assign(ending.visit, { isEnding: true });
  expect(await ending.refresh()).toBe(false);
  const cities = [other, ended, ending].map(({ answers }) => answers.getState().answers.city);
  expect(cities).toEqual(['Old', 'Old', 'Old']);
});

test('[REDIR-01] a tab whose application was submitted elsewhere loads the submission', async () => {
  const tab = open({ status: 'submitted' });
  tab.answerCalls();
  expect(await tab.refresh()).toBe(true);
  expect(tab.snapshot.get().web_status).toBe('submitted');
  expect(tab.visit).toMatchObject({ loadedFor: null, loading: null });
});

test('[D1] until the saved answers are loaded nothing is counted or called missing, and answers that they hide can be brought back', () => {
  const saved = { mailing_addr_same_as_perm_addr: 'no', permanent_city: 'Sampleton' };
  const answers = createAnswerStore(form, () => new Date('2026-11-21T12:00:00Z'));
  answers.owner.signIn(ADA);
  answers.awaitSaved();
  expect([answers.errors(), pageProgress(answers, 'about').left]).toEqual([{}, null]);
  answers.change('mailing_addr_same_as_perm_addr', 'yes');
  answers.loadSaved(saved);
  expect(Object.keys(answers.errors())).not.toEqual([]);
  expect(pageProgress(answers, 'about').left).toBeGreaterThan(0);
  const removal = answers.undo.removalAt((place) => place.kind === 'condition');
  answers.undo.bringBack(removal?.id ?? 0);
  expect(answers.outbox.unsaved()?.answers).toMatchObject(saved);
});
