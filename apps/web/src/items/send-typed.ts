import type { MyItem } from '@firstyear/api-contract/items';
import { hasCode, isUnauthorized, showFailure, wordsOf } from '../api/errors.ts';

export interface ItemProps {
  readonly item: MyItem;
  /** Reads the items again. */
  readonly onChange: () => Promise<unknown>;
}

/** Sends what was typed for an item, and reads the items again. onProblem takes the words of a refusal that can be mended here. */
export async function sendTyped(
  send: () => Promise<void>,
  onProblem: (words: string) => void,
  onChange: ItemProps['onChange'],
): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isUnauthorized(error)) return;
    if (hasCode(error, 'item_closed')) showFailure(error);
    else onProblem(wordsOf(error));
  }
  await onChange();
}
