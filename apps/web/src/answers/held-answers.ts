import {
  type Answers,
  type AnswerValue,
  answerOf,
  changeAnswer,
  clearHidden,
  EMPTY_STATE,
  type Form,
  type FormState,
  isAnswered,
  isStorable,
  mergeAnswers,
  momentOf,
} from '@firstyear/form-engine';
import type { FormValues } from './form-values.ts';
import type { Unsent } from './outbox.ts';
import { type Removals, removalBy } from './removals.ts';

function createKeyListeners() {
  const everyListener = new Set<() => void>();
  const byKey = new Map<string, Set<() => void>>();
  return {
    keys: () => [...byKey.keys()],
    /** Notifies listeners of these keys, then listeners of all keys. */
    notify: (keys: Iterable<string>) => {
      // Copied: a listener may unsubscribe another.
      for (const key of keys) for (const listener of [...(byKey.get(key) ?? [])]) listener();
      for (const listener of [...everyListener]) listener();
    },
    /** key: null for all keys. Returns a stop function. */
    subscribe: (key: string | null, listener: () => void) => {
      const listeners = key === null ? everyListener : (byKey.get(key) ?? new Set());
      if (key !== null) byKey.set(key, listeners);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (key !== null && listeners.size === 0 && byKey.get(key) === listeners) byKey.delete(key);
      };
    },
  };
}

type Drafts = Readonly<Record<string, string>>;

interface HeldAnswersParts {
  readonly values: FormValues;
  readonly unsent: Unsent;
  readonly removals: Removals;
  /** Writes the unsaved answers to the tab's storage. */
  readonly keep: () => void;
}

