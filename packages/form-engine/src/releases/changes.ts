import { descKey } from '../answers.ts';

/** Splits an answer into pieces, of which the last part takes the rest, and joins them again. */
const wayToSplit = (piecesOf: (text: string) => readonly string[], separator: string) => ({
  split: (text: string, count: number): readonly string[] => {
    const pieces = piecesOf(text);
    const parts = [...pieces.slice(0, count - 1), pieces.slice(count - 1).join(separator)];
    return Array.from({ length: count }, (_, place) => parts[place] ?? '');
  },
  join: (parts: readonly string[]): string => parts.filter((part) => part !== '').join(separator),
});

/** The ways to split an answer, each with its inverse: at spaces, and at line ends. */
export const WAYS_TO_SPLIT = {
  words: wayToSplit((text) => text.trim().split(/\s+/), ' '),
  lines: wayToSplit((text) => text.split('\n'), '\n'),
} as const;
export type WayToSplit = keyof typeof WAYS_TO_SPLIT;

/** Changes of a question that move no answer, but need an author's confirmation. */
export const KNOWN_CHANGES = ['kind', 'limit', 'required', 'condition'] as const;
export type KnownChange = (typeof KNOWN_CHANGES)[number];

/** A change of meaning between two releases of a form, as plain data that is kept with the form. */
export type Change =
  | { readonly change: 'renamed'; readonly from: string; readonly to: string }
  | { readonly change: 'split'; readonly from: string; readonly into: readonly string[]; readonly way: WayToSplit }
  | { readonly change: 'joined'; readonly from: readonly string[]; readonly into: string; readonly way: WayToSplit }
  | { readonly change: 'choice-replaced'; readonly key: string; readonly choices: Readonly<Record<string, string>> }
  | { readonly change: 'choice-withdrawn'; readonly key: string; readonly choices: readonly string[] }
  | { readonly change: 'dropped'; readonly key: string }
  | { readonly change: 'known'; readonly key: string; readonly what: readonly KnownChange[] }
  | {
      readonly change: 'tabs-renamed';
      readonly from: string;
      readonly to: string;
      /** Old id to new; others stay. A tab that is gone becomes the first. */
      readonly tabs: Readonly<Record<string, string>>;
    }
  | { readonly change: 'repeater-renamed'; readonly from: string; readonly to: string }
  | { readonly change: 'page-renamed'; readonly from: string; readonly to: string };

/** Moves the answer, or the document, to another key. */
export const renamed = (from: string, to: string): Change => ({ change: 'renamed', from, to });
/** One answer becomes several. */
export const split = (from: string, into: readonly string[], way: WayToSplit): Change => ({
  change: 'split',
  from,
  into,
  way,
});
/** Several answers become one. */
export const joined = (from: readonly string[], into: string, way: WayToSplit): Change => ({
  change: 'joined',
  from,
  into,
  way,
});
/** Choices have other values now: old value to new. */
export const choiceReplaced = (key: string, choices: Readonly<Record<string, string>>): Change => ({
  change: 'choice-replaced',
  key,
  choices,
});
/** Asks applicants who chose one of these again. */
export const choiceWithdrawn = (key: string, choices: readonly string[]): Change => ({
  change: 'choice-withdrawn',
  key,
  choices,
});
/** Removes the question. */
export const dropped = (key: string): Change => ({ change: 'dropped', key });
/**
 * Confirms that a question changed in these ways on purpose: another kind, fewer characters, required, or shown to others. An
 * answer that it no longer accepts, or that is hidden now, is set aside.
 */
export const known = (key: string, ...what: readonly KnownChange[]): Change => ({ change: 'known', key, what });
/** Renames a group of tabs, or some of its tabs. */
export const tabsRenamed = (from: string, to: string, tabs: Readonly<Record<string, string>> = {}): Change => ({
  change: 'tabs-renamed',
  from,
  to,
  tabs,
});
export const repeaterRenamed = (from: string, to: string): Change => ({ change: 'repeater-renamed', from, to });
export const pageRenamed = (from: string, to: string): Change => ({ change: 'page-renamed', from, to });

/** The changes of meaning in one release of a form. */
export interface Migration {
  /** Unique among all lists that a form is made from, such as freshman-0002; letters, digits, hyphens and underscores. */
  readonly id: string;
  readonly changes: readonly Change[];
}

/** The keys whose answers a change removes. */
export function removedKeys(change: Change): readonly string[] {
  switch (change.change) {
    case 'renamed':
    case 'split':
      return [change.from];
    case 'joined':
      return change.from;
    case 'dropped':
      return [change.key];
    case 'choice-replaced':
    case 'choice-withdrawn':
    case 'known':
    case 'tabs-renamed':
    case 'repeater-renamed':
    case 'page-renamed':
      return [];
  }
}

/** A key with the key of the chosen label beside it. */
export const withDesc = (key: string): readonly string[] => [key, descKey(key)];

/** The migrations from one list to another: those that only the first has are undone, those that only the second has are applied. */
export interface MigrationPath {
  readonly undone: readonly Migration[];
  readonly applied: readonly Migration[];
}

export function migrationsBetween(from: readonly Migration[], to: readonly Migration[]): MigrationPath {
  const has = (all: readonly Migration[], id: string) => all.some((item) => item.id === id);
  return {
    undone: from.filter(({ id }) => !has(to, id)).toReversed(),
    applied: to.filter(({ id }) => !has(from, id)),
  };
}
