import { ANSWERED } from '@firstyear/form-engine';
import { QueryObserver } from '@tanstack/react-query';
import type { AnswerStore } from '../answers/answer-store.ts';
import { conversionQuery, isOpenConversion, queryClientIn } from '../api/queries.ts';
import type { QueryClientRef } from '../api/query-client-ref.ts';
import { documentActions } from './document-actions.ts';

/** The document questions whose file is known to be in conversion. */
export function openConversions(ref: QueryClientRef, keys: readonly string[]): readonly string[] {
  const queries = queryClientIn(ref);
  return keys.filter((key) => isOpenConversion(queries.getQueryData(conversionQuery(key).queryKey)?.status));
}

/** Polls these conversions while one is open, and loads the answers of completed ones. Runs listener after each change. Returns a stop function. */
export function watchConversions(
  ref: QueryClientRef,
  store: AnswerStore,
  keys: readonly string[],
  listener: () => void,
): () => void {
  const queries = queryClientIn(ref);
  const observers = keys.map((key) => ({ key, observer: new QueryObserver(queries, conversionQuery(key)) }));
  const completed = new Set<string>();
  const update = () => {
    for (const { key, observer } of observers) {
      const wasCompleted = completed.delete(key);
      if (observer.getCurrentResult().data?.status !== 'COMPLETED') continue;
      completed.add(key);
      if (wasCompleted || store.getState().answers[key] === ANSWERED) continue;
      void documentActions(queries, store, key).takeAnswers();
    }
    listener();
  };
  const stops = observers.map(({ observer }) => observer.subscribe(update));
  update();
  return () => {
    for (const stop of stops) stop();
  };
}
