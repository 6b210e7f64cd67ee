import { SEARCH_ID } from '../shared/list-focus.ts';
import { type KeyActs, useSingleKeyActs } from '../shared/single-keys.ts';

const focusedRow = () => document.activeElement?.closest('tr');

function focusNextRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
  const row = focusedRow();
  const now = links.findIndex((link) => link.closest('tr') === row);
  const next = now < 0 && by < 0 ? links.length - 1 : now + by;
  links[next]?.focus();
}

const ACTS: KeyActs = {
  j: () => focusNextRow(1),
  k: () => focusNextRow(-1),
  x: () => focusedRow()?.querySelector<HTMLElement>('input[type=checkbox]')?.click(),
  a: () => document.querySelector<HTMLElement>('[data-selection] fieldset button')?.focus(),
  '/': () => document.getElementById(SEARCH_ID)?.focus(),
};

/** j and k move through the list, x selects, a leads to the acts, / searches, unless single keys are turned off. */
export const useListKeys = (): void => useSingleKeyActs(ACTS);
