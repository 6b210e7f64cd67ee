/**
 * Where the tab keeps what was typed into a page of the build, over a reload: the page's path, a question mark, and the
 * fields by their ids as the query of an address. Not named as what the app keeps, which would hide the page of the build.
 */
export const EARLY_INPUT_KEY = 'early-input';

/** Where the tab keeps the first scripts that it has reloaded from, since they were gone; one after the other. */
export const EARLY_RELOADS_KEY = 'early-reloads';

export { SWITCHED_KEY } from '../shell/language-switch.tsx';

/** What happened on a page of the build before the app was there. */
export interface EarlyInput {
  /** What was typed into, chosen or checked, the latest last. */
  readonly controls: ReadonlySet<EventTarget>;
  /** The latest button or link that was pressed; what it does needs the app. */
  pressed: HTMLElement | null;
  /** Notes nothing more, and takes what is kept out of the tab. */
  readonly stop: () => void;
}

declare global {
  interface Window {
    /** Only on a page of the build that the app may take over. */
    earlyInput?: EarlyInput;
  }
}

/**
 * Stands in the page itself and runs before its first element: notes what is typed and pressed until the app arrives, and
 * fetches the app's scripts again when a connection breaks off under them, since what is typed lives by this page alone.
 * Where a newer version has replaced them it reloads the page, once for each version and only if nothing typed is lost.
 * Uses nothing from outside of it, since the build writes it into the page as it is.
 *
 * A browser does not put the fields of a page back that is loaded again. So the tab keeps under keptAs what a page of the
 * form holds whenever it is left or hidden, and the same page takes it out again and puts it back. Never passwords, and
 * of the cards, which have no #main, only while their language changes; a date that is begun cannot be read.
 *
 * Where the tab or the history holds something of ours, the page of the build is hidden instead, and the app draws its
 * own: what a browser restores there may be another person's, and what belongs there is in the tab's storage.
 */
export function recordEarlyInput(keptAs: string, reloadsKeptAs: string, switchedAs: string): void {
  const page = document.documentElement;
  let isSwitching = false;
  let hasSwitched = false;
  // Where this page is hidden nothing can be typed.
  let keepAll = () => true;
  const followUpdate = async (script: string) => {
    const newest = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    const html = newest.ok ? await newest.text() : '';
    if (!html.includes('/assets/') || html.includes(script)) return;
    if (!keepAll()) {
      const note = document.getElementById('early-lost');
      const words = note?.dataset.outdated ?? '';
      // The same words again would be read out again at each try.
      if (note && note.textContent !== words) note.textContent = words;
      return;
    }
    const reloads = sessionStorage.getItem(reloadsKeptAs) ?? '';
    if (reloads.includes(script)) return;
    sessionStorage.setItem(reloadsKeptAs, `${reloads} ${script}`);
    location.reload();
  };
  const fetchAgain = ({ target }: Event) => {
    // An extension or a filter adds scripts of its own, which the policy refuses.
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    document.getElementById('early-lost')?.removeAttribute('hidden');
    const wait = Number(target.dataset.wait ?? 3000);
    const retry = () => {
      clearTimeout(timer);
      removeEventListener('online', retry);
      const again = document.createElement('script');
      for (const { name, value } of target.attributes) again.setAttribute(name, value);
      again.dataset.wait = String(Math.min(2 * wait, 60_000));
      target.replaceWith(again);
    };
    const timer = setTimeout(retry, wait);
    addEventListener('online', retry);
    // The last one is the app's own; the others are the same in many versions.
    if (target !== [...document.querySelectorAll('script[type=module]')].at(-1)) return;
    // Without a connection nothing can be known.
    followUpdate(target.getAttribute('src') ?? '').catch(() => {});
  };
  addEventListener('error', fetchAgain, true);
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
  const takeOutPast = () => {
    for (const term of before()?.querySelectorAll<HTMLElement>('[data-closes]') ?? []) {
      if (Number(term.dataset.closes) < Date.now()) term.remove();
    }
  };
  document.addEventListener('readystatechange', takeOutPast);
  // Its place stays, so that nothing moves while somebody types.
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
  const hold = (event: MouseEvent) => {
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
  // The page of the build itself holds nothing, and has nothing checked.
  const read = (field: Element | null) => {
    if (field instanceof HTMLSelectElement) return field.selectedIndex > 0 ? field.value : '';
    if (field instanceof HTMLTextAreaElement) return field.value;
    if (!(field instanceof HTMLInputElement)) return '';
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked ? 'on' : '';
    return field.value;
  };
  const give = (field: Element, value: string) => {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
      const group = `input[type=radio][name="${CSS.escape(field.name)}"]:checked`;
      field.checked = field.type === 'checkbox' || !document.querySelector(group);
    } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
    else if (field instanceof HTMLSelectElement) {
      field.value = value;
      if (field.selectedIndex < 0) field.selectedIndex = 0;
    }
  };
  const putBack = () => {
    if (hasSwitched) document.querySelector<HTMLElement>('#root a[hreflang]')?.focus({ preventScroll: true });
    hasSwitched = false;
    const newer = [...controls];
    for (const [id, value] of [...kept]) {
      const field = document.getElementById(id);
      // Not parsed yet.
      if (!field) continue;
      kept.delete(id);
      if (read(field) || controls.has(field)) continue;
      give(field, value);
      controls.add(field);
    }
    for (const control of newer) note({ target: control });
  };
  const keep = () => {
    putBack();
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
      // Blocked or full: then it lives by this page alone.
      return false;
    }
  };
  // A reloaded page keeps its scroll position; a page reached by a link begins at its top.
  const switchTo = ({ href }: HTMLAnchorElement) => {
    isSwitching = true;
    try {
      sessionStorage.setItem(switchedAs, String(scrollY));
    } catch {
      // Then the focus is not kept.
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
      removeEventListener('click', hold, true);
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keepHidden);
      try {
        sessionStorage.removeItem(keptAs);
      } catch {
        // Nothing is kept there.
      }
    },
  };
  addEventListener('input', note, true);
  addEventListener('change', note, true);
  addEventListener('click', hold, true);
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', keepHidden);
  // First when the page is parsed: the event that says so by its name waits for the app's scripts.
  document.addEventListener('readystatechange', putBack);
  window.earlyInput = early;
}
