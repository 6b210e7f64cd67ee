/** Who follows answers: those of one key, or all of them. */
export interface KeyListeners {
  /** The keys that somebody follows. */
  keys(): readonly string[];
  /** Notifies listeners of these keys, then listeners of all keys. */
  tell(keys: Iterable<string>): void;
  /** key: null follows all. Returns how to stop. */
  subscribe(key: string | null, listener: () => void): () => void;
}

export function createKeyListeners(): KeyListeners {
  const everyListener = new Set<() => void>();
  const byKey = new Map<string, Set<() => void>>();
  return {
    keys: () => [...byKey.keys()],
    tell: (keys) => {
      // Copied: a listener that is told may unsubscribe another.
      for (const key of keys) for (const listener of [...(byKey.get(key) ?? [])]) listener();
      for (const listener of [...everyListener]) listener();
    },
    subscribe: (key, listener) => {
      if (key === null) {
        everyListener.add(listener);
        return () => everyListener.delete(listener);
      }
      const listeners = byKey.get(key) ?? new Set();
      byKey.set(key, listeners);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byKey.get(key) === listeners) byKey.delete(key);
      };
    },
  };
}
