import type { Clock } from '@firstyear/ui/clock.ts';
import { LOOKUP_DEBOUNCE_MS, LOOKUP_MAX_WAIT_MS } from '../constants.ts';

/** Too little to look for. */
const MIN_LENGTH = 2;

export interface SuggesterOptions<Item> {
  readonly find: (text: string) => Promise<readonly Item[]>;
  /** Gets what was found for a text; failed: nothing could be found out. */
  readonly show: (items: readonly Item[], how: 'found' | 'failed' | 'cleared') => void;
  readonly after: Clock['after'];
}

/** Asks for suggestions while someone types. */
export interface Suggester {
  /** The text has changed. */
  type(text: string): void;
  /** Stops searching; responses in flight are ignored. */
  stop(): void;
}

/**
 * Waits until typing rests for 200 ms, and asks at the latest each 500 ms while it goes on (API-33). A response
 * shows only when none to a later text has come before it.
 */
export function createSuggester<Item>({ find, show, after }: SuggesterOptions<Item>): Suggester {
  let text = '';
  let asked = 0;
  let shown = 0;
  let cancelRest: (() => void) | undefined;
  let cancelLatest: (() => void) | undefined;

  const cancelTimers = () => {
    cancelRest?.();
    cancelLatest?.();
    cancelRest = undefined;
    cancelLatest = undefined;
  };

  const ask = async () => {
    cancelTimers();
    asked += 1;
    const number = asked;
    let items: readonly Item[] = [];
    let how: 'found' | 'failed' = 'found';
    try {
      items = await find(text);
    } catch {
      // No suggestions, and no message: typing continues (API-34).
      how = 'failed';
    }
    if (number <= shown) return;
    shown = number;
    show(items, how);
  };

  const stop = () => {
    cancelTimers();
    shown = asked;
  };

  return {
    type(next) {
      text = next;
      if (next.trim().length < MIN_LENGTH) {
        stop();
        show([], 'cleared');
        return;
      }
      cancelRest?.();
      cancelRest = after(LOOKUP_DEBOUNCE_MS, () => void ask());
      cancelLatest ??= after(LOOKUP_MAX_WAIT_MS, () => void ask());
    },
    stop,
  };
}