/** The answers, drafts and tabs of the form in this tab, and the effects of their changes. */
export function createHeldAnswers(form: Form, clock: () => Date, parts: HeldAnswersParts) {
  const { unsent, removals, keep } = parts;
  const { traits, tooLong, clean, keepKnown } = parts.values;
  let state: FormState = EMPTY_STATE;
  let drafts: Drafts = {};
  let isPartial = false;
  let changes = 0;
  const listeners = createKeyListeners();

  const moment = () => momentOf(clock());
  const inputValue = (key: string): AnswerValue =>
    Object.hasOwn(drafts, key) ? (drafts[key] ?? '') : answerOf(state.answers, key);

  const notify = (keys: Iterable<string>) => {
    changes += 1;
    listeners.notify(keys);
  };

  /** Replaces everything, and notifies the listeners of keys whose answer or draft has changed. */
  const replace = (next: { state?: FormState; drafts?: Drafts }, draftsBefore = drafts) => {
    const before = { answers: state.answers, drafts: draftsBefore };
    state = next.state ?? state;
    drafts = next.drafts ?? drafts;
    const isOther = (key: string) => before.answers[key] !== state.answers[key] || before.drafts[key] !== drafts[key];
    notify(listeners.keys().filter(isOther));
  };

  const type = (key: string, value: AnswerValue) => {
    const problem = tooLong(key, value);
    if (problem === undefined) unsent.type(key, value);
    else unsent.refuse(key, value, problem);
  };

  /** Marks real changes as typed, except answers that only the server sets, and a draft that is committed. */
  const apply = (changes: Answers, nextDrafts = drafts, committed?: string) => {
    unsent.advance();
    const answers: Record<string, AnswerValue> = { ...state.answers };
    for (const [key, value] of Object.entries(changes)) {
      if (answerOf(state.answers, key) === value && !unsent.isOpen(key)) continue;
      answers[key] = value;
      if (key !== committed && traits(key)?.setBy !== 'server') type(key, value);
    }
    state = { ...state, answers };
    drafts = nextDrafts;
    keep();
    notify(Object.keys(changes));
  };

  const removeDraft = (key: string) => {
    if (!Object.hasOwn(drafts, key)) return drafts;
    const { [key]: _, ...rest } = drafts;
    return rest;
  };

  /** Empty answers for the values whose questions are hidden: conditions read no drafts, so they don't clear any. */
  const emptyHidden = (answers: Answers, values: Answers): Answers => {
    const hidden = Object.entries(values).filter(([key, value]) =>
      Object.hasOwn(clearHidden(form, { ...answers, [key]: value }), key),
    );
    return Object.fromEntries(hidden.map(([key]) => [key, '']));
  };

  const change = (key: string, given: AnswerValue) => {
    const value = clean(key, given);
    const now = moment();
    const followed = changeAnswer(form, state.answers, key, value, now);
    const changes = { ...emptyHidden({ ...state.answers, ...followed }, drafts), ...followed };
    // Questions that this change hides or answers have no draft any more.
    const kept = Object.entries(drafts).filter(([draftKey]) => !Object.hasOwn(changes, draftKey));
    const isDraft = !isStorable(form, state.answers, key, value, now);
    // It was typed earlier, and another device may have saved a newer text since.
    const isCommit = drafts[key] === value && !traits(key)?.storesOnlyValid;
    removals.add(removalBy(form, { ...state.answers, ...drafts }, key, changes));
    apply(changes, Object.fromEntries(isDraft ? [...kept, [key, String(value)]] : kept), isCommit ? key : undefined);
  };

  /** Refused answers stay in their fields too, to be corrected there. */
  const layUnsavedOver = (saved: Answers): FormState => ({
    ...state,
    answers: {
      ...mergeAnswers(form, { ...saved, ...clearHidden(form, saved) }, keepKnown(unsent.values()), moment()),
      ...keepKnown(unsent.refusedValues()),
    },
  });

  return {
    state: () => state,
    drafts: () => drafts,
    moment,
    inputValue,
    /** Grows with every change. */
    changes: () => changes,
    notify,
    subscribe: listeners.subscribe,
    replace,
    change,
    setDrafts: (next: Drafts) => {
      drafts = next;
    },
    layUnsavedOver,
    isPartial: () => isPartial,
    awaitSaved: () => {
      isPartial = true;
      notify([]);
    },
    loadSaved: (saved: Answers, keepTyped: boolean) => {
      isPartial = false;
      const typing = keepTyped ? drafts : {};
      const loaded = layUnsavedOver(saved);
      const hidden = emptyHidden(loaded.answers, { ...unsent.values(), ...typing });
      for (const key of Object.keys(hidden)) unsent.remove(key);
      const kept = Object.entries(typing).filter(
        ([key]) =>
          !Object.hasOwn(hidden, key) &&
          (unsent.has(key) || (traits(key)?.storesOnlyValid && !isAnswered(answerOf(saved, key)))),
      );
      // Answers typed before these were loaded may hide some of them.
      for (const [key, value] of Object.entries(unsent.values())) {
        removals.add(removalBy(form, saved, key, changeAnswer(form, saved, key, value, moment())));
      }
      replace({ state: loaded, drafts: Object.fromEntries(kept) });
    },
    fillEmpty: (answers: Answers) => {
      const now = moment();
      const empties = Object.entries(answers).filter(
        ([key, value]) => isAnswered(value) && !isAnswered(inputValue(key)) && form.byKey.has(key),
      );
      if (empties.length === 0) return;
      const merged = mergeAnswers(form, state.answers, Object.fromEntries(empties), now);
      apply(Object.fromEntries(Object.entries(merged).filter(([key, value]) => state.answers[key] !== value)));
    },
    keepDraft: (key: string, given: string) => {
      const draft = String(clean(key, given));
      if (draft === inputValue(key)) return;
      unsent.advance();
      type(key, draft);
      const isAnswer = draft === answerOf(state.answers, key);
      drafts = isAnswer ? removeDraft(key) : { ...drafts, [key]: draft };
      keep();
      notify([key]);
    },
    commitDrafts: () => {
      for (const [key, draft] of Object.entries(drafts)) {
        if (!traits(key)?.storesOnlyValid) change(key, draft);
      }
    },
    forget: () => {
      isPartial = false;
      replace({ state: EMPTY_STATE, drafts: {} });
    },
  };
}

export type HeldAnswers = ReturnType<typeof createHeldAnswers>;
