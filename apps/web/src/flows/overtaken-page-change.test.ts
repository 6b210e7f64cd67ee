import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { expect, test, vi } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { createSnapshotStore } from '../session/snapshot.ts';
import { FIRST_VISIT } from '../session/visit.ts';
import { createPageChange } from './page-change.ts';

const form = englishForm(definition);

/** An applicant on the first page whose saves end when the test says so. */
function setUp() {
  scriptNetwork(() => [200, { message: 'Saved.' }]);
  const saves: (() => void)[] = [];
  const history = { entry: 'one' };
  const go = vi.fn();
  const answers = createAnswerStore(form, () => new Date());
  const { changePage } = createPageChange({
    form,
    snapshot: createSnapshotStore({ is_logged_in: true, web_status: 'started' }),
    visit: { ...FIRST_VISIT, lastPath: '/about' },
    answers,
    outbox: answers.outbox,
    autosave: { saveNow: () => new Promise((resolve) => saves.push(resolve)) },
    validationReporter: { report: async () => {} },
    go,
    currentEntry: () => history.entry,
  });
  return { changePage, go, history, endSaves: () => saves.forEach((end) => void end()) };
}

test('[AMB-022] going back while an answer is still being saved stays there', async () => {
  const { changePage, go, history, endSaves } = setUp();
  const change = changePage('/education', false);
  history.entry = 'the one before';
  endSaves();
  await change;
  expect(go).not.toHaveBeenCalled();
});

test('[AMB-022] of two pages requested while saving, the later one is opened', async () => {
  const { changePage, go, endSaves } = setUp();
  const first = changePage('/education', false);
  const second = changePage('/final-steps', true);
  endSaves();
  await Promise.all([first, second]);
  expect(go.mock.calls).toEqual([['/final-steps', { replace: true }]]);
});

test('[LAYOUT-13] the latest change of page is made once the answers are saved', async () => {
  const { changePage, go, endSaves } = setUp();
  const change = changePage('/education', false);
  expect(go).not.toHaveBeenCalled();
  endSaves();
  await change;
  expect(go.mock.calls).toEqual([['/education', { replace: false }]]);
});
