import type { Clock } from '@firstyear/ui/clock.ts';
import { LOOKUP_DEBOUNCE_MS, LOOKUP_MAX_WAIT_MS } from '../constants.ts';

/** Shorter texts are not looked up. */
const MIN_LENGTH = 2;

interface SuggesterOptions<Item> {
  readonly find: (text: string) => Promise<readonly Item[]>;
  readonly show: (items: readonly Item[], how: 'found' | 'failed' | 'cleared') => void;
  readonly after: Clock['after'];
}

/**
 * Looks up suggestions while somebody types, debounced by 200 ms, but at least every 500 ms (API-33). Ignores responses that
 * arrive after the response to a later text.
 */
export function createSuggester<Item>({ find, show, after }: SuggesterOptions<Item>) {
  let text = '';
  let lastCall = 0;
  let lastShown = 0;
  let cancelDebounce: (() => void) | undefined;
  let cancelMaxWait: (() => void) | undefined;

  const cancelTimers = () => {
    cancelDebounce?.();
    cancelMaxWait?.();
    cancelDebounce = undefined;
    cancelMaxWait = undefined;
  };

  const search = async () => {
    cancelTimers();
    lastCall += 1;
    const number = lastCall;
    let items: readonly Item[] = [];
    let how: 'found' | 'failed' = 'found';
    try {
      items = await find(text);
    } catch {
      // No suggestions, and no message: typing continues (API-34).
      how = 'failed';
    }
    if (number <= lastShown) return;
    lastShown = number;
    show(items, how);
  };

  const stop = () => {
    cancelTimers();
    lastShown = lastCall;
  };

  return {
    type(next: string) {
      text = next;
      if (next.trim().length < MIN_LENGTH) {
        stop();
        show([], 'cleared');
        return;
      }
      cancelDebounce?.();
      cancelDebounce = after(LOOKUP_DEBOUNCE_MS, () => void search());
      cancelMaxWait ??= after(LOOKUP_MAX_WAIT_MS, () => void search());
    },
    /** Stops searching; responses in flight are ignored. */
    stop,
  };
}

export type Suggester = ReturnType<typeof createSuggester>;
