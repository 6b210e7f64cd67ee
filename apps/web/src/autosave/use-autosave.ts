import { useRequired } from '@firstyear/ui/hooks.ts';
import { createContext } from 'react';
import type { Autosave } from './autosave.ts';

const AutosaveContext = createContext<Autosave | null>(null);
export const AutosaveProvider = AutosaveContext.Provider;

export function useAutosave(): Autosave {
  return useRequired(AutosaveContext, 'autosave');
}
