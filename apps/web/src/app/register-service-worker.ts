import { SERVICE_WORKER_PATH } from '@firstyear/api-contract/addresses';
import type { SnapshotStore } from '../session/snapshot.ts';

/**
 * Lets the browser keep the app's files, so that a page loads without a connection. Once it has nothing else to do: what
 * the page itself needs comes first. Again after each login: a logout has deleted everything. Browsers that cannot, or
 * may not, do without.
 */
export function registerServiceWorker(snapshot: SnapshotStore): void {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  if (!workers) return;
  const register = () => void workers.register(SERVICE_WORKER_PATH).catch(() => {});
  const registerLater = () => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(register);
    else setTimeout(register, 1000);
  };
  let wasLoggedIn = snapshot.get().is_logged_in;
  snapshot.subscribe(() => {
    const { is_logged_in } = snapshot.get();
    if (is_logged_in && !wasLoggedIn) registerLater();
    wasLoggedIn = is_logged_in;
  });
  if (document.readyState === 'complete') registerLater();
  else window.addEventListener('load', registerLater, { once: true });
}
