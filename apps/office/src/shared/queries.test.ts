import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { createQueryClient } from './queries.ts';

afterEach(() => onlineManager.setOnline(true));

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
