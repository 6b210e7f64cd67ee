import { type Answers, type Form, isAnswered } from '@firstyear/form-engine';
import type { AnswerStore } from './answer-store-interface.ts';
import type { HeldAnswers } from './held-answers.ts';
import { answersAt, canBringBack, type RemovalPlace, type Removals } from './removals.ts';

/** What was taken away from the form and can be brought back, and what lists have filled in. */
export function createUndo(form: Form, held: HeldAnswers, removals: Removals, keep: () => void) {
  const { inputValue, change } = held;
  const filled = new Map<string, Answers>();
  const remember = (place: RemovalPlace, answers: Answers, causes: Answers = {}, around: Answers = {}) =>
    removals.add({ place, answers, causes, around });
  const answersOf = (keys: Iterable<string>) => answersAt(form, new Set(keys), inputValue);

  return {
    answersOf,
    remember,
    forget: () => {
      removals.forget();
      filled.clear();
    },
    /** Empties these and remembers them. */
    removeFilled: (lookup, name, keys, block) => {
      const answers = answersOf(keys);
      for (const key of Object.keys(answers)) change(key, '');
      const around = Object.fromEntries(block.map((key) => [key, inputValue(key)]));
      remember({ kind: 'lookup', key: lookup }, answers, { [lookup]: name }, around);
      keep();
      held.tell([]);
    },
    removalAt: (isHere) =>
      held.isPartial()
        ? undefined
        : removals.all().find((item) => isHere(item.place) && canBringBack(item, inputValue)),
    undoRemoval: (id) => {
      const removal = removals.take(id);
      if (!removal) return;
      for (const [key, value] of Object.entries(removal.causes)) change(key, value);
      held.fillEmpty(removal.answers);
      // What is no answer yet, such as a date that breaks its rules.
      for (const [key, value] of Object.entries(removal.answers)) if (!isAnswered(inputValue(key))) change(key, value);
      const { place, answers, causes } = removal;
      if (place.kind === 'lookup') filled.set(place.key, { ...answers, ...causes });
    },
    filledWith: (key) => filled.get(key) ?? {},
    noteFilledWith: (key, answers) => {
      filled.set(key, answers);
      if (Object.keys(answers).length === 0) return;
      removals.forgetLookup(key);
      keep();
    },
  } satisfies Partial<AnswerStore> & Record<string, unknown>;
}
