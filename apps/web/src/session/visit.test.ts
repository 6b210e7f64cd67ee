import { expect, test } from 'vitest';
import { FIRST_VISIT } from './visit.ts';

test('a load of the page begins with nothing seen, nobody loaded and nothing to go on with', () => {
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
