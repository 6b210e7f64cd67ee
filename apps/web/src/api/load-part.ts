import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** What is needed to find out whether the product was replaced by a newer version since this page was loaded. */
export interface PageVersion {
  /** The address of the app's own script, with which this page began; null: not known. */
  readonly entry: string | null;
  /** The page as the server gives it now. Rejects when it cannot be had. */
  readonly fetchPage: () => Promise<string>;
  readonly reload: () => void;
  /** Resolves when another try may help. */
  readonly waitForConnection: () => Promise<void>;
  /** Survives the reload. null where the browser blocks it: then what is typed would not survive either. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | null;
}

/**
 * The entry script that this tab has reloaded from. Not named as what the app keeps, which would hide the page of the
 * build that comes then, and with it what was typed before.
 */
export const RELOADED_FROM_KEY = 'reloaded-from';

/** Whether a reload helps that has not been tried yet and loses nothing. */
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

/** How often a part is requested that fails although the server can be reached: a bad line loses single requests. */
const MAX_TRIES = 3;

/**
 * Makes what fetches parts of the app when they are needed. A part that is gone because a newer version has replaced it
 * reloads the page, once: answers that are not saved yet wait in the tab's storage. Without a connection it waits for it.
 * Any other failure is thrown when it comes again.
 */
export function createPartLoader(version: PageVersion): <T>(load: () => Promise<T>) => Promise<T> {
  return async (load) => {
    for (let tries = 1; ; ) {
      try {
        return await load();
      } catch (error) {
        const page = await version.fetchPage().catch(() => null);
        if (page === null) {
          await version.waitForConnection();
          continue;
        }
        if (mayReload(version, page)) {
          version.reload();
          // The page is on its way out; nothing is drawn any more.
          return new Promise(() => {});
        }
        if (tries === MAX_TRIES) throw error;
        tries += 1;
      }
    }
  };
}

function tabStorage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Milliseconds between two looks for the connection, beside the browser's own word that it is back. */
const RETRY_MS = 3000;
let waiting = 0;
const listeners = new Set<() => void>();

function countWaiting(change: 1 | -1): void {
  waiting += change;
  for (const listener of listeners) listener();
}

/** Resolves when the browser says that it is connected again, and after a moment in any case. */
export function waitForConnection(moment = RETRY_MS): Promise<void> {
  return new Promise((resolve) => {
    const retry = () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
      resolve();
    };
    const timer = setTimeout(retry, moment);
    window.addEventListener('online', retry);
  });
}

/** Whether a part of the app waits for the connection. */
export const isWaitingForConnection = () => waiting > 0;

/** Runs listener when that changes. Returns how to stop. */
export function subscribeToWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Fetches a part of the app when it is needed. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let hasWaited = false;
  const loadHere = createPartLoader({
    // The last one is the app's own, which names all others; the framework's is the same in many versions.
    get entry() {
      return [...document.querySelectorAll('script[type="module"][src]')].at(-1)?.getAttribute('src') ?? null;
    },
    fetchPage: async () => {
      const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
      if (!page.ok) throw new Error('The server cannot deliver the page right now.');
      return page.text();
    },
    reload: () => window.location.reload(),
    waitForConnection: () => {
      if (!hasWaited) countWaiting(1);
      hasWaited = true;
      return waitForConnection();
    },
    storage: tabStorage(),
  });
  try {
    return await loadHere(load);
  } finally {
    if (hasWaited) countWaiting(-1);
  }
}

/** A component that is fetched when it is first drawn. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<{ readonly [N in Name]: ComponentType<Props> }>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await loadPart(load))[name] }));
}
