/** What a tab keeps over a reload: its sessionStorage. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The entry of the uploads that run in a tab: of a reload, they are what is left. */
export const RUNNING_UPLOADS_KEY = 'firstyear.running-uploads';

/** A storage of the browser, or null where it is blocked. */
export function storageOf(name: 'sessionStorage' | 'localStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** The result of an access to the storage; undefined where there is none, or where it is blocked or full. */
export function askStorage<S, T>(storage: S | null, ask: (storage: S) => T): T | undefined {
  try {
    return storage ? ask(storage) : undefined;
  } catch {
    return undefined;
  }
}
