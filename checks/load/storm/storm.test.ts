import { expect, test } from 'vitest';
import * as z from 'zod';
import { readOptions, UsageError, wholeNumber } from '../../support/command.ts';
import { percentile, randomNumbers } from '../../support/numbers.ts';
import { Crowd } from './crowd.ts';
import { Recorder } from './report.ts';
import { beginOnTime, planArrivals } from './schedule.ts';
import { AcknowledgedWrites } from './writes.ts';

test('arrivals are planned before the load begins, at their rates, and are the same for the same seed', () => {
  const rates = new Map([
    ['save', 50],
    ['login', 20],
    ['copy', 0],
  ] as const);
  const plan = planArrivals(rates, 100, randomNumbers(7));
  expect(plan).toEqual(planArrivals(rates, 100, randomNumbers(7)));
  expect(plan).toEqual(plan.toSorted((a, b) => a.at - b.at));
  const countOf = (name: string) => plan.filter(({ stream }) => stream === name).length;
  // A Poisson count lies within five of its standard deviations.
  expect(Math.abs(countOf('save') - 5_000)).toBeLessThan(5 * Math.sqrt(5_000));
  expect(Math.abs(countOf('login') - 2_000)).toBeLessThan(5 * Math.sqrt(2_000));
  expect(countOf('copy')).toBe(0);
  expect(plan.every(({ at }) => at > 0 && at < 100_000)).toBe(true);
});

test('a slow server gets no fewer calls: each begins when it is due, and a late start counts as delay', async () => {
  let now = 1_000;
  const begun: { readonly stream: string; readonly dueAt: number; readonly at: number }[] = [];
  const timer = {
    now: () => now,
    wait: async (ms: number) => {
      now += ms;
    },
  };
  const arrivals = [10, 20, 30, 500].map((at) => ({ at, stream: 'save' }));
  await beginOnTime(arrivals, timer, (stream, dueAt) => {
    begun.push({ stream, dueAt, at: now });
    // The machine stalls: the calls that fall due meanwhile begin afterward.
    if (begun.length === 1) now += 200;
  });
  expect(begun.map(({ dueAt }) => dueAt)).toEqual([1_010, 1_020, 1_030, 1_500]);
  expect(begun.map(({ at, dueAt }) => at - dueAt)).toEqual([0, 190, 180, 0]);
});

test('a percentile is the smallest time that this share of the calls stays within', () => {
  const times = Array.from({ length: 100 }, (_, place) => place + 1);
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(times, share))).toEqual([50, 95, 99, 100]);
  expect([percentile([7], 0.5), percentile([7, 8], 0.5), percentile([], 0.95)]).toEqual([7, 7, 0]);
});

test('shed and failed calls are counted apart from successful ones', () => {
  const recorder = new Recorder();
  for (const ms of [30, 10, 20]) recorder.record('save', ms, 'done');
  recorder.record('save', 1, 'shed');
  recorder.record('save', 9_000, { error: '500' });
  expect(recorder.results(['save', 'login'])).toEqual([
    { operation: 'save', done: [30, 10, 20], shed: [1], errors: { 500: 1 } },
    { operation: 'login', done: [], shed: [], errors: {} },
  ]);
});

test('an acknowledged answer is lost when neither it nor a later one is stored', () => {
  const writes = new AcknowledgedWrites();
  const first = writes.next('ada@mail.example', ['first_name', 'city']);
  writes.acknowledge('ada@mail.example', first);
  const second = writes.next('ada@mail.example', ['city']);
  const stored = (answers: Record<string, string>) =>
    writes.findLost([{ email: 'ada@mail.example', answers, confirmationNumber: null }]);
  const [name, city] = [first.answers.first_name ?? '', second.answers.city ?? ''];
  expect(stored({ first_name: name, city: first.answers.city ?? '' })).toEqual([]);
  // A later answer that wasn't acknowledged is fine.
  expect(stored({ first_name: name, city })).toEqual([]);
  expect(stored({ first_name: name, city: 'Sampleton' })).toEqual(['ada@mail.example: city']);
  writes.acknowledge('ada@mail.example', second);
  expect(stored({ city: first.answers.city ?? '' })).toEqual([
    'ada@mail.example: first_name',
    'ada@mail.example: city',
  ]);
  writes.acknowledgeSubmission('ada@mail.example', 'FY27-AAAA-BBBB');
  expect(stored({ first_name: name, city })).toEqual(['ada@mail.example: submission']);
  expect(writes.findLost([])).toEqual([
    'ada@mail.example: first_name',
    'ada@mail.example: city',
    'ada@mail.example: submission',
  ]);
  expect(writes.counts()).toEqual({ saves: 2, answers: 3, submissions: 1 });
});

test('a command refuses wrong options in one sentence, before it starts', () => {
  const schema = z.object({ season: wholeNumber(200, 100, 9_999), minutes: z.coerce.number().default(1) });
  expect(readOptions(schema, ['--season', '2000', '--minutes', '0.5'])).toEqual({ season: 2_000, minutes: 0.5 });
  for (const text of ['many', '1.5e2.5', '', '1.5', '99'])
    expect(() => readOptions(schema, ['--season', text]), text).toThrow(UsageError);
  expect(() => readOptions(schema, ['--fast'])).toThrow(UsageError);
});

test('a taken person is busy until given back, and newcomers never share an address', () => {
  const known = ['ada', 'bo'].map((name) => ({
    email: `${name}@mail.example`,
    isComplete: name === 'bo',
    session: name,
  }));
  const crowd = new Crowd('http://127.0.0.1:1', [...known, { email: 'cy@mail.example', isComplete: false }]);
  const [first, second] = [crowd.takeAtWork(), crowd.takeAtWork()];
  expect([first?.email, second?.email]).toEqual(['ada@mail.example', 'bo@mail.example']);
  expect([crowd.takeAtWork(), crowd.finishing.shift()]).toEqual([undefined, undefined]);
  if (second) crowd.giveBack(second);
  expect(crowd.finishing.shift()?.email).toBe('bo@mail.example');
  expect([crowd.takeAway()?.email, crowd.takeAway()]).toEqual(['cy@mail.example', undefined]);
  expect(crowd.beginNewcomer('r').email).not.toBe(crowd.beginNewcomer('r').email);
});
