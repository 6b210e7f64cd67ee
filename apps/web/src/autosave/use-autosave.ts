import { createContext } from 'react';
import { useRequired } from '../ui/use-required.ts';
import type { Autosave } from './autosave.ts';

const AutosaveContext = createContext<Autosave | null>(null);
export const AutosaveProvider = AutosaveContext.Provider;

export function useAutosave(): Autosave {
  return useRequired(AutosaveContext, 'autosave');
}
