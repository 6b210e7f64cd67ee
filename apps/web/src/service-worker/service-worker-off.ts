import { cachesOfFiles, type ServiceWorkerScope } from './file-keeper.ts';

declare const self: ServiceWorkerScope;

/** Replaces a service worker that has been turned off: deletes its files and unregisters. */
async function leave(): Promise<void> {
  const { caches } = self;
  await Promise.all((await cachesOfFiles(caches)).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));
