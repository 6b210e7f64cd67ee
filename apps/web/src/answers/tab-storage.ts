/** What a tab keeps over a reload: its sessionStorage. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What is asked of the storage; undefined where there is none, or where it is blocked or full. */
export function askStorage<T>(storage: TabStorage | null, ask: (storage: TabStorage) => T): T | undefined {
  try {
    return storage ? ask(storage) : undefined;
  } catch {
    return undefined;
  }
}
