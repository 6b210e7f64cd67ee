import { type Context, useContext, useRef, useState, useSyncExternalStore } from 'react';

/** The value of a context that a component cannot do without. name: what the error calls it. */
export function useRequired<T extends object>(context: Context<T | null>, name: string): T {
  const value = useContext(context);
  if (value === null) throw new Error(`A component that needs ${name} stands outside of its provider.`);
  return value;
}

/**
 * What a press does. run does nothing while it is under way, also before the next drawing, and returns undefined then.
 * act says itself what fails.
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
