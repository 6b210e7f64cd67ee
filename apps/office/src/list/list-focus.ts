import { createValue, useValue } from '@firstyear/ui/hooks.ts';
import { useEffect } from 'react';

/** The id of the search box, which / focuses. */
export const SEARCH_ID = 'office-search';

const SINGLE_KEYS = 'firstyear.office-single-keys';
const areOn = createValue(localStorage.getItem(SINGLE_KEYS) !== 'off');

/** Whether single keys work in lists; kept in this browser (WCAG 2.1.4). */
export function useSingleKeys() {
  return {
    areOn: useValue(areOn),
    set: (on: boolean) => {
      localStorage.setItem(SINGLE_KEYS, on ? 'on' : 'off');
      areOn.set(on);
    },
  };
}

const focusedRow = () => document.activeElement?.closest('tr');

function focusNextRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
  const row = focusedRow();
  const now = links.findIndex((link) => link.closest('tr') === row);
  const next = now < 0 ? (by === 1 ? 0 : links.length - 1) : now + by;
  links[Math.max(0, Math.min(next, links.length - 1))]?.focus();
}

const ACTS: Readonly<Record<string, () => void>> = {
  j: () => focusNextRow(1),
  k: () => focusNextRow(-1),
  x: () => focusedRow()?.querySelector<HTMLElement>('input[type=checkbox]')?.click(),
  a: () => document.querySelector<HTMLElement>('[data-selection] fieldset button')?.focus(),
  '/': () => document.getElementById(SEARCH_ID)?.focus(),
};

/** j and k move through the list, x selects, a leads to the acts, / searches, unless single keys are turned off. */
export function useListKeys(): void {
  const { areOn } = useSingleKeys();
  useEffect(() => {
    if (!areOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return;
      if (target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select')) return;
      const act = ACTS[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [areOn]);
}

/** The application that was opened last in this tab. */
let lastOpened: string | undefined;

export function noteOpened(id: string): void {
  lastOpened = id;
}

/** Focuses the row of the application that was opened last, unless something else has the focus. */
export function focusLastOpened(): void {
  const { activeElement } = document;
  // keep-focus.ts may have moved the focus to the heading already.
  if (lastOpened === undefined || !activeElement?.matches('body, main h1')) return;
  document.querySelector<HTMLElement>(`[data-row-link="${lastOpened}"]`)?.focus();
  lastOpened = undefined;
}
