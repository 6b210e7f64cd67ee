import type { Answers } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { browserClock } from '@firstyear/ui/clock.ts';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { createClock, settle } from '@firstyear/ui/manual-clock.testing.ts';
import { definition } from '@partner/form.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import { type Autosave, createAutosave, type SaveStamp } from './autosave.ts';
import { putAnswers } from './put-answers.ts';

const form = englishForm(definition);

/** A server that keeps the contract: per key, a lower sequence of the same tab never overwrites a higher one. */
function createServer() {
  const answers: Record<string, unknown> = {};
  const sequences: Record<string, number> = {};
  return {
    answers,
    take(sent: Answers, { sequence }: SaveStamp) {
      for (const [key, value] of Object.entries(sent)) {
        if (sequence < (sequences[key] ?? 0)) continue;
        answers[key] = value;
        sequences[key] = sequence;
      }
    },
  };
}

type Step =
  | { readonly kind: 'type'; readonly key: string; readonly value: string }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'leave' | 'blur' };
/** arrives: the server gets it; answered: the browser gets the response; late: it arrives only at the very end. */
type Fate = 'fine' | 'lost' | 'answer-lost' | 'late';

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      key: fc.constantFrom('first_name', 'last_name', 'city'),
      value: fc.string({ maxLength: 8 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 5000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('leave' as const, 'blur' as const) }) },
);

function run(
  step: Step,
  store: ReturnType<typeof createAnswerStore>,
  autosave: Autosave,
  advance: (ms: number) => Promise<void>,
) {
  switch (step.kind) {
    case 'type':
      store.change(step.key, step.value);
      return settle();
    case 'wait':
      return advance(step.ms);
    case 'leave':
      autosave.flushOnLeave();
      return settle();
    case 'blur':
      autosave.flush();
      return settle();
  }
}

test('whatever is typed, lost and repeated, the server ends with the newest values', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.array(fc.constantFrom<Fate>('fine', 'lost', 'answer-lost', 'late'), { maxLength: 30 }),
      async (steps, fates) => {
        const clock = createClock();
        const store = createAnswerStore(form, () => new Date(clock.now()));
        const server = createServer();
        const late: (() => void)[] = [];
        let requests = 0;
        const autosave = createAutosave({
          outbox: store.outbox,
          answers: store,
          clock,
          client: 'tab-1',
          put: async (answers, stamp) => {
            const fate = fates[requests] ?? 'fine';
            requests += 1;
            await Promise.resolve();
            if (fate === 'late') late.push(() => server.take(answers, stamp));
            if (fate === 'fine' || fate === 'answer-lost') server.take(answers, stamp);
            if (fate !== 'fine') throw new Error('No answer.');
            return {};
          },
          random: () => 0,
        });
        autosave.start();
        for (const step of steps) await run(step, store, autosave, clock.advance);
        await clock.advance(40 * 60_000);
        for (const arrive of late) arrive();
        expect(store.outbox.unsaved()).toBeUndefined();
        const typed = Object.entries(store.getState().answers).filter(([, value]) => value !== '');
        for (const [key, value] of typed) expect(server.answers[key]).toBe(value);
        for (const [key, value] of Object.entries(server.answers)) expect(store.inputValue(key)).toBe(value);
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ['is lost on the way', 'never'],
  ['arrives, and its response is lost', 'at once'],
  ['arrives after all that was typed later', 'last'],
] as const)(
  'a save that stalls and %s is sent again, and the server ends with the newest values',
  async (_, arrives) => {
    const clock = createClock();
    vi.spyOn(browserClock, 'after').mockImplementation(clock.after);
    const store = createAnswerStore(form, () => new Date(clock.now()));
    const server = createServer();
    const arrivals: (() => void)[] = [];
    const seen = scriptNetwork(({ body, headers }): ScriptedResponse | Promise<ScriptedResponse> => {
      const sequence = Number(headers.get('save-sequence'));
      const arrive = () => server.take(Object(body), { client: 'tab-1', sequence, age: 0, release: '' });
      arrivals.push(arrive);
      if (arrivals.length === 1 && arrives !== 'at once') return new Promise(() => {});
      arrive();
      return arrivals.length === 1 ? new Promise(() => {}) : [200, { message: 'Saved.' }];
    });
    const autosave = createAutosave({
      outbox: store.outbox,
      answers: store,
      clock,
      client: 'tab-1',
      put: putAnswers,
      random: () => 0,
    });
    autosave.start();
    store.change('first_name', 'Ad');
    await clock.advance(800);
    expect(seen).toHaveLength(1);
    store.change('first_name', 'Ada');
    store.change('city', 'Faketown');
    await clock.advance(30_000);
    expect(autosave.state()).toMatchObject({ kind: 'failed', failure: 'retry' });
    await clock.advance(1000);
    await eventually(() => expect(store.outbox.unsaved()).toBeUndefined());
    expect(seen.map(({ body }) => body)).toEqual([{ first_name: 'Ad' }, { first_name: 'Ada', city: 'Faketown' }]);
    if (arrives === 'last') arrivals[0]?.();
    expect(server.answers).toEqual({ first_name: 'Ada', city: 'Faketown' });
  },
);
