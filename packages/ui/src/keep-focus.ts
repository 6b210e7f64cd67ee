import { useEffect } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select, textarea, summary, [tabindex]';

/** The position of an element: its ancestors, innermost first, each with the index of the child on the way to the element. */
type Place = readonly { readonly parent: Element; readonly index: number }[];

function placeOf(element: Element): Place {
  const place: { parent: Element; index: number }[] = [];
  for (let child = element, parent = child.parentElement; parent; child = parent, parent = child.parentElement) {
    place.push({ parent, index: [...parent.children].indexOf(child) });
  }
  return place;
}

function firstFocusable(element: Element | undefined): HTMLElement | undefined {
  const isFocusable = element instanceof HTMLElement && element.matches(FOCUSABLE);
  const focusable = isFocusable ? element : element?.querySelector<HTMLElement>(FOCUSABLE);
  return focusable?.checkVisibility() ? focusable : undefined;
}

/** The element to focus in place of a removed one: its replacement, or else the next or the previous element. */
function findSuccessor(place: Place): HTMLElement | undefined {
  for (const { parent, index } of place) {
    if (!parent.isConnected) continue;
    if (parent.matches('main, :has(main)')) {
      // All or most of the page has changed. While the new one loads, it may have no heading yet.
      const heading = document.querySelector<HTMLElement>('main h1');
      if (heading) heading.tabIndex = -1;
      return heading ?? undefined;
    }
    const children = [...parent.children];
    const near = [...children.slice(index), ...children.slice(0, index).reverse()];
    const focusable = near.map(firstFocusable).find((item) => item !== undefined);
    if (focusable) return focusable;
  }
  return undefined;
}

/** Moves the focus to a neighbor when a press removes the focused element: a label, a row, a button, a whole page. */
export function useKeepFocus(): void {
  useEffect(() => {
    let last: Element | undefined;
    let place: Place = [];
    const note = ({ target }: FocusEvent) => {
      // A dialog returns the focus itself.
      if (!(target instanceof Element) || target.closest('dialog')) return;
      last = target;
      place = placeOf(target);
    };
    // A press on the background blurs the element. If it is removed later, the focus stays where it is.
    const leave = () =>
      queueMicrotask(() => {
        if (last?.isConnected && document.activeElement === document.body) last = undefined;
      });
    const keep = () => {
      if (!last || last.isConnected || document.querySelector('dialog[open]')) return;
      if (document.activeElement !== document.body) return;
      const next = findSuccessor(place);
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
