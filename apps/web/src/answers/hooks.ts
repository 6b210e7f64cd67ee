import {
  type AnswerValue,
  componentCount,
  conditionKeys,
  holds,
  isShared,
  openTab,
  type Question,
  questionErrors,
  readsOf,
  type When,
} from '@firstyear/form-engine';
import { useRequired } from '@firstyear/ui/hooks.ts';
import { createContext, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { AnswerStore } from './answer-store.ts';
import type { Removal, RemovalPlace } from './removals.ts';

const AnswerStoreContext = createContext<AnswerStore | null>(null);
/** Hands the one answer store down to the form. */
export const AnswerStoreProvider = AnswerStoreContext.Provider;

export const useAnswerStore = (): AnswerStore => useRequired(AnswerStoreContext, 'the answers');

/** On a page being hydrated nothing has been answered, so hydration reads the same values as the build. */
function useReading<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  return useSyncExternalStore(subscribe, read, read);
}

/** What one input shows; only the component of a key that changed renders again. */
export function useInputValue(key: string): AnswerValue {
  const store = useAnswerStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  // Kept: for another function React would look again after each drawing, in a task of its own.
  const read = useCallback(() => store.inputValue(key), [store, key]);
  return useReading(subscribe, read);
}

/** The stored answer of one key ('' while it is not answered). */
export function useAnswer(key: string): AnswerValue {
  const store = useAnswerStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  return useReading(subscribe, () => store.getState().answers[key] ?? '');
}

/** Reads anything from the store; renders again only when what is read is another value. */
export function useFromStore<T>(read: (store: AnswerStore) => T): T {
  const store = useAnswerStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(null, listener), [store]);
  return useReading(subscribe, () => read(store));
}

/** Reads something that depends on these keys only. keys: the same list on every drawing. */
function useFromKeys<T>(keys: readonly string[], read: (store: AnswerStore) => T): T {
  const store = useAnswerStore();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = keys.map((key) => store.subscribe(key, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [store, keys],
  );
  return useReading(subscribe, () => read(store));
}

/** Whether a condition holds; follows only the answers that it watches. */
export function useHolds(when: When): boolean {
  const keys = useMemo(() => conditionKeys(when), [when]);
  return useFromKeys(keys, (store) => holds(when, store.getState().answers));
}

/** The newest removal of a place that can be brought back. */
export function useRemoval(isHere: (place: RemovalPlace) => boolean): Removal | undefined {
  return useFromStore((store) => store.removalAt(isHere));
}

/**
 * Whether leaving this question empty would be an error; follows only the answers that its rules read. A question
 * among several of which one is enough is not needed itself.
 */
export function useIsNeeded(question: Question): boolean {
  const own = useMemo(
    () => ({ ...question, rules: (question.rules ?? []).filter((rule) => !isShared(rule)) }),
    [question],
  );
  const keys = useMemo(() => own.rules.flatMap(readsOf), [own]);
  return useFromKeys(keys, (store) => {
    if (question.required) return true;
    if (own.rules.length === 0) return false;
    const { answers } = store.getState();
    return questionErrors(store.form, own, { ...answers, [question.key]: '' }, store.moment()).length > 0;
  });
}

export function useOpenTab(group: string): string {
  return useFromStore((store) => openTab(store.form, group, store.getState().tabs));
}

export function useComponentCount(repeater: string): number {
  return useFromStore((store) => componentCount(store.form, repeater, store.getState().addAnother));
}

const NO_ERRORS: readonly string[] = [];

/** The messages of one question while they are to be shown; otherwise only why it could not be saved. */
export function useErrors(key: string, isShown: boolean): readonly string[] {
  const store = useAnswerStore();
  const subscribe = useCallback(
    (listener: () => void) => (isShown ? store.subscribe(null, listener) : store.subscribeToRefusals(listener)),
    [store, isShown],
  );
  const read = useCallback(
    () => (isShown ? (store.errors()[key] ?? NO_ERRORS) : store.refusalOf(key)),
    [store, key, isShown],
  );
  return useReading(subscribe, read);
}
