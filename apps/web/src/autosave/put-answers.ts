import {
  FORM_RELEASE_HEADER,
  SAVE_AGE_HEADER,
  SAVE_CLIENT_HEADER,
  SAVE_SEQUENCE_HEADER,
} from '@firstyear/api-contract/save-headers';
import type { Answers } from '@firstyear/form-engine';
import type { RefusedAnswers } from '../answers/outbox.ts';
import { request } from '../api/client.ts';
import { hasCode } from '../api/errors.ts';
import type { SaveStamp } from './autosave.ts';

/** Browsers refuse larger bodies in requests that outlive the page (64 KiB together); bytes, with room to spare. */
const KEEPALIVE_LIMIT = 60_000;

/**
 * PUT /api/answer with the headers that keep an older save from overwriting a newer one. Returns the refused answers.
 * onFormChanged runs if they were typed into another release of the form than the server's, with the keys of the answers
 * that have no place in the server's form.
 */
export async function putAnswers(
  answers: Answers,
  stamp: SaveStamp,
  { keepalive }: { readonly keepalive: boolean },
  onFormChanged?: (release: string, refused: readonly string[]) => void,
): Promise<RefusedAnswers> {
  const size = keepalive ? new TextEncoder().encode(JSON.stringify(answers)).length : 0;
  const sent = request('answer', {
    payload: { ...answers },
    headers: {
      [SAVE_CLIENT_HEADER]: stamp.client,
      [SAVE_SEQUENCE_HEADER]: String(stamp.sequence),
      [SAVE_AGE_HEADER]: String(Math.round(stamp.age)),
      ...(stamp.release && { [FORM_RELEASE_HEADER]: stamp.release }),
    },
    keepalive: keepalive && size <= KEEPALIVE_LIMIT,
  });
  try {
    const { refused = {}, form_changed } = await sent;
    if (form_changed) onFormChanged?.(stamp.release, []);
    return refused;
  } catch (error) {
    // The server accepts none of them. Retrying them would keep later answers waiting.
    if (!hasCode(error, 'bad_answer') && !hasCode(error, 'form_changed')) throw error;
    const keys = Object.keys(answers);
    if (error.code === 'form_changed') onFormChanged?.(stamp.release, keys);
    return Object.fromEntries(keys.map((key) => [key, error.message]));
  }
}
