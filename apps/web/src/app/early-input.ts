/** What happened on a page of the build before the app was there. */
export interface EarlyInput {
  /** What was typed into, chosen or checked, the latest last. */
  readonly controls: ReadonlySet<EventTarget>;
  /** The latest button or link that was pressed; what it does needs the app. */
  pressed: HTMLElement | null;
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
 * Uses nothing from outside of it, since the build writes it into the page as it is.
 *
 * Where the tab or the history holds something of ours, the page of the build is hidden instead, and the app draws its
 * own: what a browser restores there may be another person's, and what belongs there is in the tab's storage.
 */
export function recordEarlyInput(): void {
  const page = document.documentElement;
  const fetchAgain = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement)) return;
    document.getElementById('early-lost')?.removeAttribute('hidden');
    const retry = () => {
      clearTimeout(timer);
      removeEventListener('online', retry);
      const again = document.createElement('script');
      for (const { name, value } of target.attributes) again.setAttribute(name, value);
      target.replaceWith(again);
    };
    const timer = setTimeout(retry, 3000);
    addEventListener('online', retry);
  };
  addEventListener('error', fetchAgain, true);
  let isKnown = history.state !== null;
  try {
    isKnown ||= Object.keys(sessionStorage).some((key) => key.startsWith('firstyear.'));
  } catch {
    // A browser that blocks the storage keeps nothing there.
  }
  if (isKnown) {
    page.dataset.app = 'draws';
    return;
  }
  const controls = new Set<EventTarget>();
  const note = ({ target }: Event) => {
    if (!target) return;
    controls.delete(target);
    controls.add(target);
  };
  const hold = (event: MouseEvent) => {
    const { target } = event;
    const pressed = target instanceof Element ? target.closest('#root button, #root a[href^="/"]') : null;
    if (!(pressed instanceof HTMLElement)) return;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.pressed = pressed;
    document.getElementById('early-wait')?.removeAttribute('hidden');
  };
  const early: EarlyInput = {
    controls,
    pressed: null,
    stop: () => {
      removeEventListener('input', note, true);
      removeEventListener('change', note, true);
      removeEventListener('click', hold, true);
    },
  };
  addEventListener('input', note, true);
  addEventListener('change', note, true);
  addEventListener('click', hold, true);
  window.earlyInput = early;
}
