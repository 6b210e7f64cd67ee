import { useEffect } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select, textarea, summary, [tabindex]';

/** Where an element stands: its ancestors, the innermost first, each with the place of the child that leads there. */
type Place = readonly { readonly parent: Element; readonly index: number }[];

function placeOf(element: Element): Place {
  const place: { parent: Element; index: number }[] = [];
  for (let child = element, parent = child.parentElement; parent; child = parent, parent = child.parentElement) {
    place.push({ parent, index: [...parent.children].indexOf(child) });
  }
  return place;
}

function firstFocusable(element: Element | undefined): HTMLElement | undefined {
  const isIt = element instanceof HTMLElement && element.matches(FOCUSABLE);
  const found = isIt ? element : element?.querySelector<HTMLElement>(FOCUSABLE);
  return found?.checkVisibility() ? found : undefined;
}

/** What took the place of an element that is gone: what stands there now, what follows it, or what came before it. */
function successor(place: Place): HTMLElement | undefined {
  for (const { parent, index } of place) {
    if (!parent.isConnected) continue;
    if (parent.matches('main, :has(main)')) {
      // Another page, or most of one; while it is loading it may have no heading yet.
      const heading = document.querySelector<HTMLElement>('main h1');
      if (heading) heading.tabIndex = -1;
      return heading ?? undefined;
    }
    const children = [...parent.children];
    const near = [...children.slice(index), ...children.slice(0, index).reverse()];
    const found = near.map(firstFocusable).find((item) => item !== undefined);
    if (found) return found;
  }
  return undefined;
}

/** Moves the focus on when a press takes away what had it: a label, a row, a button that has done its work, a whole page. */
export function useKeepFocus(): void {
  useEffect(() => {
    let last: Element | undefined;
    let place: Place = [];
    const note = ({ target }: FocusEvent) => {
      // A dialog gives the focus back by itself, to what had it before.
      if (!(target instanceof Element) || target.closest('dialog')) return;
      last = target;
      place = placeOf(target);
    };
    // A press on the page itself blurs the element: nothing to hand on when it is removed later.
    const leave = () =>
      queueMicrotask(() => {
        if (last?.isConnected && document.activeElement === document.body) last = undefined;
      });
    const keep = () => {
      if (!last || last.isConnected || document.querySelector('dialog[open]')) return;
      if (document.activeElement !== document.body) return;
      const next = successor(place);
      if (!next) return;
      last = undefined;
      next.focus();
    };
    const observer = new MutationObserver(keep);
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', leave);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', leave);
      observer.disconnect();
    };
  }, []);
}
