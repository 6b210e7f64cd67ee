/** A tab's sessionStorage, which survives a reload. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A storage of the browser, or null where it is blocked. */
export function storageOf(name: 'sessionStorage' | 'localStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** The result of an access to the storage; undefined where there is none, or where it is blocked or full. */
export function withStorage<S, T>(storage: S | null, access: (storage: S) => T): T | undefined {
  try {
    return storage ? access(storage) : undefined;
  } catch {
    return undefined;
  }
}

/** One entry of a storage. read() returns undefined where the storage is blocked; write(null) removes the entry. */
export const storedText = (storage: TabStorage | null, key: string) => ({
  read: () => withStorage(storage, (from) => from.getItem(key)),
  write: (text: string | null) =>
    withStorage(storage, (to) => (text === null ? to.removeItem(key) : to.setItem(key, text))),
});
