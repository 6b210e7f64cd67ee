import { ConnectionError, ServerError } from '@firstyear/api-client/errors';
import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './queries.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});
const refusal = (status: number) => new ServerError('No.', { status });

test('offline, an act and the next page fail at once, and nothing is done later', async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient(() => {});
  let tries = 0;
  const away = () => {
    tries += 1;
    return Promise.reject(new Error('No response.'));
  };
  await expect(new MutationObserver(client, { mutationFn: away }).mutate()).rejects.toThrow('No response.');
  await expect(client.fetchQuery({ queryKey: ['page'], queryFn: away, retry: false })).rejects.toThrow('No response.');
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(tries).toBe(2);
});

test.each<[string, number, Error, boolean]>([
  ['a server that is away', 0, refusal(500), true],
  ['no response, a second time', 1, new ConnectionError(''), true],
  ['no response, a third time', 2, new ConnectionError(''), false],
  ['a refusal', 0, refusal(404), false],
])('what a page loads is tried again after %s or not', (_, failures, error, isTried) => {
  vi.stubGlobal('navigator', { onLine: true });
  const { retry } = createQueryClient(() => {}).getDefaultOptions().queries ?? {};
  expect(typeof retry === 'function' && retry(failures, error)).toBe(isTried);
});

test.each([
  [401, true, false],
  [403, false, true],
  [404, false, true],
  [409, false, true],
  [422, false, false],
])(
  'an act that is refused with %i ends the session: %s, and reads the page again: %s',
  async (status, ends, rereads) => {
    const onSignedOut = vi.fn();
    const client = createQueryClient(onSignedOut);
    client.setQueryData(['page'], 'as it was');
    const act = new MutationObserver(client, { mutationFn: () => Promise.reject(refusal(status)) });
    await expect(act.mutate()).rejects.toThrow('No.');
    expect(onSignedOut).toHaveBeenCalledTimes(ends ? 1 : 0);
    expect(client.getQueryState(['page'])?.isInvalidated).toBe(rereads);
  },
);
