import type { Answers } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { createClock, settle } from '@firstyear/ui/manual-clock.testing.ts';
import { definition } from '@partner/form.ts';
import { describe, expect, test } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import type { RefusedAnswers } from '../answers/outbox.ts';
import { ServerError, UnauthorizedError } from '../api/errors.ts';
import { createAutosave, type SaveFailure, type SaveStamp } from './autosave.ts';

const form = englishForm(definition);

interface Sent {
  readonly answers: Answers;
  readonly stamp: SaveStamp;
  readonly keepalive: boolean;
  succeed(refused?: RefusedAnswers): Promise<void>;
  fail(error?: unknown): Promise<void>;
}

interface Trouble {
  readonly failure?: SaveFailure;
  readonly retryAfterMs?: number;
  readonly random?: number;
}

/** The error of a call that fails like this. */
function errorOf({ failure, retryAfterMs }: Trouble): Error {
  if (failure === 'no-session') return new UnauthorizedError('');
  if (failure === 'locked') return new ServerError('', { status: 409, code: 'locked' });
  const refusal = failure === 'busy' ? { status: 503, code: 'overloaded' } : { status: 500 };
  return new ServerError('', { ...refusal, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

function setUp({ random = 0, ...trouble }: Trouble = {}) {
  const clock = createClock();
  const store = createAnswerStore(form, () => new Date(clock.now()));
  const sent: Sent[] = [];
  const stopped: string[] = [];
  const autosave = createAutosave({
    outbox: store.outbox,
    answers: store,
    clock,
    client: 'tab-1',
    put: (answers, stamp, { keepalive }) =>
      new Promise<RefusedAnswers>((resolve, reject) => {
        sent.push({
          answers,
          stamp,
          keepalive,
          succeed: (refused = {}) => {
            resolve(refused);
            return settle();
          },
          fail: (error: unknown = errorOf(trouble)) => {
            reject(error);
            return settle();
          },
        });
      }),
    random: () => random,
    onStopped: (why) => stopped.push(why),
  });
  const at = (position: number): Sent => {
    const one = sent[position];
    if (!one) throw new Error(`There is no request ${position}.`);
    return one;
  };
  return { clock, store, sent, at, autosave, stopped };
}

/** A tab whose first save, of a first name, is in flight. */
async function saveName() {
  const tab = setUp();
  tab.autosave.start();
  tab.store.change('first_name', 'Ada');
  await tab.clock.advance(1000);
  return tab;
}

describe('while an applicant types', () => {
  test('only what changed goes out, within a second of the last key', async () => {
    const { clock, store, sent, at, autosave } = setUp();
    store.owner.signIn('ada@mail.example');
    store.loadSaved({ city: 'Sampleton' });
    autosave.start();
    store.change('first_name', 'A');
    await clock.advance(500);
    store.change('first_name', 'Ad');
    await clock.advance(500);
    expect(sent).toHaveLength(0);
    await clock.advance(500);
    expect(at(0).answers).toEqual({ first_name: 'Ad' });
    expect(at(0).stamp).toEqual({ client: 'tab-1', sequence: 1, age: 800, release: '' });
  });

  test('a typist who never pauses is saved too', async () => {
    const { clock, store, sent, autosave } = setUp();
    autosave.start();
    for (let letters = 1; letters <= 20; letters += 1) {
      store.change('first_name', 'a'.repeat(letters));
      await clock.advance(300);
    }
    expect(sent.length).toBeGreaterThan(0);
  });

  test('one request is in flight at a time; later changes follow it', async () => {
    const { clock, store, sent, at } = await saveName();
    store.change('last_name', 'Testperson');
    await clock.advance(60_000);
    expect(sent).toHaveLength(1);
    await at(0).succeed();
    await clock.advance(1000);
    expect(sent).toHaveLength(2);
    expect(at(1).answers).toEqual({ last_name: 'Testperson' });
    expect(at(1).stamp.sequence).toBe(2);
  });

  test('its state goes from saving to saved with the time', async () => {
    const { clock, store, at, autosave } = setUp();
    autosave.start();
    expect(autosave.state().kind).toBe('idle');
    store.change('first_name', 'Ada');
    await clock.advance(1000);
    expect(autosave.state().kind).toBe('saving');
    await at(0).succeed();
    expect(autosave.state()).toEqual({ kind: 'saved', at: clock.now() });
  });

  test('a visitor is never saved', async () => {
    const { clock, store, sent, autosave } = setUp();
    store.change('first_name', 'Ada');
    autosave.flush();
    autosave.flushOnLeave();
    await autosave.saveNow();
    await clock.advance(60_000);
    expect(sent).toHaveLength(0);
  });

  test('answers typed before login are saved at once', () => {
    const { store, at, autosave } = setUp();
    store.change('first_name', 'Ada');
    autosave.start();
    expect(at(0).answers).toEqual({ first_name: 'Ada' });
  });
});

describe('when saving fails', () => {
  test('the answers are kept, and retried with a back-off', async () => {
    const { clock, store, sent, at, autosave } = await saveName();
    const counts: number[] = [];
    for (const wait of [1000, 2000, 4000]) {
      await at(sent.length - 1).fail();
      expect(autosave.state()).toMatchObject({ kind: 'failed', failure: 'retry' });
      await clock.advance(wait - 1);
      counts.push(sent.length);
      await clock.advance(1);
      counts.push(sent.length);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4]);
    await at(3).succeed();
    expect(autosave.state().kind).toBe('saved');
    expect(store.outbox.unsaved()).toBeUndefined();
  });

  test.each([
    ['the server asks for a longer wait', { retryAfterMs: 5_000 }, 5_000],
    ['the server asks for a shorter wait', { retryAfterMs: 200 }, 1_000],
    ['chance adds to it', { retryAfterMs: 2_000, random: 0.5 }, 2_500],
  ])('a busy server is left alone for a while: %s', async (_what, trouble, wait) => {
    const { clock, store, sent, at, autosave } = setUp({ failure: 'busy', ...trouble });
    autosave.start();
    store.change('first_name', 'Ada');
    await clock.advance(1000);
    await at(0).fail();
    expect(autosave.state()).toMatchObject({ kind: 'failed', failure: 'busy' });
    await clock.advance(wait - 1);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    expect(sent).toHaveLength(2);
  });

  test('the retry sends newer answers too', async () => {
    const { clock, store, at } = await saveName();
    await at(0).fail();
    store.change('first_name', 'Adah');
    await clock.advance(1000);
    expect(at(1).answers).toEqual({ first_name: 'Adah' });
  });

  test('"retry" retries at once', async () => {
    const { sent, at, autosave } = await saveName();
    await at(0).fail();
    const said = new Set<string>();
    autosave.subscribe(() => said.add(autosave.state().kind));
    autosave.flush();
    expect(sent).toHaveLength(2);
    expect([...said]).toEqual(['saving']);
  });

  test.each([
    ['succeed', 'fulfilled'],
    ['fail', 'rejected'],
  ] as const)(
    'after a logout it is not shown that a save in flight %ss, and nothing is retried',
    async (end, status) => {
      const { clock, sent, at, autosave } = await saveName();
      const saved = Promise.allSettled([autosave.saveNow()]);
      autosave.stop();
      autosave.start();
      autosave.stop();
      await at(0)[end]();
      await clock.advance(60_000);
      expect([autosave.state().kind, sent.length]).toEqual(['idle', 1]);
      expect((await saved)[0].status).toBe(status);
    },
  );

  test.each(['no-session', 'locked'] as const)('%s stops saving and is reported once', async (failure) => {
    const { clock, store, sent, at, autosave, stopped } = setUp({ failure });
    autosave.start();
    store.change('first_name', 'Ada');
    await clock.advance(1000);
    autosave.flushOnLeave();
    await at(0).fail();
    expect(store.outbox.unsaved()?.answers).toEqual({ first_name: 'Ada' });
    await at(1).succeed();
    expect(autosave.state().kind).toBe('failed');
    store.change('last_name', 'Testperson');
    await clock.advance(600_000);
    expect(sent).toHaveLength(2);
    expect(stopped).toEqual([failure]);
    expect(store.outbox.unsaved()?.answers).toEqual({ last_name: 'Testperson' });
  });
});

describe('an answer that the server refuses', () => {
  test('[AMB-082] has an error at its question and is not sent again; the rest counts as saved, and a corrected answer is sent', async () => {
    const { clock, store, sent, at, autosave } = setUp();
    autosave.start();
    store.change('first_name', 'Ada');
    store.changeMany({ last_name: 'Testperson', city: 'X' });
    store.change('city', '');
    await clock.advance(1000);
    await at(0).succeed({ first_name: 'Not this one.', city: 'Nor this.' });
    expect(store.errors().city).toEqual([expect.any(String), 'Nor this.']);
    expect(store.outbox.refusalOf('first_name')).toEqual(['Not this one.']);
    expect(store.errors().first_name).toEqual(['Not this one.']);
    expect(store.outbox.refusalOf('last_name')).toEqual([]);
    await clock.advance(600_000);
    expect(sent).toHaveLength(1);
    await autosave.saveNow();
    store.change('first_name', 'Ada');
    store.change('first_name', 'Adah');
    expect(store.outbox.refusalOf('first_name')).toEqual([]);
    await clock.advance(1000);
    expect(at(1).answers).toEqual({ first_name: 'Adah' });
    await at(1).succeed({ first_name: 'Not this either.' });
    store.change('first_name', 'Adah');
    await clock.advance(1000);
    expect(at(2).answers).toEqual({ first_name: 'Adah' });
  });

  test('[AMB-082] that was typed again meanwhile is judged by its own save', async () => {
    const { store, at } = await saveName();
    store.change('first_name', 'Adah');
    await at(0).succeed({ first_name: 'Not this one.' });
    expect(store.outbox.refusalOf('first_name')).toEqual([]);
    expect(store.outbox.unsaved()?.answers).toEqual({ first_name: 'Adah' });
  });
});

describe('a long text', () => {
  test('[D14, WIDGET-13] is saved while it is typed, within a second, and becomes the answer when it is left', async () => {
    const { clock, store, sent, at, autosave } = setUp();
    store.loadSaved({ conviction: 'yes' });
    autosave.start();
    store.keepDraft('conviction_comment', 'It w');
    store.keepDraft('conviction_comment', 'It was');
    await clock.advance(1000);
    expect(at(0).answers).toEqual({ conviction_comment: 'It was' });
    expect(store.getState().answers.conviction_comment ?? '').toBe('');
    await at(0).succeed();
    expect(store.outbox.unsaved()).toBeUndefined();
    expect(store.inputValue('conviction_comment')).toBe('It was');
    store.keepDraft('conviction_comment', '');
    await clock.advance(1000);
    expect(at(1).answers).toEqual({ conviction_comment: '' });
    expect(sent).toHaveLength(2);
  });
});

describe('saveNow()', () => {
  test('resolves only when everything typed so far is acknowledged, held text too', async () => {
    const { clock, store, sent, at, autosave } = await saveName();
    store.change('conviction', 'yes');
    store.keepDraft('conviction_comment', 'It was');
    await clock.advance(1000);
    let isDone = false;
    const saved = autosave.saveNow().then(() => {
      isDone = true;
    });
    await at(0).succeed();
    expect(isDone).toBe(false);
    expect(at(1).answers).toMatchObject({ conviction: 'yes', conviction_comment: 'It was' });
    store.change('last_name', 'typed later');
    await at(1).succeed();
    await saved;
    expect(isDone).toBe(true);
    expect(sent).toHaveLength(2);
  });

  test('rejects with the error, and a later call retries', async () => {
    const { store, at, autosave } = setUp();
    autosave.start();
    store.change('first_name', 'Ada');
    const error = new Error('The network is down.');
    const first = autosave.saveNow();
    const seen = expect(first).rejects.toBe(error);
    await settle();
    await at(0).fail(error);
    await seen;
    const second = autosave.saveNow();
    await settle();
    await at(1).succeed();
    await second;
    expect(store.outbox.unsaved()).toBeUndefined();
  });

  test('a failed request in flight is followed by another one', async () => {
    const { at, autosave } = await saveName();
    const saved = autosave.saveNow();
    await at(0).fail();
    await at(1).succeed();
    await expect(saved).resolves.toBeUndefined();
  });

  test('with nothing to save it makes no call', async () => {
    const { sent, autosave } = setUp();
    autosave.start();
    await autosave.saveNow();
    expect(sent).toHaveLength(0);
  });
});

test('answers typed long apart go out one after the other, each as old as it is', async () => {
  const { clock, store, sent, at, autosave } = await saveName();
  await at(0).fail();
  await clock.advance(500);
  store.change('last_name', 'Testperson');
  await clock.advance(500);
  await at(1).fail();
  await clock.advance(60_000);
  store.change('city', 'Sampleton');
  await at(2).fail();
  autosave.flush();
  expect(at(3).answers).toEqual({ first_name: 'Ada', last_name: 'Testperson' });
  expect(at(3).stamp.age).toBeGreaterThanOrEqual(60_000);
  await at(3).succeed();
  await clock.advance(1000);
  expect(at(4).answers).toEqual({ city: 'Sampleton' });
  expect(at(4).stamp.age).toBeLessThanOrEqual(1000);
  await at(4).succeed();
  expect(sent).toHaveLength(5);
  expect(store.outbox.unsaved()).toBeUndefined();
});

describe('when the page is left', () => {
  test('unsaved answers go out in a request that outlives the page, beside one in flight', async () => {
    const { clock, store, sent, at, autosave } = await saveName();
    store.change('first_name', 'Adah');
    await clock.advance(11_000);
    store.change('city', 'Sampleton');
    autosave.flushOnLeave();
    expect(sent).toHaveLength(3);
    expect(at(1)).toMatchObject({ keepalive: true, answers: { first_name: 'Adah' } });
    expect(at(1).stamp.sequence).toBeGreaterThan(at(0).stamp.sequence);
    await at(1).succeed();
    await at(2).succeed();
    expect(store.outbox.unsaved()).toBeUndefined();
  });

  test('text that is still being typed is an answer, and an earlier failure is resolved once that is saved', async () => {
    const { clock, store, at, autosave } = setUp();
    autosave.start();
    store.change('conviction', 'yes');
    store.keepDraft('conviction_comment', 'It was');
    await clock.advance(1000);
    await at(0).fail();
    autosave.flushOnLeave();
    expect(store.getState().answers.conviction_comment).toBe('It was');
    store.change('city', 'Sampleton');
    await at(1).succeed();
    expect(autosave.state().kind).toBe('failed');
    autosave.flushOnLeave();
    await at(2).succeed();
    expect(autosave.state()).toEqual({ kind: 'saved', at: clock.now() });
  });
});
