import type { WebStatus } from '@firstyear/api-contract/web-status';
import { WEB_STATUS_RETRIES, WEB_STATUS_RETRY_BASE_MS, WEB_STATUS_RETRY_CAP_MS } from '../constants.ts';
import { request } from './client.ts';

/** Milliseconds before the nth repetition, n from 0 (AMB-156). */
export function webStatusRetryDelay(n: number): number {
  return Math.min(WEB_STATUS_RETRY_BASE_MS * 2 ** n, WEB_STATUS_RETRY_CAP_MS);
}

/** Posts a status; the one call that is repeated, twice, when it fails. */
export async function postWebStatus(web_status: WebStatus): Promise<void> {
  for (let repetitions = 0; ; repetitions += 1) {
    try {
      await request('webStatus', { payload: { web_status } });
      return;
    } catch (error) {
      if (repetitions === WEB_STATUS_RETRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, webStatusRetryDelay(repetitions)));
  }
}
