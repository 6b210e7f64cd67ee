import type { retryDelay as RetryDelay } from '@firstyear/api-client/retry';

/**
 * The tab's entry for text typed into a prerendered page, over a reload: the page's path, a question mark, and the fields by
 * their ids as a query. Without our usual prefix, which would hide the prerendered page.
 */
export const EARLY_INPUT_KEY = 'early-input';

/** The tab's entry for the entry scripts that it has reloaded from, since they were gone. */
export const EARLY_RELOADS_KEY = 'early-reloads';

export { SWITCHED_KEY } from '../answers/tab-storage.ts';

/** The input on a prerendered page before the app has started. */
export interface EarlyInput {
  /** The changed controls, the latest last. */
  readonly controls: ReadonlySet<EventTarget>;
  /** The latest pressed button or link, which needs the app. */
  pressed: HTMLElement | null;
  /** Stops recording, and removes the tab's entry. */
  readonly stop: () => void;
}

declare global {
  interface Window {
    /** Only on a prerendered page that the app may hydrate. */
    earlyInput?: EarlyInput;
  }
}

/**
 * Runs in the page itself, before its first element: records input until the app has started, and refetches the app's
 * scripts when the connection breaks, since only this page holds what was typed. Where a newer version has replaced the
 * scripts, reloads the page, once for each version and only if no input is lost. The build writes this function into the
 * page, so it uses nothing from outside, and gets retryDelay() as a value.
 *
 * A browser does not restore the fields of a reloaded page. So the tab keeps the fields of a form page under keptAs whenever
 * the page is left or hidden, and the same page restores them. Never passwords; of the cards, which have no #main, only
 * while their language changes; an incomplete date cannot be read.
 *
 * Where the tab or the history has an entry of ours, the prerendered page is hidden, and the app draws its own: the browser
 * may restore another person's input there, and the right answers are in the tab's storage.
 */
