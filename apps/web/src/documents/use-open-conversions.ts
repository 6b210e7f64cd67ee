import { useCallback, useSyncExternalStore } from 'react';
import { useAnswerStore } from '../answers/hooks.ts';
import { createPart } from '../api/create-part.ts';
import { showFailure } from '../api/errors.ts';
import { useQueryClientRef } from '../api/query-client-ref.ts';

const { loaded, load } = createPart(() => import('./open-conversions.ts'));

const NO_KEYS = '';

/**
 * The document questions whose file is in conversion, which is polled. The answer is loaded as soon as it is done. The code
 * that polls is loaded once there is a document question.
 */
export function useOpenConversions(keys: readonly string[]): readonly string[] {
  const queries = useQueryClientRef();
  const store = useAnswerStore();
  const joined = keys.join(' ');
  const subscribe = useCallback(
    (listener: () => void) => {
      if (joined === NO_KEYS) return () => {};
      let isOver = false;
      let stop = () => {
        isOver = true;
      };
      load()
        .then(({ watchConversions }) => {
          if (!isOver) stop = watchConversions(queries, store, joined.split(' '), listener);
        })
        .catch((error: unknown) => showFailure(error));
      return () => stop();
    },
    [queries, store, joined],
  );
  const open = useSyncExternalStore(
    subscribe,
    () => loaded()?.openConversions(queries, keys).join(' ') ?? NO_KEYS,
    () => NO_KEYS,
  );
  return open === NO_KEYS ? [] : open.split(' ');
}
