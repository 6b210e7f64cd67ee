import { type WebStatus, webStatus } from '@firstyear/api-contract';
import type { QueryClient } from '@tanstack/react-query';
import { request } from './client.ts';

const RETRIES = 2;
const MAX_DELAY_MS = 30_000;

/** Milliseconds before the nth repetition, n from 0 (specification 9; readings AMB-156). */
export function webStatusRetryDelay(n: number): number {
  return Math.min(1000 * 2 ** n, MAX_DELAY_MS);
}

/** Posts a status; the one mutation that is repeated, twice, when it fails. */
export async function postWebStatus(client: QueryClient, status: WebStatus): Promise<void> {
  const mutation = client.getMutationCache().build(client, {
    mutationFn: (web_status: WebStatus) => request(webStatus, { payload: { web_status } }),
    retry: RETRIES,
    retryDelay: webStatusRetryDelay,
  });
  await mutation.execute(status);
}
