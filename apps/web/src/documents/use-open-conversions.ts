import { ANSWERED } from '@firstyear/application-form';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAnswerStore } from '../answers/hooks.ts';
import { conversionQuery, isOpenConversion } from '../api/queries.ts';
import { documentActions } from './document-actions.ts';

/**
 * Which of these document questions have a file that is being prepared. It is asked for as long as it is; the answer is
 * taken as soon as it is not.
 */
export function useOpenConversions(keys: readonly string[]): readonly string[] {
  const queries = useQueryClient();
  const store = useAnswerStore();
  const statuses = useQueries({
    queries: keys.map((key) => conversionQuery(key)),
    combine: (results) => results.map(({ data }) => data?.status),
  });
  const completed = keys.filter((_, index) => statuses[index] === 'COMPLETED').join(' ');
  useEffect(() => {
    for (const key of completed.split(' ')) {
      if (key === '' || store.getState().answers[key] === ANSWERED) continue;
      documentActions(queries, store, key)
        .takeAnswers()
        .catch(() => {
          // The conversion is done all the same; the answer comes with the next profile.
        });
    }
  }, [completed, queries, store]);
  return keys.filter((_, index) => isOpenConversion(statuses[index]));
}
