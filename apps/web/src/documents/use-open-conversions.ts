import { useCallback, useSyncExternalStore } from 'react';
import { useAnswerStore } from '../answers/hooks.ts';
import { loadPart } from '../api/load-part.ts';
import { useQueryClientRef } from '../api/query-client-ref.ts';
import { showFailure } from '../api/show-failure.ts';

type Watching = typeof import('./open-conversions.ts');

let loaded: Watching | undefined;

async function loadWatching(): Promise<Watching> {
  loaded ??= await loadPart(() => import('./open-conversions.ts'));
  return loaded;
}

const NO_KEYS = '';

/**
 * Which of these document questions have a file that is being prepared. It is polled as long as it is; the answer is
 * taken as soon as it is not. What asks is fetched when there is a question to ask for: until then none is known.
 */
export function useOpenConversions(keys: readonly string[]): readonly string[] {
  const queries = useQueryClientRef();
  const store = useAnswerStore();
  const wanted = keys.join(' ');
  const subscribe = useCallback(
    (listener: () => void) => {
      if (wanted === NO_KEYS) return () => {};
      let isOver = false;
      let stop = () => {
        isOver = true;
      };
      loadWatching()
        .then(({ watchConversions }) => {
          if (!isOver) stop = watchConversions(queries, store, wanted.split(' '), listener);
        })
        .catch((error: unknown) => showFailure(error));
      return () => stop();
    },
    [queries, store, wanted],
  );
  const open = useSyncExternalStore(
    subscribe,
    () => loaded?.openConversions(queries, keys).join(' ') ?? NO_KEYS,
    () => NO_KEYS,
  );
  return open === NO_KEYS ? [] : open.split(' ');
}
