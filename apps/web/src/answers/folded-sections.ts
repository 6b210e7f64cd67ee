import { createValue, useValue } from '@firstyear/ui/hooks.ts';
import { storedText, type TabStorage } from '@firstyear/ui/storage.ts';
import { createContext, useContext } from 'react';

/** The sections that are folded in this tab, by their foldName. storage: the tab's own, with a line each, for a reload. */
export function createFoldedSections(storage: TabStorage | null) {
  const stored = storedText(storage, 'firstyear.folded-sections');
  const folded = createValue<ReadonlySet<string>>(new Set(stored.read()?.split('\n')));
  const replace = (next: ReadonlySet<string>) => {
    stored.write(next.size === 0 ? null : [...next].join('\n'));
    folded.set(next);
  };
  return {
    has: (section: string) => folded.get().has(section),
    set: (section: string, isFolded: boolean) => {
      const next = new Set(folded.get());
      if (isFolded) next.add(section);
      else next.delete(section);
      replace(next);
    },
    /** The session has ended: the next person finds everything open. */
    clear: () => replace(new Set()),
    subscribe: folded.subscribe,
  };
}

type FoldedSections = ReturnType<typeof createFoldedSections>;

/** The key of a section among the folded ones: ids are unique only within a page. */
export const foldName = (page: string, section: string) => `${page}/${section}`;

export const FoldedSectionsContext = createContext<FoldedSections>(createFoldedSections(null));
export const useFoldedSections = () => useContext(FoldedSectionsContext);

/** Whether a section is folded, and the function that folds and opens it. What starts folded is kept once it is opened. */
export function useFold(section: string, startsFolded = false): readonly [boolean, (isFolded: boolean) => void] {
  const { has, set, subscribe } = useFoldedSections();
  const isFolded = useValue({ subscribe, get: () => has(section) !== startsFolded });
  return [isFolded, (next) => set(section, next !== startsFolded)];
}
