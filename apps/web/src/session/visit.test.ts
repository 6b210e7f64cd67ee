import { expect, test } from 'vitest';
import { FIRST_VISIT } from './visit.ts';

test('a visit starts with nothing seen and nobody loaded', () => {
  expect(FIRST_VISIT).toEqual({
    loadedFor: null,
    readToken: null,
    hasLanded: false,
    hasArrived: false,
    lastPath: null,
    reviewing: null,
    loading: null,
    isEnding: false,
    seenAttempt: 0,
    unansweredChange: null,
    interrupted: null,
    submitted: null,
    receipt: null,
  });
});
