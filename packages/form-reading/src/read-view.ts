import type { TabGroup } from '@firstyear/form-engine';
import { useRequired } from '@firstyear/ui/hooks.ts';
import { type ComponentType, createContext, type ReactNode } from 'react';
import type { ReadApplication } from './read-application.ts';

/** What is drawn around answers where they can be changed. Paper has none of it. */
export interface ReadFrame {
  /** Around what is answered together: the keys of its questions, and its label. */
  readonly Answer: ComponentType<{
    readonly keys: readonly [string, ...(readonly string[])];
    readonly label: string;
    readonly children: ReactNode;
  }>;
  /** Around the name of the tab that is open. */
  readonly Tab: ComponentType<{ readonly group: TabGroup; readonly children: ReactNode }>;
  /** The id of a section's heading. */
  readonly anchorOf: (page: string, section: string) => string;
  /** The style of a page. */
  readonly page: string | undefined;
}

interface ReadView {
  readonly application: ReadApplication;
  /** The id of the page. */
  readonly page: string;
  readonly frame: ReadFrame | undefined;
}

const ReadViewContext = createContext<ReadView | null>(null);
export const ReadViewProvider = ReadViewContext.Provider;

export function useReadView(): ReadView {
  return useRequired(ReadViewContext, 'the application that is read');
}
