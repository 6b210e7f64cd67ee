import { useRequired } from '@firstyear/ui/hooks.ts';
import { createContext } from 'react';
import { type AppLocation, readLocation } from '../location.tsx';
import type { NavigationState } from './navigation-state.ts';

export interface GoOptions {
  readonly replace?: boolean;
  readonly state?: NavigationState;
}

/** Goes to an address of the app, also after the component that asked for it has gone. */
export type Go = (to: string, options?: GoOptions) => void;

/** The name of an entry of the history, new after every navigation. */
export const entryName = ({ key, pathname }: Pick<AppLocation, 'key' | 'pathname'>) => `${key} ${pathname}`;

/** The name of the entry that is shown. */
export const currentEntry = () => entryName(readLocation());

const GoContext = createContext<Go | null>(null);
export const GoProvider = GoContext.Provider;

export function useGo(): Go {
  return useRequired(GoContext, 'navigation');
}
