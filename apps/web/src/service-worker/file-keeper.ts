import { isServerPath, PARAMETERS } from '@firstyear/api-contract/addresses';

/** The files of the build that a page needs to start without a connection. */
export interface KeptFiles {
  /** The version of exactly these files. */
  readonly version: string;
  /** The address of the plain page, which shows nobody's answers. */
  readonly page: string;
  readonly files: readonly string[];
}

interface FileKeeperParts {
  readonly kept: KeptFiles;
  readonly origin: string;
  readonly caches: CacheStorage;
  readonly fetch: (request: Request | string) => Promise<Response>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

export const CACHE_PREFIX = 'firstyear-files-';

/** After this long without a response a page starts from the kept files. */
const NETWORK_WAIT_MS = 5000;

/** A page's own files, whose names change with their content. */
const HASHED = '/assets/';
const HASHED_REFERENCE = /"(\/assets\/[^"]+)"/g;

export async function cachesOfFiles(caches: CacheStorage): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
}

/**
 * Keeps the files of a list from the build, fetched once for each version. No response to a page's request is ever put into
 * a cache, so none can hold personal data.
 */
export function createFileKeeper({ kept, origin, caches, fetch, wait }: FileKeeperParts) {
  const name = `${CACHE_PREFIX}${kept.version}`;

  const fetchWhole = async (file: string): Promise<readonly [string, Response]> => {
    const response = await fetch(file);
    if (!response.ok || response.redirected) throw new Error(`${file} cannot be kept: ${response.status}.`);
    return [file, response];
  };

  /** The server may have a newer version than this script already, whose page names files that are not kept. */
  const checkPage = async (page: Response) => {
    const referenced = [...(await page.text()).matchAll(HASHED_REFERENCE)].map(([, file = '']) => file);
    if (referenced.length === 0 || referenced.some((file) => !kept.files.includes(file))) {
      throw new Error('The page belongs to another version.');
    }
  };

  const findKept = async (file: string) => caches.match(file, { ignoreVary: true });

  const respondWithPage = async (request: Request): Promise<Response> => {
    const fromNetwork = fetch(request);
    const late = wait(NETWORK_WAIT_MS).then(() => undefined);
    const inTime = await Promise.race([fromNetwork.catch(() => undefined), late]);
    if (inTime) return inTime;
    const cache = await caches.open(name);
    return (await cache.match(kept.page, { ignoreVary: true })) ?? fromNetwork;
  };

  return {
    /** Fetches and keeps the files of this version, all or none. Rejects when one cannot be fetched. */
    keep: async () => {
      const [page, ...files] = await Promise.all([kept.page, ...kept.files].map(fetchWhole));
      if (!page) return;
      await checkPage(page[1].clone());
      const cache = await caches.open(name);
      await Promise.all([page, ...files].map(([file, response]) => cache.put(file, response)));
    },
    /** Deletes old files: all but this version and the previous one, whose pages may still be open. */
    tidy: async () => {
      const others = (await cachesOfFiles(caches)).filter((file) => file !== name);
      await Promise.all(others.slice(0, -1).map((other) => caches.delete(other)));
    },
    /** The response to a page's request; null: the browser fetches it. */
    respond: (request: Request): Promise<Response> | null => {
      const { origin: from, pathname, searchParams } = new URL(request.url);
      if (request.method !== 'GET' || from !== origin || isServerPath(pathname)) return null;
      if (request.mode === 'navigate')
        return searchParams.has(PARAMETERS.serviceToken) ? null : respondWithPage(request);
      if (pathname.startsWith(HASHED)) return findKept(pathname).then((found) => found ?? fetch(request));
      if (!kept.files.includes(pathname)) return null;
      return fetch(request).catch(async (error: unknown) => {
        const found = await findKept(pathname);
        if (!found) throw error;
        return found;
      });
    },
  };
}

/** An event that lasts until the work given to it is done. */
interface LastingEvent {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends LastingEvent {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
}

/** The parts of a service worker's global scope that we use (https://www.w3.org/TR/service-workers/#serviceworkerglobalscope). */
export interface ServiceWorkerScope {
  readonly location: { readonly origin: string };
  readonly caches: CacheStorage;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  readonly registration: { readonly unregister: () => Promise<boolean> };
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}
