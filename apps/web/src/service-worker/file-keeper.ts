import { isServerPath, PARAMETERS } from '@firstyear/api-contract/addresses';

/** What the build has made that a page needs to start without a connection. */
export interface KeptFiles {
  /** Of exactly these files: another one with each build that changes any of them. */
  readonly version: string;
  /** The plain page, which shows nobody's answers. */
  readonly page: string;
  /** Every other file, by address. */
  readonly files: readonly string[];
}

export interface FileKeeperParts {
  readonly kept: KeptFiles;
  readonly origin: string;
  readonly caches: CacheStorage;
  readonly fetch: (request: Request | string) => Promise<Response>;
  /** Resolves after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

export interface FileKeeper {
  /** Fetches and keeps the files of this version, all or none. Rejects when one cannot be had. */
  readonly keep: () => Promise<void>;
  /** Deletes what no page needs any more: all but this version and the one before, whose pages may still stand open. */
  readonly tidy: () => Promise<void>;
  /** The response to a page's request; null: not ours, the browser fetches it as if we were not there. */
  readonly respond: (request: Request) => Promise<Response> | null;
}

/** What the name of each of our caches begins with. */
export const CACHE_PREFIX = 'firstyear-files-';

/** After this long without a response a page is started from what is kept. */
const NETWORK_WAIT_MS = 5000;

/** A page's own files, whose names change with their content. */
const HASHED = '/assets/';
const HASHED_REFERENCE = /"(\/assets\/[^"]+)"/g;

export async function cachesOfFiles(caches: CacheStorage): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
}

/**
 * Keeps the files that the build has made, and nothing else: what is kept is a list from the build, fetched once when
 * the version is new. No response to a page's request is ever put into a cache, so none can hold anything of a person.
 */
export function createFileKeeper({ kept, origin, caches, fetch, wait }: FileKeeperParts): FileKeeper {
  const name = `${CACHE_PREFIX}${kept.version}`;

  const fetchWhole = async (file: string): Promise<readonly [string, Response]> => {
    const response = await fetch(file);
    if (!response.ok || response.redirected) throw new Error(`${file} cannot be kept: ${response.status}.`);
    return [file, response];
  };

  /** The server may be at another version than this script already: its page would name files that are not kept. */
  const checkPage = async (page: Response) => {
    const named = [...(await page.text()).matchAll(HASHED_REFERENCE)].map(([, file = '']) => file);
    if (named.length === 0 || named.some((file) => !kept.files.includes(file))) {
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
    keep: async () => {
      const [page, ...files] = await Promise.all([kept.page, ...kept.files].map(fetchWhole));
      if (!page) return;
      await checkPage(page[1].clone());
      const cache = await caches.open(name);
      await Promise.all([page, ...files].map(([file, response]) => cache.put(file, response)));
    },
    tidy: async () => {
      const others = (await cachesOfFiles(caches)).filter((file) => file !== name);
      await Promise.all(others.slice(0, -1).map((other) => caches.delete(other)));
    },
    respond: (request) => {
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
