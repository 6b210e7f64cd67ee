import type { WebStatus } from '@firstyear/api-contract';
import type { QueryClient } from '@tanstack/react-query';
import { WEB_STATUS_RETRIES, WEB_STATUS_RETRY_BASE_MS, WEB_STATUS_RETRY_CAP_MS } from '../ui/constants.ts';
import { request } from './client.ts';

/** Milliseconds before the nth repetition, n from 0 (AMB-156). */
export function webStatusRetryDelay(n: number): number {
  return Math.min(WEB_STATUS_RETRY_BASE_MS * 2 ** n, WEB_STATUS_RETRY_CAP_MS);
}

/** Posts a status; the one mutation that is repeated, twice, when it fails. */
export async function postWebStatus(client: QueryClient, status: WebStatus): Promise<void> {
  const mutation = client.getMutationCache().build(client, {
    mutationFn: (web_status: WebStatus) => request('webStatus', { payload: { web_status } }),
    retry: WEB_STATUS_RETRIES,
    retryDelay: webStatusRetryDelay,
  });
  await mutation.execute(status);
}
