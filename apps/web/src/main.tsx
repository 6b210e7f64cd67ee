import { PARAMETERS, SERVICE_WORKER_PATH } from '@firstyear/api-contract/addresses';
import { LANGUAGE_COOKIE } from '@firstyear/api-contract/cookies';
import { indexForm } from '@firstyear/form-engine';
import { formKinds } from '@firstyear/words/form-kinds';
import { definition } from '@partner/form.ts';
import '@firstyear/ui/tokens.css';
import '@firstyear/ui/fonts.css';
import '@firstyear/ui/global.css';
import { site } from '@partner/site.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { AppProviders } from './app/app-providers.tsx';
import { createAppServices } from './app/create-app-services.ts';
import type { EarlyInput } from './app/early-input.ts';
import { createPages, fetchPage, Router } from './app/router.tsx';
import { beginTakeOver } from './app/take-over.ts';
import { plainPath } from './location.tsx';
import { PAGE_LANGUAGE } from './page-language.ts';

const LOADING_PAGE_AFTER_MS = 500;

/** Resolves when the page is parsed, at once if this script had to be fetched again. */
const parsed = new Promise<unknown>((resolve) => {
  if (document.readyState === 'complete') resolve(undefined);
  document.addEventListener('DOMContentLoaded', resolve, { once: true });
  window.addEventListener('load', resolve, { once: true });
});

/** The longest wait for the browser to be idle. */
const REST_WITHIN_MS = 1000;

/** Runs act once the browser is idle; after so many milliseconds in Safari, which doesn't say. */
function whenIdle(act: () => void, ms: number, options?: IdleRequestOptions): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, options);
  else setTimeout(act, ms);
}

/**
 * Resolves when the browser has restored the fields of the page. After Back or a reload it does so in a task of its own,
 * without an event; once the browser is idle, that task is done.
 */
async function waitForRestoredFields(): Promise<void> {
  await parsed;
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate') return;
  await new Promise<void>((resolve) => whenIdle(resolve, 0, { timeout: REST_WITHIN_MS }));
}

/** Removes the language from the address, since a cookie has it now; where cookies are blocked the address keeps it. */
function leaveLanguageOut(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(PARAMETERS.language) || !document.cookie.includes(`${LANGUAGE_COOKIE}=`)) return;
  url.searchParams.delete(PARAMETERS.language);
  window.history.replaceState(window.history.state, '', url);
}

leaveLanguageOut();
const form = indexForm(definition, formKinds.in(PAGE_LANGUAGE));
const pages = createPages(form, async () => (await import('@partner/partner.ts')).partner);
const services = createAppServices(site, form);
services.session.followBack();
services.followElsewhere();

function app(onArrive?: () => void) {
  return (
    <AppProviders services={services}>
      <Router pages={pages} navigator={services.navigator} flowError={services.flowError} onArrive={onArrive} />
    </AppProviders>
  );
}

/** Removes the elements of a prerendered page: its styles come as files now, with the fonts. */
function leaveEarlyPage(): void {
  for (const id of ['early-wait', 'early-lost', 'early-loading']) document.getElementById(id)?.remove();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]')) {
    link.disabled = false;
  }
}

function draw(root: HTMLElement): void {
  const { dataset, style } = document.documentElement;
  root.replaceChildren();
  delete dataset.app;
  style.setProperty('--primary', site.theme.primary);
  style.setProperty('--accent', site.theme.accent);
  leaveEarlyPage();
  // In a transition, React waits for short loads without showing the loading page.
  startTransition(() => createRoot(root).render(app()));
}

/**
 * React hydrates a Suspense boundary in pieces of 5 ms while the browser is idle; a key or a touch inside makes it hydrate
 * the whole at once. So does this event, which nothing listens to.
 */
function hydrateWhole(root: HTMLElement): void {
  root.querySelector('h1')?.dispatchEvent(new Event('keyup', { bubbles: true }));
}

function hydrate(root: HTMLElement, early: EarlyInput): void {
  const endTakeOver = beginTakeOver(root, early);
  const element = app(() =>
    // Not while React renders: each answer is drawn before the next one is taken.
    queueMicrotask(() => {
      endTakeOver();
      leaveEarlyPage();
      void services.prepareCalls();
    }),
  );
  const { year } = root.dataset;
  // In another year than the build the lists of years differ, which React must not report as a mismatch.
  if (year && year !== services.answers.moment().today.slice(0, 4)) createRoot(root).render(element);
  else hydrateRoot(root, element);
  hydrateWhole(root);
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  const early = services.snapshot.get().is_logged_in ? undefined : window.earlyInput;
  if (!early) window.earlyInput?.stop();
  const { page } = root.dataset;
  // Unknown addresses get a prerendered page too.
  const { pathname, search, hash } = window.location;
  if (early && page !== undefined && plainPath(pathname) !== page) {
    window.history.replaceState(null, '', `${page}${search}${hash}`);
  }
  const arrival = fetchPage(pages, window.location.pathname);
  if (early) {
    await Promise.all([arrival, waitForRestoredFields()]);
    hydrate(root, early);
    return;
  }
  // The scripts of the first page come with this one; if they are late, the loading page shows.
  const moment = new Promise<void>((resolve) => setTimeout(resolve, LOADING_PAGE_AFTER_MS));
  await Promise.race([arrival, moment]);
  draw(root);
}

/**
 * Lets the browser keep the app's files, so that a page loads without a connection. Runs once the browser is idle, and again
 * after each login, since a logout has deleted everything. Optional: a browser may not support it.
 */
function registerServiceWorker({ snapshot }: typeof services): void {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  if (!workers) return;
  const register = () => void workers.register(SERVICE_WORKER_PATH).catch(() => {});
  const registerLater = () => whenIdle(register, 1000);
  let wasLoggedIn = snapshot.get().is_logged_in;
  snapshot.subscribe(() => {
    const { is_logged_in } = snapshot.get();
    if (is_logged_in && !wasLoggedIn) registerLater();
    wasLoggedIn = is_logged_in;
  });
  if (document.readyState === 'complete') registerLater();
  else window.addEventListener('load', registerLater, { once: true });
}

void start().then(() => registerServiceWorker(services));
