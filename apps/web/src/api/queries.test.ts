import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { conversionQuery, documentAnswersQuery, pdfQuery, queryClientIn } from './queries.ts';
import { forgetQueries, type QueryClientRef } from './query-client-ref.ts';

const emptyRef = (): QueryClientRef => ({ current: null });

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('[API-03, CONST-24] a query is not retried, and its data never becomes stale', async () => {
  let isDown = true;
  const calls = scriptNetwork(() => (isDown ? [500, { message: 'Down.' }] : [200, {}]));
  const queries = queryClientIn(emptyRef());
  const first = queries.fetchQuery(documentAnswersQuery).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await first).toMatchObject({ message: 'Down.' });
  expect(calls).toHaveLength(1);
  isDown = false;
  await queries.fetchQuery(documentAnswersQuery);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
  await queries.fetchQuery(documentAnswersQuery);
  expect(calls).toHaveLength(2);
});

test('the client is made once, when it is first needed', () => {
  const ref = emptyRef();
  expect(queryClientIn(ref)).toBe(queryClientIn(ref));
});

test('[SESSION-05] queries in flight at the end of a session reach nobody, and no fetched data is left', async () => {
  scriptNetwork(({ path }) => [200, path === '/api/pdf' ? { status: 'COMPLETED', url: '/storage/copy' } : {}]);
  const ref = emptyRef();
  const queries = queryClientIn(ref);
  await queries.fetchQuery(documentAnswersQuery);
  const late = queries.fetchQuery(pdfQuery).then(
    () => 'came',
    () => 'canceled',
  );
  forgetQueries(ref);
  expect(await late).toBe('canceled');
  expect(queries.getQueryCache().getAll()).toEqual([]);
});

test('without a client there is nothing to forget', () => {
  const ref = emptyRef();
  forgetQueries(ref);
  expect(ref.current).toBeNull();
});

test('a conversion is polled every two seconds while a component shows it, until it is done', async () => {
  // Without a window, the library refetches nothing.
  environmentManager.setIsServer(() => false);
  onTestFinished(() => environmentManager.setIsServer(() => true));
  let status = 'UNPROCESSED';
  const calls = scriptNetwork(() => [200, { status }]);
  const observer = new QueryObserver(queryClientIn(emptyRef()), conversionQuery('transcript'));
  onTestFinished(observer.subscribe(() => {}));
  const asked: number[] = [];
  for (status of ['UNPROCESSED', 'IN_PROGRESS', 'COMPLETED']) {
    await vi.advanceTimersByTimeAsync(1999);
    asked.push(calls.length);
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, calls.length]).toEqual([[1, 2, 3], 4]);
});
