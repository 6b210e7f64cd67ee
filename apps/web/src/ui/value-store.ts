import { useSyncExternalStore } from 'react';

/** One value that components follow. */
export interface ValueStore<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** Runs listener after each change. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createValue<T>(initial: T): ValueStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useValue<T>(store: Pick<ValueStore<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
