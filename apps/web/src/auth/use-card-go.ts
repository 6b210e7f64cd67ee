import { currentEntry, entryName, type Go, useGo } from '../session/go.ts';
import { useLocation } from '../ui/location.tsx';

/** Leads from this card to what follows it, in its place; nowhere once the person has gone elsewhere meanwhile. */
export function useCardGo(): Go {
  const go = useGo();
  const location = useLocation();
  return (to, options) => {
    if (entryName(location) === currentEntry()) go(to, { ...options, replace: true });
  };
}
