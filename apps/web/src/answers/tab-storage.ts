/** A tab's sessionStorage, which survives a reload. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The entry of a tab's running uploads, which is all that a reload leaves of them. */
export const RUNNING_UPLOADS_KEY = 'firstyear.running-uploads';

/** The entry of a submission that is under way: its applicant. Without our usual prefix, which would hide the prerendered page. */
export const SUBMITTING_KEY = 'submitting';

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
