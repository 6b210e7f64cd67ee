import { createContext } from 'react';
import { useRequired } from '../ui/use-required.ts';
import type { NavigationState } from './navigation-state.ts';

export interface GoOptions {
  readonly replace?: boolean;
  readonly state?: NavigationState;
}

/** Goes to an address of the app, also after the component that asked for it has gone. */
export type Go = (to: string, options?: GoOptions) => void;

const GoContext = createContext<Go | null>(null);
export const GoProvider = GoContext.Provider;

export function useGo(): Go {
  return useRequired(GoContext, 'navigation');
}
