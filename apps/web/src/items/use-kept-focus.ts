import { type FocusEvent, useEffect, useRef } from 'react';

/** The attributes of a place that takes the focus when what had it there disappears. */
export function useKeptFocus<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      hadFocus.current = true;
    },
    // What disappears goes without a next place of the focus.
    onBlur: ({ relatedTarget }: FocusEvent<E>) => {
      if (relatedTarget !== null) hadFocus.current = false;
    },
  };
}
