import { englishForm } from '@firstyear/form-engine/testing';
import { browserClock, type Clock } from '@firstyear/ui/clock.ts';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { createClock } from '@firstyear/ui/manual-clock.testing.ts';
import { definition } from '@partner/form.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createAnswerStore } from '../answers/answer-store.ts';
import { BUSY, scriptNetwork } from '../scripted-network.testing.ts';
import { attachAutosave } from './attach-autosave.ts';
import { createAutosave } from './autosave.ts';
import { putAnswers } from './put-answers.ts';
import { SaveStateView } from './save-state.tsx';

const AT = new Date('2026-11-20T10:42:00').getTime();

/** Timers never fire: every call here is caused by an event of the page. */
const stillClock: Clock = { now: () => AT, after: () => () => {} };

async function setUp() {
  const store = createAnswerStore(englishForm(definition), () => new Date(AT));
  const autosave = createAutosave({
    outbox: store.outbox,
    answers: store,
    put: putAnswers,
    clock: stillClock,
    client: 'tab-1',
    random: () => 0,
  });
  const detach = attachAutosave(autosave);
  autosave.start();
  const { container } = await render(
    <>
      <SaveStateView autosave={autosave} />
      <input aria-label="Anything" />
    </>,
  );
  return { store, autosave, detach, container, said: () => container.querySelector('[role=status]')?.textContent };
}

test('leaving a field saves; the state shows the time, in a polite live region', async () => {
  const calls = scriptNetwork(() => [200, { message: 'Saved.' }]);
  const { store, detach, said } = await setUp();
  await page.getByLabelText('Anything').click();
  store.change('first_name', 'Ada');
  expect(calls).toHaveLength(0);
  const input = page.getByLabelText('Anything').element();
  if (input instanceof HTMLElement) input.blur();
  await eventually(() => expect(said()).toBe('Saved at 10:42 AM'));
  expect(calls[0]).toMatchObject({ method: 'PUT', path: '/api/answer', body: { first_name: 'Ada' } });
  expect(['save-client', 'save-sequence', 'save-age'].map((name) => calls[0]?.headers.get(name))).toEqual([
    'tab-1',
    '1',
    '0',
  ]);
  detach();
});

test('a save that fails says so, and "retry" saves', async () => {
  let isDown = true;
  scriptNetwork(() => (isDown ? [503, { message: 'Busy.' }] : [200, { message: 'Saved.' }]));
  const { store, autosave, detach, container, said } = await setUp();
  store.change('first_name', 'Ada');
  autosave.flush();
  await eventually(() => expect(said()).toBe('Not saved'));
  isDown = false;
  await page.getByRole('button', { name: 'retry' }).click();
  await expect.element(page.getByText('Saved at 10:42 AM').first()).toBeVisible();
  expect(container.querySelector('button')).toBeNull();
  expect(store.outbox.unsaved()).toBeUndefined();
  detach();
});

test('a save on a connection that stalls is "Not saved" after 30 s, the typed answer stays, and "retry" saves', async () => {
  const clock = createClock();
  vi.spyOn(browserClock, 'after').mockImplementation(clock.after);
  let isStalled = true;
  const calls = scriptNetwork(() => (isStalled ? new Promise(() => {}) : [200, { message: 'Saved.' }]));
  const { store, autosave, detach, said } = await setUp();
  store.change('first_name', 'Ada');
  autosave.flush();
  await expect.element(page.getByText('Saving…')).toBeVisible();
  await eventually(() => expect(calls).toHaveLength(1));
  await clock.advance(30_000);
  await eventually(() => expect(said()).toBe('Not saved'));
  expect(store.inputValue('first_name')).toBe('Ada');
  isStalled = false;
  await page.getByRole('button', { name: 'retry' }).click();
  await eventually(() => expect(said()).toBe('Saved at 10:42 AM'));
  expect(store.outbox.unsaved()).toBeUndefined();
  detach();
});

test('a server too busy to save says so, that answers are kept, and "retry" saves', async () => {
  let isBusy = true;
  scriptNetwork(() => (isBusy ? BUSY : [200, { message: 'Saved.' }]));
  const { store, autosave, detach, said } = await setUp();
  store.change('first_name', 'Ada');
  autosave.flush();
  await eventually(() => expect(said()).toBe("We're busy. Your answers are kept here and will be saved soon"));
  expect(store.outbox.unsaved()?.answers).toEqual({ first_name: 'Ada' });
  isBusy = false;
  await page.getByRole('button', { name: 'retry' }).click();
  await eventually(() => expect(said()).toBe('Saved at 10:42 AM'));
  detach();
});
