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
import { createKeyListeners } from './key-listeners.ts';
import type { Outbox } from './outbox.ts';
import { type Removals, removalBy } from './removals.ts';

export type Drafts = Readonly<Record<string, string>>;

interface HeldAnswersParts {
  readonly values: FormValues;
  readonly outbox: Outbox;
  readonly removals: Removals;
  /** Writes what is unsaved to the tab's storage. */
  readonly keep: () => void;
}

/** What the form holds in this tab: its answers, drafts and tabs, and how a change of one leads to others. */
export function createHeldAnswers(form: Form, clock: () => Date, parts: HeldAnswersParts) {
  const { outbox, removals, keep } = parts;
  const { traits, fits, clean, keepKnown } = parts.values;
  let state: FormState = EMPTY_STATE;
  let drafts: Drafts = {};
  let isPartial = false;
  let changes = 0;
  const listeners = createKeyListeners();

  const moment = () => momentOf(clock());
  const inputValue = (key: string): AnswerValue =>
    Object.hasOwn(drafts, key) ? (drafts[key] ?? '') : answerOf(state.answers, key);

  const tell = (keys: Iterable<string>) => {
    changes += 1;
    listeners.tell(keys);
  };

  /** Replaces everything; who follows a key is told when it may hold something else than before, with these drafts. */
  const replace = (next: { state?: FormState; drafts?: Drafts }, draftsBefore = drafts) => {
    const before = { answers: state.answers, drafts: draftsBefore };
    state = next.state ?? state;
    drafts = next.drafts ?? drafts;
    const isOther = (key: string) => before.answers[key] !== state.answers[key] || before.drafts[key] !== drafts[key];
    tell(listeners.keys().filter(isOther));
  };

  /** Marks as typed whatever really changes, except what the server alone sets. */
  const apply = (changes: Answers, nextDrafts = drafts) => {
    outbox.advance();
    const answers: Record<string, AnswerValue> = { ...state.answers };
    for (const [key, value] of Object.entries(changes)) {
      if (answerOf(state.answers, key) === value && !outbox.isOpen(key)) continue;
      answers[key] = value;
      if (traits(key)?.setBy !== 'server') outbox.type(key, value);
    }
    state = { ...state, answers };
    drafts = nextDrafts;
    keep();
    tell(Object.keys(changes));
  };

  const removeDraft = (key: string) => {
    if (!Object.hasOwn(drafts, key)) return drafts;
    const { [key]: _, ...rest } = drafts;
    return rest;
  };

  /** Those of these values whose questions are hidden by the answers. No condition looks at a draft, so none clears it. */
  const emptyHidden = (answers: Answers, values: Answers): Answers => {
    const hidden = Object.entries(values).filter(([key, value]) =>
      Object.hasOwn(clearHidden(form, { ...answers, [key]: value }), key),
    );
    return Object.fromEntries(hidden.map(([key]) => [key, '']));
  };

  const change = (key: string, given: AnswerValue) => {
    const value = clean(key, given);
    if (!fits(key, value)) return;
    const now = moment();
    const followed = changeAnswer(form, state.answers, key, value, now);
    const changes = { ...emptyHidden({ ...state.answers, ...followed }, drafts), ...followed };
    // What is hidden by this change, or answered by it, is not being typed any more.
    const kept = Object.entries(drafts).filter(([draftKey]) => !Object.hasOwn(changes, draftKey));
    const isDraft = !isStorable(form, state.answers, key, value, now);
    removals.add(removalBy(form, { ...state.answers, ...drafts }, key, changes));
    apply(changes, Object.fromEntries(isDraft ? [...kept, [key, String(value)]] : kept));
  };

  /** What the server refused stays in its field as well, to be corrected there. */
  const layUnsavedOver = (saved: Answers): FormState => ({
    ...state,
    answers: {
      ...mergeAnswers(form, { ...saved, ...clearHidden(form, saved) }, keepKnown(outbox.values()), moment()),
      ...keepKnown(outbox.refusedValues()),
    },
  });

  return {
    state: () => state,
    drafts: () => drafts,
    moment,
    inputValue,
    /** Grows with every change. */
    changes: () => changes,
    tell,
    subscribe: listeners.subscribe,
    replace,
    change,
    /** Replaces the drafts and tells nobody yet. */
    setDrafts: (next: Drafts) => {
      drafts = next;
    },
    layUnsavedOver,
    isPartial: () => isPartial,
    awaitSaved: () => {
      isPartial = true;
      tell([]);
    },
    loadSaved: (saved: Answers, keepTyped: boolean) => {
      isPartial = false;
      const typing = keepTyped ? drafts : {};
      const loaded = layUnsavedOver(saved);
      const hidden = emptyHidden(loaded.answers, { ...outbox.values(), ...typing });
      for (const key of Object.keys(hidden)) outbox.remove(key);
      const kept = Object.entries(typing).filter(
        ([key]) => !Object.hasOwn(hidden, key) && (outbox.has(key) || !isAnswered(answerOf(saved, key))),
      );
      // What was typed before these were known may hide some of them.
      for (const [key, value] of Object.entries(outbox.values())) {
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
      if (!fits(key, draft) || draft === inputValue(key)) return;
      outbox.advance();
      outbox.type(key, draft);
      const isAnswer = draft === answerOf(state.answers, key);
      drafts = isAnswer ? removeDraft(key) : { ...drafts, [key]: draft };
      keep();
      tell([key]);
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
