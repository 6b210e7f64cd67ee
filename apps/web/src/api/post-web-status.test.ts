import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { prepareCalls } from './client.ts';
import { postWebStatus } from './post-web-status.ts';

let calls: number[];

/** The network: fails so many times, then responds. */
function failing(times: number) {
  calls = [];
  vi.stubGlobal('fetch', async () => {
    calls.push(Date.now());
    const fails = calls.length <= times;
    return new Response(JSON.stringify(fails ? { message: 'Down.' } : {}), { status: fails ? 500 : 200 });
  });
}

// The script that the first call loads arrives by the real clock.
beforeAll(prepareCalls);
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('[API-04, CONST-25] a status is tried at 0, 1000 and 3000 ms, then the error comes out', async () => {
  failing(9);
  const posted = postWebStatus('started').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await posted).toMatchObject({ message: 'Down.' });
  expect(calls).toEqual([0, 1000, 3000]);
});

test('[API-04] a try that succeeds ends the retries', async () => {
  failing(1);
  const posted = postWebStatus('started');
  await vi.advanceTimersByTimeAsync(60_000);
  await posted;
  expect(calls).toEqual([0, 1000]);
});
