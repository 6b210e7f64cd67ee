import { answer, SAVE_AGE_HEADER, SAVE_CLIENT_HEADER, SAVE_SEQUENCE_HEADER } from '@firstyear/api-contract';
import type { Answers } from '@firstyear/application-form';
import { request } from '../api/client.ts';
import { hasCode, isUnauthorized } from '../api/errors.ts';
import type { SaveFailure, SaveStamp } from './autosave.ts';

/** Browsers refuse larger bodies in requests that outlive the page (64 KiB together); bytes, with room to spare. */
const KEEPALIVE_LIMIT = 60_000;

/** PUT /api/answer with the headers that keep an older save from overwriting a newer one. */
export async function putAnswers(
  answers: Answers,
  stamp: SaveStamp,
  { keepalive }: { readonly keepalive: boolean },
): Promise<void> {
  const size = keepalive ? new TextEncoder().encode(JSON.stringify(answers)).length : 0;
  await request(answer, {
    payload: { ...answers },
    headers: {
      [SAVE_CLIENT_HEADER]: stamp.client,
      [SAVE_SEQUENCE_HEADER]: String(stamp.sequence),
      [SAVE_AGE_HEADER]: String(Math.round(stamp.age)),
    },
    keepalive: keepalive && size <= KEEPALIVE_LIMIT,
  });
}

export function failureOfSave(error: unknown): SaveFailure {
  if (isUnauthorized(error)) return 'no-session';
  return hasCode(error, 'locked') ? 'locked' : 'retry';
}
