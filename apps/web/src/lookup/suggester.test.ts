import { beforeEach, describe, expect, test } from 'vitest';
import { createSuggester, type Suggester } from './suggester.ts';

/** A clock that a test advances; its timers run in order. */
class Timers {
  now = 0;
  #waiting: { at: number; act: () => void }[] = [];

  readonly after = (ms: number, act: () => void) => {
    const timer = { at: this.now + ms, act };
    this.#waiting.push(timer);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== timer);
    };
  };

  advance(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.#waiting.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#waiting = this.#waiting.filter((timer) => timer !== next);
      this.now = next.at;
      next.act();
    }
    this.now = end;
  }
}

interface Call {
  readonly text: string;
  readonly at: number;
  respond(items: readonly string[]): Promise<void>;
  fail(): Promise<void>;
}

let timers: Timers;
let calls: Call[];
let shown: (readonly [readonly string[], string])[];
let suggester: Suggester;
const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

beforeEach(() => {
  timers = new Timers();
  calls = [];
  shown = [];
  suggester = createSuggester<string>({
    after: timers.after,
    find: (text) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
      calls.push({
        text,
        at: timers.now,
        respond: (items) => {
          resolve(items);
          return settled();
        },
        fail: () => {
          reject(new Error('no network'));
          return settled();
        },
      });
      return promise;
    },
    show: (items, how) => shown.push([items, how]),
  });
});

const call = (number: number): Call => {
  const found = calls[number];
  if (!found) throw new Error(`there was no call ${number}`);
  return found;
};

describe('calls while someone types', () => {
  test('[API-33, CONST-08] one call goes out 200 ms after the last key', () => {
    suggester.type('du');
    timers.advance(150);
    suggester.type('dun');
    timers.advance(199);
    expect(calls).toEqual([]);
    timers.advance(1);
    expect(calls.map(({ text, at }) => [text, at])).toEqual([['dun', 350]]);
    timers.advance(5_000);
    expect(calls).toHaveLength(1);
  });

  test('[API-33, CONST-08] typing one key each 100 ms makes a call at the latest each 500 ms', () => {
    for (const text of ['du', 'dun', 'dunb', 'dunba', 'dunbar', 'dunbar ', 'dunbar l', 'dunbar le', 'dunbar lex']) {
      suggester.type(text);
      timers.advance(100);
    }
    expect(calls.map(({ text, at }) => [text, at])).toEqual([['dunbar', 500]]);
    timers.advance(200);
    expect(calls.map(({ at }) => at)).toEqual([500, 1_000]);
    timers.advance(5_000);
    expect(calls).toHaveLength(2);
  });

  test('a single letter makes no call and empties the list', () => {
    suggester.type('d');
    timers.advance(1_000);
    expect(calls).toEqual([]);
    expect(shown).toEqual([[[], 'cleared']]);
  });

  test('a response that arrives after the response to a later text is ignored', async () => {
    suggester.type('dun');
    timers.advance(200);
    suggester.type('dunbar');
    timers.advance(200);
    await call(1).respond(['Dunbar High School']);
    await call(0).respond(['Dunkirk High School']);
    expect(shown).toEqual([[['Dunbar High School'], 'found']]);
  });

  test('[API-34] a failed call empties the list, and the next one fills it', async () => {
    suggester.type('dun');
    timers.advance(200);
    await call(0).fail();
    suggester.type('dunb');
    timers.advance(200);
    await call(1).respond(['Dunbar High School']);
    expect(shown).toEqual([
      [[], 'failed'],
      [['Dunbar High School'], 'found'],
    ]);
  });

  test('after a choice, responses in flight and scheduled calls are ignored', async () => {
    suggester.type('dun');
    timers.advance(200);
    suggester.type('dunb');
    suggester.stop();
    timers.advance(5_000);
    await call(0).respond(['Dunkirk High School']);
    expect(calls).toHaveLength(1);
    expect(shown).toEqual([]);
  });
});
