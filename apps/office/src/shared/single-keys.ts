import { createValue, useValue } from '@firstyear/ui/hooks.ts';
import { useEffect } from 'react';

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

/** What single keys do on a page. */
export type KeyActs = Readonly<Record<string, () => void>>;

/** Follows single keys outside of text fields and dialogs, unless they are turned off. */
export function useSingleKeyActs(acts: KeyActs): void {
  const { areOn } = useSingleKeys();
  useEffect(() => {
    if (!areOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return;
      if (target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select')) return;
      const act = acts[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [areOn, acts]);
}
