import { type RefObject, useEffect, useRef, useState } from 'react';

/** Brings the focus to the first field that has an error: `show` after a check that found one, `area` around the fields. */
export function useFirstError<E extends HTMLElement>(): {
  readonly area: RefObject<E | null>;
  readonly show: () => void;
} {
  const area = useRef<E>(null);
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    if (checks > 0) area.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [checks]);
  return { area, show: () => setChecks((count) => count + 1) };
}
