import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { expect, test, vi } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { createSnapshotStore } from '../session/snapshot.ts';
import { FIRST_VISIT } from '../session/visit.ts';
import { createPageChange } from './page-change.ts';

const form = englishForm(definition);

/** The first page of a visitor, or of a logged-in applicant. */
function open({ isLoggedIn = false } = {}) {
  const calls = scriptNetwork(() => [200, { message: 'Done.' }]);
  const answers = createAnswerStore(form, () => new Date('2026-11-20T12:00:00Z'));
  const snapshot = createSnapshotStore({ is_logged_in: isLoggedIn, web_status: isLoggedIn ? 'started' : 'none' });
  const go = vi.fn();
  const pageChange = createPageChange({
    form,
    snapshot,
    visit: { ...FIRST_VISIT },
    answers,
    outbox: answers.outbox,
    autosave: { saveNow: async () => {} },
    validationReporter: { report: async () => {} },
    go,
    currentEntry: () => 'one',
  });
  return { calls, answers, snapshot, go, pageChange };
}

test('[ROLE-02] a visitor looks around freely, without a call, until something is answered: then the menu leads to Sign Up', async () => {
  const { calls, answers, go, pageChange } = open();
  await pageChange.followMenu('/education');
  await pageChange.changePage('/about', false);
  expect(go.mock.calls).toEqual([
    ['/education', { replace: true }],
    ['/about', { replace: false }],
  ]);
  answers.change('conviction', 'yes');
  answers.keepDraft('conviction_comment', 'It was');
  await pageChange.followMenu('/education');
  const carried = { answers: { conviction: 'yes', conviction_desc: 'Yes', conviction_comment: 'It was' } };
  expect(go).toHaveBeenLastCalledWith('/signup', { state: carried });
  await pageChange.changePage('/education', false);
  expect(go).toHaveBeenLastCalledWith('/education', { replace: false });
  pageChange.goToCard('/login');
  expect(go).toHaveBeenLastCalledWith('/login', { state: carried });
  expect(calls).toEqual([]);
});

test('a visitor who has emptied what they typed looks around freely again', async () => {
  const { answers, go, pageChange } = open();
  for (const name of ['Ada', '']) answers.change('first_name', name);
  await pageChange.followMenu('/education');
  expect(go.mock.calls).toEqual([['/education', { replace: true }]]);
});

test('[ROLE-02] "Save and Continue" leads a visitor to Sign Up, with or without answers', async () => {
  const { calls, go, pageChange } = open();
  await pageChange.continueTo('/education');
  expect(go.mock.calls).toEqual([['/signup', { state: { answers: {} } }]]);
  expect(calls).toEqual([]);
});

test('[REDIR-14] the next page of an applicant is stored, but not the first one of a visit, nor the same one again', () => {
  const visitor = open();
  for (const path of ['/about', '/education']) visitor.pageChange.rememberPage(path);
  expect(visitor.calls).toEqual([]);
  const { calls, snapshot, pageChange } = open({ isLoggedIn: true });
  snapshot.set({ has_changed_page: true });
  for (const path of ['/about', '/about', '/login', '/education']) pageChange.rememberPage(path);
  expect(calls.map(({ path, body }) => [path, body])).toEqual([['/api/last-page', { last_page: '/education' }]]);
  expect(snapshot.get().last_page).toBe('/education');
});
