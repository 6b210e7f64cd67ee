import { createValue, useValue } from '@firstyear/ui/hooks.ts';

/** Whether single keys work in lists; kept in this browser (WCAG 2.1.4). */
const KEPT = 'firstyear.office-single-keys';
const areOn = createValue(localStorage.getItem(KEPT) !== 'off');

export function useSingleKeys() {
  return {
    areOn: useValue(areOn),
    turn: (on: boolean) => {
      localStorage.setItem(KEPT, on ? 'on' : 'off');
      areOn.set(on);
    },
  };
}
