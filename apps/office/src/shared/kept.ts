import { useEffect, useRef, useState } from 'react';
import { PERSON_KEY, useMe } from './queries.ts';

/** In the tab's storage: which list the selection is of, then the ids, one a line. */
export const SELECTION_KEY = 'firstyear.office-selection';

/**
 * A useState() whose value outlives the end of a session in `kept`: the same person finds it again after signing in in the same
 * window. It is never stored. Leaving the page in any other way discards it.
 */
export function useKept<T>(kept: Map<string, T>, name: string, initial: T): readonly [T, (value: T) => void] {
  const person = useMe().id;
  const key = `${person} ${name}`;
  const [value, setValue] = useState(() => kept.get(key) ?? initial);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  useEffect(
    () => () => {
      if (localStorage.getItem(PERSON_KEY) === person) kept.delete(key);
      else kept.set(key, latest.current);
    },
    [kept, key, person],
  );
  return [value, setValue];
}

const COLUMNS_KEY = 'firstyear.office-columns';

/** The columns of a workbook that this person has chosen in this browser, by id; undefined for the usual ones. */
export function useChosenColumns() {
  const key = `${COLUMNS_KEY} ${useMe().id}`;
  const [chosen, setChosen] = useState(() => localStorage.getItem(key)?.split(' '));
  const choose = (columns: readonly string[] | undefined) => {
    if (columns === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, columns.join(' '));
    setChosen(columns && [...columns]);
  };
  return [chosen, choose] as const;
}

const texts = new Map<string, string>();

/** useKept() for a text that is typed into a form or a dialog. */
export const useTyped = (name: string) => useKept(texts, name, '');
