import { LOOKUP_RESULTS } from '@firstyear/api-contract/lookup-limits';
import { type AnswerValue, isAnswered, type QuestionOf } from '@firstyear/form-engine';
import type { AnswerStore } from '../answers/answer-store.ts';
import { request } from '../api/client.ts';
import { answersOf, blockOf, dropFilled } from './fill-block.ts';

/**
 * Finds out what a list has filled in before this page was loaded, from the name that was saved: the record of that name
 * in the city of the block. Asks only where there is something to know. Returns how to stop.
 */
export function recallFilled(store: AnswerStore, question: QuestionOf<'lookup'>): () => void {
  const { key, category, fills } = question;
  const { name: _, ...others } = fills;
  const name = String(store.inputValue(key));
  const hasMore = Object.values(others).some((one) => isAnswered(store.inputValue(one)));
  const isKnown = () => Object.keys(store.filledWith(key)).length > 0;
  let isOver = false;
  const recall = async () => {
    const block = blockOf(store, question);
    const items = await request('lookupText', { query: { category, text: name, max_results: String(LOOKUP_RESULTS) } });
    for (const { id } of items.filter((item) => item.text === name)) {
      const record = answersOf(store, question, await request('lookupDetail', { query: { category, id } }));
      const isCity = fills.city === undefined || record[fills.city] === block.get(fills.city);
      if (isOver || isKnown()) return;
      if (!isCity) continue;
      const same = Object.entries(record).filter(([one, value]: [string, AnswerValue]) => block.get(one) === value);
      store.noteFilledWith(key, { ...Object.fromEntries(same), [key]: name });
      // The name may have become another one meanwhile.
      dropFilled(store, question);
      return;
    }
  };
  if (category !== 'address' && name !== '' && hasMore && !isKnown()) {
    recall().catch(() => {
      // Nobody can say what was typed and what was not: all of it stays.
    });
  }
  return () => {
    isOver = true;
  };
}
