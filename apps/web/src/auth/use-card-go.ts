import { useLocation } from 'react-router';
import { currentEntry, entryName, type Go, useGo } from '../session/go.ts';

/** Leads from this card to what follows it, in its place; nowhere once the person has gone elsewhere meanwhile. */
export function useCardGo(): Go {
  const go = useGo();
  const { key, pathname } = useLocation();
  return (to, options) => {
    if (entryName(key, pathname) === currentEntry()) go(to, { ...options, replace: true });
  };
}
