import { useEffect } from 'react';
import { SEARCH_ID } from './search-box.tsx';
import { useSingleKeys } from './single-keys.ts';

const rowLinks = () => [...document.querySelectorAll<HTMLElement>('[data-row-link]')];

function step(by: 1 | -1): void {
  const links = rowLinks();
  const row = document.activeElement?.closest('tr');
  const now = links.findIndex((link) => link.closest('tr') === row);
  const next = now < 0 ? (by === 1 ? 0 : links.length - 1) : now + by;
  links[Math.max(0, Math.min(next, links.length - 1))]?.focus();
}

const ACTS: Readonly<Record<string, () => void>> = {
  j: () => step(1),
  k: () => step(-1),
  x: () => document.activeElement?.closest('tr')?.querySelector<HTMLElement>('input[type=checkbox]')?.click(),
  '/': () => document.getElementById(SEARCH_ID)?.focus(),
};

/** j and k move through the list, x selects, / searches, unless single keys are turned off. */
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
