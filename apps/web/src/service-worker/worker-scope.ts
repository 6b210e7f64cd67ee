/** An event that lasts until the work given to it is done. */
interface LastingEvent {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends LastingEvent {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
}

/** What of a service worker's global scope is used (https://www.w3.org/TR/service-workers/#serviceworkerglobalscope). */
export interface ServiceWorkerScope {
  readonly location: { readonly origin: string };
  readonly caches: CacheStorage;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  readonly registration: { readonly unregister: () => Promise<boolean> };
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}