export function recordEarlyInput(
  keptAs: string,
  reloadsKeptAs: string,
  switchedAs: string,
  retryDelay: typeof RetryDelay,
): void {
  const page = document.documentElement;
  let isSwitching = false;
  let hasSwitched = false;
  // Nothing can be typed into a hidden page.
  let keepAll = () => true;
  const followUpdate = async (script: string) => {
    const newest = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    const html = newest.ok ? await newest.text() : '';
    if (!html.includes('/assets/') || html.includes(script)) return;
    if (!keepAll()) {
      const note = document.getElementById('early-lost');
      const words = note?.dataset.outdated ?? '';
      // Setting the same words would have them read out at each retry.
      if (note && note.textContent !== words) note.textContent = words;
      return;
    }
    const reloads = sessionStorage.getItem(reloadsKeptAs) ?? '';
    if (reloads.includes(script)) return;
    sessionStorage.setItem(reloadsKeptAs, `${reloads} ${script}`);
    location.reload();
  };
  const retryScript = ({ target }: Event) => {
    // Browser extensions add scripts of their own, which the policy refuses.
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    document.getElementById('early-lost')?.removeAttribute('hidden');
    const failures = Number(target.dataset.failures ?? 0);
    const retry = () => {
      clearTimeout(timer);
      removeEventListener('online', retry);
      const again = document.createElement('script');
      for (const { name, value } of target.attributes) again.setAttribute(name, value);
      again.dataset.failures = String(failures + 1);
      target.replaceWith(again);
    };
    const timer = setTimeout(retry, retryDelay(failures));
    addEventListener('online', retry);
    // The last script is the entry; the others are the same in many versions.
    if (target !== [...document.querySelectorAll('script[type=module]')].at(-1)) return;
    // Fails without a connection.
    followUpdate(target.getAttribute('src') ?? '').catch(() => {});
  };
  addEventListener('error', retryScript, true);
  let isKnown = history.state !== null;
  let kept = new URLSearchParams();
  try {
    const [path, fields] = sessionStorage.getItem(keptAs)?.split('?') ?? [];
    if (path === location.pathname) kept = new URLSearchParams(fields);
    sessionStorage.removeItem(keptAs);
    hasSwitched = sessionStorage.getItem(switchedAs) !== null;
    isKnown ||= Object.keys(sessionStorage).some((key) => key.startsWith('firstyear.'));
  } catch {
    // A browser that blocks the storage keeps nothing there.
  }
  const before = () => document.getElementById('before');
  const removePastTerms = () => {
    for (const term of before()?.querySelectorAll<HTMLElement>('[data-closes]') ?? []) {
      if (Number(term.dataset.closes) < Date.now()) term.remove();
    }
  };
  document.addEventListener('readystatechange', removePastTerms);
  // Its space stays, so that nothing moves while somebody types.
  addEventListener('input', () => before()?.setAttribute('data-gone', ''), { capture: true, once: true });
  if (isKnown) {
    page.dataset.app = 'draws';
    return;
  }
  const controls = new Set<EventTarget>();
  const note = ({ target }: Pick<Event, 'target'>) => {
    if (!target) return;
    controls.delete(target);
    controls.add(target);
  };
  const holdPress = (event: MouseEvent) => {
    const { target } = event;
    const pressed =
      target instanceof Element ? target.closest('#root button, #root a:is([href^="/"],[hreflang])') : null;
    if (!(pressed instanceof HTMLElement)) return;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (pressed instanceof HTMLAnchorElement && pressed.hreflang) {
      switchTo(pressed);
      return;
    }
    early.pressed = pressed;
    document.getElementById('early-wait')?.removeAttribute('hidden');
  };
  // All fields of a prerendered page are empty and unchecked.
  const read = (field: Element | null) => {
    if (field instanceof HTMLSelectElement) return field.selectedIndex > 0 ? field.value : '';
    if (field instanceof HTMLTextAreaElement) return field.value;
    if (!(field instanceof HTMLInputElement)) return '';
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked ? 'on' : '';
    return field.value;
  };
  const fill = (field: Element, value: string) => {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
      const group = `input[type=radio][name="${CSS.escape(field.name)}"]:checked`;
      field.checked = field.type === 'checkbox' || !document.querySelector(group);
    } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
    else if (field instanceof HTMLSelectElement) {
      field.value = value;
      if (field.selectedIndex < 0) field.selectedIndex = 0;
    }
  };
  const restoreFields = () => {
    if (hasSwitched) document.querySelector<HTMLElement>('#root a[hreflang]')?.focus({ preventScroll: true });
    hasSwitched = false;
    const newer = [...controls];
    for (const [id, value] of [...kept]) {
      const field = document.getElementById(id);
      // Not parsed yet.
      if (!field) continue;
      kept.delete(id);
      if (read(field) || controls.has(field)) continue;
      fill(field, value);
      controls.add(field);
    }
    for (const control of newer) note({ target: control });
  };
  const keep = () => {
    restoreFields();
    const order: readonly EventTarget[] = [...controls];
    const main = isSwitching ? 'main' : '#main';
    const fields = [...document.querySelectorAll(`${main} :is(input:not([type=password]), select, textarea)`)];
    const held = new URLSearchParams(kept);
    for (const field of fields.sort((a, b) => order.indexOf(a) - order.indexOf(b))) {
      if (read(field)) held.append(field.id, read(field));
    }
    try {
      if (`${held}`) sessionStorage.setItem(keptAs, `${location.pathname}?${held}`);
      else sessionStorage.removeItem(keptAs);
      return true;
    } catch {
      // Blocked or full: only this page holds the input.
      return false;
    }
  };
  // A reloaded page keeps its scroll position; a page reached by a link begins at its top.
  const switchTo = ({ href }: HTMLAnchorElement) => {
    isSwitching = true;
    try {
      sessionStorage.setItem(switchedAs, String(scrollY));
    } catch {
      // The focus is lost.
    }
    history.replaceState(null, '', href);
    location.reload();
  };
  const isKeptNowhere = (field: HTMLInputElement) =>
    field.validity.badInput || (controls.has(field) && !field.closest('#main') && read(field) !== '');
  keepAll = () => ![...document.querySelectorAll('input')].some(isKeptNowhere) && keep();
  const keepHidden = () => {
    if (document.visibilityState === 'hidden') keep();
  };
  const early: EarlyInput = {
    controls,
    pressed: null,
    stop: () => {
      removeEventListener('input', note, true);
      removeEventListener('change', note, true);
      removeEventListener('click', holdPress, true);
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keepHidden);
      try {
        sessionStorage.removeItem(keptAs);
      } catch {
        // There is no entry.
      }
    },
  };
  addEventListener('input', note, true);
  addEventListener('change', note, true);
  addEventListener('click', holdPress, true);
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', keepHidden);
  // Runs first when the page is parsed: DOMContentLoaded waits for the app's scripts.
  document.addEventListener('readystatechange', restoreFields);
  window.earlyInput = early;
}
