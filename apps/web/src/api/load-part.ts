/** What is needed to find out whether the product was replaced by a newer version since this page was loaded. */
export interface PageVersion {
  /** The address of the script this page began with; null: not known. */
  readonly entry: string | null;
  /** The page as the server gives it now. Rejects when it cannot be had. */
  readonly fetchPage: () => Promise<string>;
  readonly reload: () => void;
  /** Survives the reload. null where the browser blocks it: then what is typed would not survive either. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | null;
}

/** The entry script that this tab has reloaded from. */
export const RELOADED_FROM_KEY = 'firstyear.reloaded-from';

/** Whether the page was replaced, and a reload that loses nothing has not been tried yet. */
async function mayReload({ entry, fetchPage, storage }: PageVersion): Promise<boolean> {
  try {
    if (entry === null || !storage || storage.getItem(RELOADED_FROM_KEY) === entry) return false;
    if ((await fetchPage()).includes(entry)) return false;
    storage.setItem(RELOADED_FROM_KEY, entry);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes what fetches parts of the app when they are needed. A part that is gone because a newer version has replaced it
 * reloads the page, once: answers that are not saved yet wait in the tab's storage. Any other failure is thrown.
 */
export function createPartLoader(version: PageVersion): <T>(load: () => Promise<T>) => Promise<T> {
  return async (load) => {
    try {
      return await load();
    } catch (error) {
      if (!(await mayReload(version))) throw error;
      version.reload();
      // The page is on its way out; nothing is drawn any more.
      return new Promise(() => {});
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

/** Fetches a part of the app when it is needed. */
export function loadPart<T>(load: () => Promise<T>): Promise<T> {
  return createPartLoader({
    entry: document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null,
    fetchPage: async () => {
      const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
      if (!page.ok) throw new Error('The server cannot deliver the page right now.');
      return page.text();
    },
    reload: () => window.location.reload(),
    storage: tabStorage(),
  })(load);
}
