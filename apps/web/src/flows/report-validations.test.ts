import type { ErrorMap } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { completeAnswers } from '@firstyear/freshman/testing';
import { definition } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { createValidationReporter } from './report-validations.ts';

const form = englishForm(definition);

function setUp() {
  const store = createAnswerStore(form, () => new Date('2026-11-20T12:00:00Z'));
  const posted: ErrorMap[] = [];
  const waiting = new Set<() => void>();
  let isDown = false;
  let held = Promise.resolve();
  const reporter = createValidationReporter({
    store,
    post: async (errors) => {
      if (isDown) throw new Error('The network is down.');
      posted.push(errors);
      await held;
    },
    after: (_, act) => {
      waiting.add(act);
      return () => waiting.delete(act);
    },
  });
  const pause = async () => {
    for (const act of [...waiting]) {
      waiting.delete(act);
      act();
    }
    for (let round = 0; round < 5; round += 1) await Promise.resolve();
  };
  /** Calls stay in flight until one of the returned functions is called. */
  const hold = () => {
    const waiting = Promise.withResolvers<void>();
    held = waiting.promise;
    return waiting;
  };
  return { store, posted, reporter, pause, hold, down: (value: boolean) => (isDown = value) };
}

test('[STATE-12] while validating, errors are reported after a pause, and again only when they have changed', async () => {
  const { store, posted, reporter, pause } = setUp();
  const stop = reporter.watch();
  await pause();
  expect(posted).toHaveLength(1);
  expect(posted[0]?.first_name).toEqual(['First Name']);
  store.change('middle_name', 'Quill');
  await pause();
  expect(posted).toHaveLength(1);
  store.change('first_name', 'Ada');
  store.change('last_name', 'Testperson');
  await pause();
  expect(posted).toHaveLength(2);
  expect(posted[1]?.first_name).toBeUndefined();
  stop();
  store.change('first_name', '');
  await pause();
  expect(posted).toHaveLength(2);
});

test('errors in flight are not reported again by a watch that begins meanwhile', async () => {
  const { reporter, posted, pause, hold } = setUp();
  const { resolve } = hold();
  const first = reporter.report();
  reporter.watch();
  await pause();
  resolve();
  await first;
  await pause();
  expect(posted).toHaveLength(1);
});

test('a report is made also when there are no errors', async () => {
  const { store, posted, reporter } = setUp();
  store.loadSaved(completeAnswers(form));
  await reporter.report();
  expect(posted).toEqual([{}]);
});

test('a report that fails is retried with the next change', async () => {
  const { store, posted, reporter, pause, down } = setUp();
  down(true);
  reporter.watch();
  await pause();
  down(false);
  store.change('middle_name', 'Quill');
  await pause();
  expect(posted).toHaveLength(1);
});

test('a report that fails after a newer one has arrived is not repeated', async () => {
  const { store, posted, reporter, pause, hold } = setUp();
  const { reject } = hold();
  const older = reporter.report();
  hold().resolve();
  store.change('first_name', 'Ada');
  await reporter.report();
  reject(new Error('The network is down.'));
  await expect(older).rejects.toThrow('down');
  reporter.watch();
  await pause();
  expect(posted).toHaveLength(2);
});

test('[D1] until the saved answers are loaded nothing is reported', async () => {
  const { store, posted, reporter } = setUp();
  store.awaitSaved();
  await reporter.report();
  expect(posted).toEqual([]);
});
