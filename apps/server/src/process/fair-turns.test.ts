import { expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { fairTurns, type TurnRules } from './fair-turns.ts';

/** Turns with a clock and ends that the test controls. */
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
  /** Ends the running turns one after another, each after so many milliseconds. */
  const endTurns = async (ms = 0, most = 100) => {
    await settle();
    for (let left = most, end = ends.shift(); end; end = left > 0 ? ends.shift() : undefined) {
      left -= 1;
      clock.now += ms;
      end();
      await settle();
    }
  };
  return { turns, take, endTurns, settle, begun, refused, clock };
}

test('a party with fifty requests waits for itself: each other party gets a turn in the next round', async () => {
  const { take, endTurns, begun } = watchTurns();
  for (let turn = 0; turn < 50; turn += 1) void take(`many ${turn}`, 'many');
  for (const item of ['ada', 'bo', 'cy']) void take(item);
  await endTurns();
  expect(begun.slice(0, 5)).toEqual(['many 0', 'many 1', 'ada', 'bo', 'cy']);
  expect(begun).toHaveLength(53);
});

test('parties with one request each are served in order', async () => {
  const { take, endTurns, begun, clock, turns, settle } = watchTurns();
  for (const item of ['ada', 'bo', 'cy']) {
    void take(item);
    clock.now += 10;
  }
  await settle();
  expect(turns.waitMs('dee')).toBe(20);
  await endTurns();
  expect(begun).toEqual(['ada', 'bo', 'cy']);
  expect(turns.waitMs('dee')).toBe(0);
});

test('the wait of other parties does not grow with the requests of one party', async () => {
  const { take, clock, turns, endTurns } = watchTurns();
  for (let turn = 0; turn < 9; turn += 1) void take(`many ${turn}`, 'many');
  await endTurns(10, 3);
  expect(clock.now).toBe(30);
  expect([turns.waitMs('many'), turns.waitMs('ada')]).toEqual([30, 0]);
});

test('a full queue refuses the newest request of the party with the most, with the expected wait', async () => {
  const { take, endTurns, begun, refused, settle, turns } = watchTurns({ waiting: 4 });
  void take('first', 'many');
  await endTurns(10);
  for (let turn = 0; turn < 5; turn += 1) void take(`many ${turn}`, 'many');
  await settle();
  expect(() => turns.requireRoom('many')).toThrow('busy');
  expect(() => turns.requireRoom('ada')).not.toThrow();
  void take('ada');
  void take('many 5', 'many');
  await settle();
  expect(refused.toSorted()).toEqual(['many 4: busy for 40 ms', 'many 5: busy for 40 ms']);
  await endTurns();
  expect(begun).toEqual(['first', 'many 0', 'many 1', 'ada', 'many 2', 'many 3']);
});

test('parties that go first get three of four turns, so that the others do not starve', async () => {
  const { take, endTurns, begun } = watchTurns();
  void take('running');
  for (let turn = 0; turn < 9; turn += 1) void take(`known ${turn}`, `known ${turn}`, true);
  for (const item of ['ada', 'bo']) void take(item);
  await endTurns();
  expect(begun.map((name) => name.split(' ')[0])).toEqual([
    'running',
    ...['known', 'known', 'known', 'ada'],
    ...['known', 'known', 'known', 'bo'],
    ...['known', 'known', 'known'],
  ]);
});

test('in a full queue of strangers, a known browser gets a place', async () => {
  const { take, refused, settle, endTurns, begun } = watchTurns({ waiting: 2 });
  for (const item of ['running', 'ada', 'bo']) void take(item);
  await settle();
  void take('known', 'known', true);
  await endTurns();
  expect(refused).toHaveLength(1);
  expect(begun).toContain('known');
});

test('with one place for each party, parties run side by side and the requests of each in order', async () => {
  const { take, settle, endTurns, begun } = watchTurns({ places: Number.POSITIVE_INFINITY, placesOfOne: 1 });
  for (const name of ['ada 1', 'ada 2', 'bo 1', 'ada 3', 'bo 2']) void take(name, name.slice(0, -2));
  await settle();
  expect(begun).toEqual(['ada 1', 'bo 1']);
  await endTurns();
  expect(begun.filter((name) => name.startsWith('ada'))).toEqual(['ada 1', 'ada 2', 'ada 3']);
  expect(begun.filter((name) => name.startsWith('bo'))).toEqual(['bo 1', 'bo 2']);
});

test('a caller that waits too long is refused, and the queue continues', async () => {
  const { take, refused, begun, settle, endTurns } = watchTurns({ maxWaitMs: 1 });
  void take('running');
  void take('ada');
  await settle();
  await eventually(() => expect(refused).toEqual(['ada: busy for 0 ms']));
  await endTurns();
  expect(begun).toEqual(['running']);
  await take('bo');
  expect(begun).toEqual(['running', 'bo']);
});
