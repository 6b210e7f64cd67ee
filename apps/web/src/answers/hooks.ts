import {
  type AnswerValue,
  cleanAnswer,
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
import { createRequired, useValue } from '@firstyear/ui/hooks.ts';
import { useCallback, useMemo, useState } from 'react';
import type { AnswerStore } from './answer-store.ts';

export const [AnswerStoreProvider, useAnswerStore] = createRequired<AnswerStore>('the answers');

/** The value of one input; only the component of a changed key renders again. */
export function useInputValue(key: string): AnswerValue {
  const store = useAnswerStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  // Memoized: for a new function React would read again after each render, in a task of its own.
  const read = useCallback(() => store.inputValue(key), [store, key]);
  return useValue({ subscribe, get: read });
}

/** The stored answer of one key ('' while it is not answered). */
export function useAnswer(key: string): AnswerValue {
  const store = useAnswerStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  return useValue({ subscribe, get: () => store.getState().answers[key] ?? '' });
}

/** The value of one input as text, and the function that changes the answer. */
export function useTextAnswer(key: string): readonly [string, (value: string) => void] {
  const store = useAnswerStore();
  return [String(useInputValue(key)), (value) => store.change(key, value)];
}

export interface TypedLine {
  readonly value: string;
  readonly note: (typed: string) => void;
  readonly leave: () => void;
}

/**
 * The text of a line while it is typed, which keeps a space at its end that the answer lacks; once the line is left, the
 * answer. Pass each text that is typed to note().
 */
export function useTypedLine(question: Question): TypedLine {
  const answer = String(useInputValue(question.key));
  const [typed, note] = useState('');
  return { value: cleanAnswer(question, typed) === answer ? typed : answer, note, leave: () => note('') };
}

/** Reads anything from the store; renders again only when the value has changed. */
export function useFromStore<T>(read: (store: AnswerStore) => T): T {
  const store = useAnswerStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(null, listener), [store]);
  return useValue({ subscribe, get: () => read(store) });
}

/** Reads something that depends on these keys only. keys: the same list on every render. */
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
  return useValue({ subscribe, get: () => read(store) });
}

/** Whether a condition holds; subscribes only to the answers that it reads. */
export function useHolds(when: When): boolean {
  const keys = useMemo(() => conditionKeys(when), [when]);
  return useFromKeys(keys, (store) => holds(when, store.getState().answers));
}

/**
 * Whether leaving this question empty would be an error; subscribes only to the answers that its rules read. Where one of
 * several questions is enough, none of them is needed by itself.
 */
export function useIsNeeded(question: Question): boolean {
  const alone = useMemo(
    () => ({ ...question, rules: (question.rules ?? []).filter((rule) => !isShared(rule)) }),
    [question],
  );
  const keys = useMemo(() => alone.rules.flatMap(readsOf), [alone]);
  return useFromKeys(keys, (store) => {
    if (question.required) return true;
    if (alone.rules.length === 0) return false;
    const { answers } = store.getState();
    return questionErrors(store.form, alone, { ...answers, [question.key]: '' }, store.moment()).length > 0;
  });
}

export function useOpenTab(group: string): string {
  return useFromStore((store) => openTab(store.form, group, store.getState().tabs));
}

export function useComponentCount(repeater: string): number {
  return useFromStore((store) => componentCount(store.form, repeater, store.getState().addAnother));
}

const NO_ERRORS: readonly string[] = [];

/** All messages of one question while isShown; otherwise only why it could not be saved. */
export function useErrors(key: string, isShown: boolean): readonly string[] {
  const store = useAnswerStore();
  const subscribe = useCallback(
    (listener: () => void) => (isShown ? store.subscribe(null, listener) : store.outbox.subscribeToRefusals(listener)),
    [store, isShown],
  );
  const read = useCallback(
    () => (isShown ? (store.errors()[key] ?? NO_ERRORS) : store.outbox.refusalOf(key)),
    [store, key, isShown],
  );
  return useValue({ subscribe, get: read });
}
