import { type Answers, type Form, isAnswered } from '@firstyear/form-engine';
import type { HeldAnswers } from './held-answers.ts';
import { answersAt, canBringBack, type Removal, type RemovalPlace, type Removals } from './removals.ts';

interface UndoParts {
  readonly held: HeldAnswers;
  readonly removals: Removals;
  /** Answers that a suggestion filled in, by the key of the lookup. */
  readonly filled: Map<string, Answers>;
  /** Writes the unsaved answers to the tab's storage. */
  readonly keep: () => void;
  /** Empties memory and storage. */
  readonly clear: () => void;
}

/** Answers that were removed, and how to bring them back. */
export function createUndo(form: Form, { held, removals, filled, keep, clear }: UndoParts) {
  const { inputValue, change } = held;
  const answersOf = (keys: Iterable<string>) => answersAt(form, new Set(keys), inputValue);

  const undo = {
    /** The newest first. */
    removals: removals.all,
    /** The newest removal of a place that can be brought back. */
    removalAt: (isHere: (place: RemovalPlace) => boolean): Removal | undefined =>
      held.isPartial()
        ? undefined
        : removals.all().find((item) => isHere(item.place) && canBringBack(item, inputValue)),
    /** Brings removed answers back as if typed again; a question that has been answered since keeps its answer. */
    bringBack: (id: number) => {
      const removal = removals.take(id);
      if (!removal) return;
      for (const [key, value] of Object.entries(removal.causes)) change(key, value);
      held.fillEmpty(removal.answers);
      // Drafts, such as a date that breaks its rules.
      for (const [key, value] of Object.entries(removal.answers)) if (!isAnswered(inputValue(key))) change(key, value);
      const { place, answers, causes } = removal;
      if (place.kind === 'lookup') filled.set(place.key, { ...answers, ...causes });
    },
    /** Empties answers that came with a suggestion of this name, and remembers them until the rest of the block changes. */
    removeFilled: (lookup: string, name: string, keys: readonly string[], block: readonly string[]) => {
      const answers = answersOf(keys);
      for (const key of Object.keys(answers)) change(key, '');
      const around = Object.fromEntries(block.map((key) => [key, inputValue(key)]));
      removals.add({ place: { kind: 'lookup', key: lookup }, answers, causes: { [lookup]: name }, around });
      keep();
      held.notify([]);
    },
    /** The answers that a suggestion filled in together with the answer of this key; empty when none did. */
    filledWith: (key: string) => filled.get(key) ?? {},
    noteFilledWith: (key: string, answers: Answers) => {
      filled.set(key, answers);
      if (Object.keys(answers).length === 0) return;
      removals.forgetLookup(key);
      keep();
    },
    /** "Clear my answers". */
    clearAll: () => {
      const answers = answersOf(form.byKey.keys());
      clear();
      removals.add({ place: { kind: 'all' }, answers, causes: {}, around: {} });
      held.replace({});
    },
  };
  return { undo, answersOf };
}
