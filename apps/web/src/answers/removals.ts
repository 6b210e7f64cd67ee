import type { Answers } from '@firstyear/application-form';

/** Where answers were taken away, and so where the applicant can bring them back. */
export type RemovalPlace =
  /** They came from a list, with a name that is another one now; key: of the lookup. */
  { readonly kind: 'lookup'; readonly key: string; readonly name: string };

/** Answers that something took away. In memory only, as long as the tab lives and nobody logs out. */
export interface Removal {
  readonly id: number;
  readonly place: RemovalPlace;
  /** By the keys of their questions. */
  readonly answers: Answers;
  /** Answers that have to be as before for these to be asked at all. */
  readonly causes: Answers;
}

export interface Removals {
  /** The newest first. The same list until something changes. */
  all(): readonly Removal[];
  add(removal: Omit<Removal, 'id'>): void;
  /** Takes one out, to bring it back. */
  take(id: number): Removal | undefined;
  /** Forgets those of a lookup that has been filled in anew. */
  forgetLookup(key: string): void;
  forget(): void;
}

export function createRemovals(): Removals {
  let removals: readonly Removal[] = [];
  let lastId = 0;
  return {
    all: () => removals,
    add: (removal) => {
      if (Object.keys(removal.answers).length === 0) return;
      lastId += 1;
      removals = [{ ...removal, id: lastId }, ...removals];
    },
    take: (id) => {
      const taken = removals.find((removal) => removal.id === id);
      removals = removals.filter((removal) => removal !== taken);
      return taken;
    },
    forgetLookup: (key) => {
      removals = removals.filter(({ place }) => place.kind !== 'lookup' || place.key !== key);
    },
    forget: () => {
      removals = [];
    },
  };
}
