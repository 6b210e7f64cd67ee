import { createFileKeeper, type KeptFiles, type ServiceWorkerScope } from './file-keeper.ts';

declare const self: ServiceWorkerScope;
declare const KEPT_FILES: KeptFiles;

const keeper = createFileKeeper({
  kept: KEPT_FILES,
  origin: self.location.origin,
  caches: self.caches,
  fetch: (request) => fetch(request),
  wait: (milliseconds) =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    }),
});

// Taking over immediately is safe for open pages: the files of their version are kept too.
self.addEventListener('install', (event) => event.waitUntil(keeper.keep().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(keeper.tidy().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const response = keeper.respond(event.request);
  if (response) event.respondWith(response);
});
