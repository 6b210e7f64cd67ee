import { createContext, useContext, useSyncExternalStore } from 'react';
import { askStorage, type TabStorage } from './tab-storage.ts';

const KEY = 'firstyear.folded-sections';

/** Which sections somebody has folded in this tab. */
export interface FoldedSections {
  /** section: its foldName. */
  readonly has: (section: string) => boolean;
  readonly set: (section: string, isFolded: boolean) => void;
  /** The session has ended: the next person finds everything open. */
  readonly clear: () => void;
  /** Runs listener after each change. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

function parse(text: string | null): readonly string[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** storage: that of the tab, so that a reload keeps them; null where it is blocked. */
export function createFoldedSections(storage: TabStorage | null): FoldedSections {
  const folded = new Set(parse(askStorage(storage, (from) => from.getItem(KEY)) ?? null));
  const listeners = new Set<() => void>();
  const keep = () => {
    askStorage(storage, (to) =>
      folded.size === 0 ? to.removeItem(KEY) : to.setItem(KEY, JSON.stringify([...folded])),
    );
    for (const listener of [...listeners]) listener();
  };
  return {
    has: (section) => folded.has(section),
    set: (section, isFolded) => {
      if (isFolded) folded.add(section);
      else folded.delete(section);
      keep();
    },
    clear: () => {
      folded.clear();
      keep();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What a section is folded by: ids differ within a page alone. */
export const foldName = (page: string, section: string) => `${page}/${section}`;

const FoldedSectionsContext = createContext<FoldedSections>(createFoldedSections(null));
export const FoldedSectionsProvider = FoldedSectionsContext.Provider;
export const useFoldedSections = () => useContext(FoldedSectionsContext);

/** Whether a section is folded, and what folds and opens it. */
export function useFold(section: string): readonly [boolean, (isFolded: boolean) => void] {
  const { has, set, subscribe } = useFoldedSections();
  const read = () => has(section);
  return [useSyncExternalStore(subscribe, read, read), (isFolded) => set(section, isFolded)];
}
