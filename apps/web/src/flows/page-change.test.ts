import { englishForm } from '@firstyear/form-engine/testing';
import { createClock } from '@firstyear/ui/manual-clock.testing.ts';
import { clearToasts, currentToasts } from '@firstyear/ui/toast-store.ts';
import { definition } from '@partner/form.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { request } from '../api/client.ts';
import { ConnectionError, showFailure } from '../api/errors.ts';
import { createAutosave } from '../autosave/autosave.ts';
import { putAnswers } from '../autosave/put-answers.ts';
import { type ScriptedResponse, type SeenCall, scriptNetwork } from '../scripted-network.testing.ts';
import { createSnapshotStore } from '../session/snapshot.ts';
import { FIRST_VISIT } from '../session/visit.ts';
import { createPageChange } from './page-change.ts';

const form = englishForm(definition);
const SAVED: ScriptedResponse = [200, { message: 'Saved.' }];
const BROKEN: ScriptedResponse = [500, { message: 'Not now.' }];

/** The response to a call unrelated to saving. */
const lookUp = () => request('lookupText', { query: { category: 'hs_ceeb', text: 'Sample', max_results: '5' } });
const NOTHING_FOUND: ScriptedResponse = [200, []];

// The next test file runs in the same process.
afterEach(clearToasts);

/** An applicant on the first page who has typed a name. */
function openPage(script: (call: SeenCall) => ScriptedResponse) {
  const seen = scriptNetwork(script);
  const clock = createClock();
  const answers = createAnswerStore(form, () => new Date(clock.now()));
  const autosave = createAutosave({
    outbox: answers.outbox,
    answers,
    clock,
    client: 'tab-1',
    put: putAnswers,
    random: () => 0,
  });
  const snapshot = createSnapshotStore({ is_logged_in: true, username: 'ada@mail.example', web_status: 'started' });
  const go = vi.fn();
  const report = vi.fn(async () => {});
  const pageChange = createPageChange({
    form,
    snapshot,
    visit: { ...FIRST_VISIT, lastPath: '/about' },
    answers,
    outbox: answers.outbox,
    autosave,
    validationReporter: { report },
    go,
    currentEntry: () => 'one',
  });
  answers.owner.signIn('ada@mail.example');
  autosave.start();
  answers.change('first_name', 'Ada');
  return { seen, snapshot, answers, go, report, pageChange };
}

test.each(['changePage', 'followMenu', 'continueTo'] as const)(
  'a save that fails keeps the applicant on the page and says so (%s); once it is saved they go on',
  async (way) => {
    let response = BROKEN;
    const { snapshot, answers, go, report, pageChange } = openPage(() => response);
    await pageChange[way]('/education', false);
    expect(go).not.toHaveBeenCalled();
    expect(report).not.toHaveBeenCalled();
    expect(currentToasts()).toMatchObject([{ kind: 'error', message: 'Not now.' }]);
    expect(snapshot.get().has_changed_page).toBe(false);
    expect(answers.outbox.unsaved()?.answers).toEqual({ first_name: 'Ada' });
    // The error closes once the answers are saved.
    response = SAVED;
    await pageChange[way]('/education', false);
    expect(go.mock.calls).toEqual([['/education', { replace: way === 'followMenu' }]]);
    expect(snapshot.get().has_changed_page).toBe(true);
    expect(answers.outbox.unsaved()).toBeUndefined();
    expect(currentToasts()).toEqual([]);
  },
);

test('the error of a save without a response stays until the answers are saved, whatever other calls get a response', async () => {
  let save: () => ScriptedResponse = () => {
    throw new TypeError('Failed to fetch');
  };
  const { pageChange } = openPage(({ path }) => (path === '/api/answer' ? save() : NOTHING_FOUND));
  await pageChange.continueTo('/education');
  const said = [{ kind: 'error', message: expect.stringContaining("The site isn't responding") }];
  expect(currentToasts()).toMatchObject(said);
  await lookUp();
  expect(currentToasts()).toMatchObject(said);
  // An error with the same words whose only cause is the connection.
  showFailure(new ConnectionError());
  await lookUp();
  expect(currentToasts()).toMatchObject(said);
  save = () => BROKEN;
  await pageChange.continueTo('/education');
  expect(currentToasts()).toMatchObject([{ message: 'Not now.' }]);
  save = () => SAVED;
  await pageChange.continueTo('/education');
  expect(currentToasts()).toEqual([]);
});

test('where nothing is left to save, a connection error closes with the next response', async () => {
  let isDown = true;
  const { answers, pageChange } = openPage(() => {
    if (isDown) throw new TypeError('Failed to fetch');
    return NOTHING_FOUND;
  });
  const typed = answers.outbox.unsaved();
  if (typed) answers.outbox.acknowledge(typed);
  await pageChange.continueTo('/education');
  expect(currentToasts()).toHaveLength(1);
  isDown = false;
  await lookUp();
  expect(currentToasts()).toEqual([]);
});

test('a 401 keeps the applicant too, and says nothing here: the Log In card does', async () => {
  const { go, pageChange } = openPage(() => [401, { message: 'Your session has ended.' }]);
  await pageChange.continueTo('/education');
  expect(go).not.toHaveBeenCalled();
  expect(currentToasts()).toEqual([]);
});

test('where the application was submitted elsewhere, the applicant is led to it and reads why, once', async () => {
  const { go, snapshot, pageChange } = openPage(() => [409, { code: 'locked', message: 'It was submitted.' }]);
  await pageChange.continueTo('/education');
  expect([go.mock.calls, snapshot.get().web_status]).toEqual([[], 'submitted']);
  await pageChange.continueTo('/education');
  expect(currentToasts()).toMatchObject([{ kind: 'error', message: 'It was submitted.' }]);
});

test('[STATE-05] with nothing to save the call is made all the same', async () => {
  const { seen, answers, go, pageChange } = openPage(() => SAVED);
  const typed = answers.outbox.unsaved();
  if (typed) answers.outbox.acknowledge(typed);
  await pageChange.continueTo('/education');
  expect(seen.map(({ method, path, body }) => [method, path, body])).toEqual([['PUT', '/api/answer', {}]]);
  expect(go).toHaveBeenCalledOnce();
});
