import { type Context, createContext, useContext, useRef, useState, useSyncExternalStore } from 'react';

/** Creates a context that its components require. Returns the provider and the hook. name: for the error message. */
export function createRequired<T extends object>(name: string): readonly [Context<T | null>, () => T] {
  const context = createContext<T | null>(null);
  return [
    context,
    () => {
      const value = useContext(context);
      if (value === null) throw new Error(`A component that needs ${name} is outside of its provider.`);
      return value;
    },
  ];
}

/**
 * Runs one action at a time: while it is in flight, run() does nothing and returns undefined, even before the next render.
 * act reports its own failures.
 */
export function useAction<Values extends readonly unknown[], Result>(act: (...values: Values) => Promise<Result>) {
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const run = async (...values: Values): Promise<Result | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setIsBusy(true);
    try {
      return await act(...values);
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}

export interface ValueStore<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** Runs listener after each change. Returns a stop function. */
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

/** While a page is hydrated, a store holds what it held when the page was built. */
export function useValue<T>(store: Pick<ValueStore<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
