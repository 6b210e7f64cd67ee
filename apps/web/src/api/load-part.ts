import { retry, retryDelay } from '@firstyear/api-client/retry';
import { createValue } from '@firstyear/ui/hooks.ts';
import { storageOf } from '@firstyear/ui/storage.ts';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Everything needed to find out whether the server has a newer version than this page. */
export interface PageVersion {
  /** The address of this page's entry script; null: not known. */
  readonly entry: string | null;
  /** The server's current page. Rejects when it cannot be fetched. */
  readonly fetchPage: () => Promise<string>;
  readonly reload: () => void;
  readonly waitForConnection: (milliseconds: number) => Promise<void>;
  /** Survives the reload. null where the browser blocks it, so that typed answers would not survive either. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | null;
}

/** The entry script that this tab has reloaded from. Without our usual prefix, which would hide the prerendered page. */
export const RELOADED_FROM_KEY = 'reloaded-from';

/** Whether a reload would help, has not been tried yet, and loses nothing. */
function mayReload({ entry, storage }: PageVersion, page: string): boolean {
  try {
    if (entry === null || !storage || storage.getItem(RELOADED_FROM_KEY) === entry || page.includes(entry))
      return false;
    storage.setItem(RELOADED_FROM_KEY, entry);
    return true;
  } catch {
    return false;
  }
}

/** Tries for a part that fails although the server can be reached: a bad connection loses single requests. */
const MAX_TRIES = 3;

/**
 * Loads parts of the app lazily. If a newer version has replaced a part, reloads the page, once: unsaved answers wait in the
 * tab's storage. Without a connection, waits for it. Throws any other failure after MAX_TRIES.
 */
export function createPartLoader(version: PageVersion): <T>(load: () => Promise<T>) => Promise<T> {
  return (load) => {
    let tries = 0;
    return retry(load, async (error, failures) => {
      const page = await version.fetchPage().catch(() => null);
      if (page === null) {
        await version.waitForConnection(retryDelay(failures));
        return;
      }
      if (mayReload(version, page)) {
        version.reload();
        // The page is reloading.
        await new Promise(() => {});
      }
      tries += 1;
      if (tries === MAX_TRIES) throw error;
    });
  };
}

/** The number of parts that wait for the connection. */
export const waitingParts = createValue(0);

/** Resolves when the browser reports a connection, and after so many milliseconds in any case. */
export function waitForConnection(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const retry = () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
      resolve();
    };
    const timer = setTimeout(retry, milliseconds);
    window.addEventListener('online', retry);
  });
}

export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let hasWaited = false;
  const loadHere = createPartLoader({
    // The last script is the entry; the framework's is the same in many versions.
    get entry() {
      return [...document.querySelectorAll('script[type="module"][src]')].at(-1)?.getAttribute('src') ?? null;
    },
    fetchPage: async () => {
      const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
      if (!page.ok) throw new Error('The server cannot deliver the page right now.');
      return page.text();
    },
    reload: () => window.location.reload(),
    waitForConnection: (milliseconds) => {
      if (!hasWaited) waitingParts.set(waitingParts.get() + 1);
      hasWaited = true;
      return waitForConnection(milliseconds);
    },
    storage: storageOf('sessionStorage'),
  });
  try {
    return await loadHere(load);
  } finally {
    if (hasWaited) waitingParts.set(waitingParts.get() - 1);
  }
}

export function lazyPart<Name extends string, Props>(
  load: () => Promise<{ readonly [N in Name]: ComponentType<Props> }>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await loadPart(load))[name] }));
}
