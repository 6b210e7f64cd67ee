import { expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { fairTurns, type TurnRules } from './fair-turns.ts';

/** Turns that end when the test says so, by a clock that it sets. */
function watchTurns(rules: Partial<TurnRules> = {}) {
  const clock = { now: 0 };
  const turns = fairTurns({
    places: 1,
    waiting: 100,
    maxWaitMs: 60_000,
    refusal: (waitMs) => new Error(`busy for ${waitMs} ms`),
    now: () => clock.now,
    ...rules,
  });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const take = (name: string, party = name, goesFirst = false) =>
    turns.take(party, goesFirst).then(
      (end) => {
        begun.push(name);
        ends.push(end);
      },
      (error: Error) => void refused.push(`${name}: ${error.message}`),
    );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  /** Lets each turn end after so many milliseconds, one after another. */
  const goOn = async (ms = 0, most = 100) => {
    await settle();
    for (let left = most, end = ends.shift(); end; end = left > 0 ? ends.shift() : undefined) {
      left -= 1;
      clock.now += ms;
      end();
      await settle();
    }
  };
  return { turns, take, goOn, settle, begun, refused, clock };
}

test('a party that asks for fifty turns waits for itself: each of the others has one in the next round', async () => {
  const { take, goOn, begun } = watchTurns();
  for (let turn = 0; turn < 50; turn += 1) void take(`many ${turn}`, 'many');
  for (const item of ['ada', 'bo', 'cy']) void take(item);
  await goOn();
  expect(begun.slice(0, 5)).toEqual(['many 0', 'many 1', 'ada', 'bo', 'cy']);
  expect(begun).toHaveLength(53);
});

test('of parties that ask once each, the first to come is the first to be served', async () => {
  const { take, goOn, begun, clock, turns, settle } = watchTurns();
  for (const item of ['ada', 'bo', 'cy']) {
    void take(item);
    clock.now += 10;
  }
  await settle();
  expect(turns.waitMs('dee')).toBe(20);
  await goOn();
  expect(begun).toEqual(['ada', 'bo', 'cy']);
  expect(turns.waitMs('dee')).toBe(0);
});

test('how long others wait is no longer for all that one of them has waiting', async () => {
  const { take, clock, turns, goOn } = watchTurns();
  for (let turn = 0; turn < 9; turn += 1) void take(`many ${turn}`, 'many');
  await goOn(10, 3);
  expect(clock.now).toBe(30);
  expect([turns.waitMs('many'), turns.waitMs('ada')]).toEqual([30, 0]);
});

test('a full line refuses the newest of the party with most in it, and says how long it takes', async () => {
  const { take, goOn, begun, refused, settle, turns } = watchTurns({ waiting: 4 });
  void take('first', 'many');
  await goOn(10);
  for (let turn = 0; turn < 5; turn += 1) void take(`many ${turn}`, 'many');
  await settle();
  expect(() => turns.requireRoom('many')).toThrow('busy');
  expect(() => turns.requireRoom('ada')).not.toThrow();
  void take('ada');
  void take('many 5', 'many');
  await settle();
  expect(refused.toSorted()).toEqual(['many 4: busy for 40 ms', 'many 5: busy for 40 ms']);
  await goOn();
  expect(begun).toEqual(['first', 'many 0', 'many 1', 'ada', 'many 2', 'many 3']);
});

test('those who go first have three of four turns, so that nobody starves behind them', async () => {
  const { take, goOn, begun } = watchTurns();
  void take('running');
  for (let turn = 0; turn < 9; turn += 1) void take(`known ${turn}`, `known ${turn}`, true);
  for (const item of ['ada', 'bo']) void take(item);
  await goOn();
  expect(begun.map((name) => name.split(' ')[0])).toEqual([
    'running',
    ...['known', 'known', 'known', 'ada'],
    ...['known', 'known', 'known', 'bo'],
    ...['known', 'known', 'known'],
  ]);
});

test('in a full line of strangers a known browser gets a place', async () => {
  const { take, refused, settle, goOn, begun } = watchTurns({ waiting: 2 });
  for (const item of ['running', 'ada', 'bo']) void take(item);
  await settle();
  void take('known', 'known', true);
  await goOn();
  expect(refused).toHaveLength(1);
  expect(begun).toContain('known');
});

test('where each party has one place, parties run side by side and what one asks for runs in its order', async () => {
  const { take, settle, goOn, begun } = watchTurns({ places: Number.POSITIVE_INFINITY, placesOfOne: 1 });
  for (const name of ['ada 1', 'ada 2', 'bo 1', 'ada 3', 'bo 2']) void take(name, name.slice(0, -2));
  await settle();
  expect(begun).toEqual(['ada 1', 'bo 1']);
  await goOn();
  expect(begun.filter((name) => name.startsWith('ada'))).toEqual(['ada 1', 'ada 2', 'ada 3']);
  expect(begun.filter((name) => name.startsWith('bo'))).toEqual(['bo 1', 'bo 2']);
});

test('a caller who waits for too long is refused, and the line continues', async () => {
  const { take, refused, begun, settle, goOn } = watchTurns({ maxWaitMs: 1 });
  void take('running');
  void take('ada');
  await settle();
  await eventually(() => expect(refused).toEqual(['ada: busy for 0 ms']));
  await goOn();
  expect(begun).toEqual(['running']);
  await take('bo');
  expect(begun).toEqual(['running', 'bo']);
});
