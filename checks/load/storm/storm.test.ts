import { expect, test } from 'vitest';
import { randomNumbers } from '../../support/numbers.ts';
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
