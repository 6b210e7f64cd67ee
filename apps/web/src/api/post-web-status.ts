import { retry, retryDelay } from '@firstyear/api-client/retry';
import type { WebStatus } from '@firstyear/api-contract/web-status';
import { WEB_STATUS_RETRIES } from '../constants.ts';
import { request } from './client.ts';

/** Posts a status; the one call that is repeated, twice, when it fails (AMB-156). */
export async function postWebStatus(web_status: WebStatus): Promise<void> {
  await retry(
    () => request('webStatus', { payload: { web_status } }),
    async (error, failures) => {
      if (failures === WEB_STATUS_RETRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)));
    },
  );
}
