import { useEffect, useState } from 'react';
import { SELECTION_KEY } from '../shared/kept.ts';

/** The selected applications: some by hand, or all of the view. */
export type Selected = ReadonlySet<string> | 'all';

export const NONE: ReadonlySet<string> = new Set();

const ALL = 'all';

/** The selection that this tab has kept of a list, by person and filter. */
export function readSelection(storage: Storage, of: string): Selected {
  const [kept, ...ids] = (storage.getItem(SELECTION_KEY) ?? '').split('\n');
  if (kept !== of) return NONE;
  return ids[0] === ALL ? ALL : new Set(ids);
}

export function keepSelection(storage: Storage, of: string, selected: Selected): void {
  if (selected === ALL) storage.setItem(SELECTION_KEY, [of, ALL].join('\n'));
  else if (selected.size > 0) storage.setItem(SELECTION_KEY, [of, ...selected].join('\n'));
  else storage.removeItem(SELECTION_KEY);
}

/** The selection of a list, which survives a look at one application and a reload, but not another filter. */
export function useSelection(of: string): readonly [Selected, (selected: Selected) => void] {
  const [state, setState] = useState(() => ({ of, selected: readSelection(sessionStorage, of) }));
  const select = (selected: Selected) => {
    keepSelection(sessionStorage, of, selected);
    setState({ of, selected });
  };
  const isOther = state.of !== of;
  useEffect(() => {
    if (!isOther) return;
    sessionStorage.removeItem(SELECTION_KEY);
    setState({ of, selected: NONE });
  }, [isOther, of]);
  return [isOther ? NONE : state.selected, select];
}
