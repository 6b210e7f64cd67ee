import {
  type Answers,
  type AnswerValue,
  answerOf,
  changeAnswer,
  clearHidden,
  EMPTY_STATE,
  type ErrorMap,
  type Form,
  type FormState,
  isAnswered,
  isStorable,
  mergeAnswers,
  momentOf,
  openTab,
  releaseOf,
  validate,
} from '@firstyear/form-engine';
import type { AnswerStore, TypedBefore } from './answer-store-interface.ts';
import { createFormValues } from './form-values.ts';
import { createKeyListeners } from './key-listeners.ts';
import { createMirror } from './mirror.ts';
import { createOutbox } from './outbox.ts';
import { answersAt, canBringBack, createRemovals, removalBy } from './removals.ts';
import type { TabStorage } from './tab-storage.ts';

export type { AnswerStore } from './answer-store-interface.ts';

const NOTHING_TYPED: TypedBefore = { answers: {}, isTaken: false };

/** Stands in the drafts for a date that is begun but not whole: the browser does not tell what it holds. */
export const INCOMPLETE_DATE = 'incomplete';

export function createAnswerStore(form: Form, clock: () => Date, storage: TabStorage | null = null): AnswerStore {
  let state: FormState = EMPTY_STATE;
  let drafts: Readonly<Record<string, string>> = {};
  const release = releaseOf(form);
  const outbox = createOutbox(clock, release);
  let owner: string | null = null;
  let typedBefore = NOTHING_TYPED;
  let isPartial = false;
  const { traits, fits, clean, isSealed, keepKnown } = createFormValues(form);
  const mirror = createMirror(storage, isSealed);
  const removals = createRemovals(form, { isSealed, keepKnown });
  const filled = new Map<string, Answers>();
  let errors: ErrorMap = {};
  let errorsAreFresh = false;
  const listeners = createKeyListeners();

  const moment = () => momentOf(clock());
  const inputValue = (key: string): AnswerValue =>
    Object.hasOwn(drafts, key) ? (drafts[key] ?? '') : answerOf(state.answers, key);

  const tell = (keys: Iterable<string>) => {
    errorsAreFresh = false;
    listeners.tell(keys);
  };

  /** Replaces everything; who follows a key is told when it may hold something else. */
  const replace = (next: { state?: FormState; drafts?: Readonly<Record<string, string>> }) => {
    const before = { answers: state.answers, drafts };
    state = next.state ?? state;
    drafts = next.drafts ?? drafts;
    const isOther = (key: string) => before.answers[key] !== state.answers[key] || before.drafts[key] !== drafts[key];
    tell(listeners.keys().filter(isOther));
  };

  const writeMirror = () => {
    const kept = { owner, answers: outbox.toKeep(), drafts, removals: removals.toKeep() };
    mirror.write(owner === null ? 'visitor' : 'applicant', kept);
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
    writeMirror();
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
    const kept = Object.entries(drafts).filter(([one]) => !Object.hasOwn(changes, one));
    const isDraft = !isStorable(form, state.answers, key, value, now);
    removals.add(removalBy(form, { ...state.answers, ...drafts }, key, changes));
    apply(changes, Object.fromEntries(isDraft ? [...kept, [key, String(value)]] : kept));
  };

  const restore = (place: 'visitor' | 'applicant', username: string | null) => {
    const mirrored = mirror.read(place);
    if (!mirrored) return;
    if (mirrored.owner !== username) {
      // What an applicant has typed before the login waits for them.
      if (place === 'applicant') mirror.remove(place);
      return;
    }
    for (const [key, answer] of Object.entries(mirrored.answers)) {
      // What was typed into another release goes to the server as it is, which knows what became of its question.
      const isCarried = (answer.release ?? '') !== release;
      const parsed = keepKnown({ [key]: answer.value });
      if (!(isCarried || Object.hasOwn(parsed, key)) || outbox.has(key)) continue;
      outbox.put(key, isCarried ? answer : { ...answer, value: parsed[key] ?? '' });
    }
    const kept = Object.entries(mirrored.drafts).filter(([key, text]) => form.byKey.has(key) && fits(key, text));
    drafts = { ...Object.fromEntries(kept), ...drafts };
    removals.restore(mirrored.removals);
  };

  const keepTypedBefore = (typed: TypedBefore) => {
    typedBefore = typed;
    if (owner === null) return;
    const kept = Object.entries(typed.answers).filter(([key]) => !typed.isTaken && !isSealed(key));
    const answers = Object.fromEntries(kept.map(([key, value]) => [key, { value, at: 0 }]));
    mirror.write('visitor', { owner, answers, drafts: {}, removals: [] });
    tell([]);
  };

  /** What the server refused stays in its field as well, to be corrected there. */
  const layUnsavedOver = (saved: Answers) => ({
    ...state,
    answers: {
      ...mergeAnswers(form, { ...saved, ...clearHidden(form, saved) }, keepKnown(outbox.values()), moment()),
      ...keepKnown(outbox.refusedValues()),
    },
  });

  const forgetAll = () => {
    // Not mirrored: suspend() leaves the unsaved answers in storage.
    outbox.clear();
    removals.forget();
    filled.clear();
    typedBefore = NOTHING_TYPED;
    isPartial = false;
    owner = null;
    replace({ state: EMPTY_STATE, drafts: {} });
  };

  const clear = () => {
    mirror.remove('visitor');
    mirror.remove('applicant');
    forgetAll();
  };

  const fillEmpty = (answers: Answers) => {
    const now = moment();
    const empties = Object.entries(answers).filter(
      ([key, value]) => isAnswered(value) && !isAnswered(inputValue(key)) && form.byKey.has(key),
    );
    if (empties.length === 0) return;
    const merged = mergeAnswers(form, state.answers, Object.fromEntries(empties), now);
    apply(Object.fromEntries(Object.entries(merged).filter(([key, value]) => state.answers[key] !== value)));
  };

  restore('visitor', null);
  if (outbox.hasUnsaved()) state = layUnsavedOver({});

  return {
    form,
    survivesReload: storage !== null,
    getState: () => state,
    moment,
    inputValue,
    change,
    changeMany: (changes) => {
      for (const [key, value] of Object.entries(changes)) change(key, value);
    },
    removeFilled: (lookup, name, keys, block) => {
      const answers = answersAt(form, new Set(keys), inputValue);
      for (const key of Object.keys(answers)) change(key, '');
      const around = Object.fromEntries(block.map((key) => [key, inputValue(key)]));
      removals.add({ place: { kind: 'lookup', key: lookup }, answers, causes: { [lookup]: name }, around });
      writeMirror();
      tell([]);
    },
    removals: removals.all,
    removalAt: (isHere) =>
      isPartial ? undefined : removals.all().find((one) => isHere(one.place) && canBringBack(one, inputValue)),
    undoRemoval: (id) => {
      const removal = removals.take(id);
      if (!removal) return;
      for (const [key, value] of Object.entries(removal.causes)) change(key, value);
      fillEmpty(removal.answers);
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
      writeMirror();
    },
    keepDraft: (key, given) => {
      const draft = String(clean(key, given));
      if (!fits(key, draft) || draft === inputValue(key)) return;
      outbox.advance();
      outbox.type(key, draft);
      const isAnswer = draft === answerOf(state.answers, key);
      drafts = isAnswer ? removeDraft(key) : { ...drafts, [key]: draft };
      writeMirror();
      tell([key]);
    },
    commitDrafts: () => {
      for (const [key, draft] of Object.entries(drafts)) {
        if (!traits(key)?.storesOnlyValid) change(key, draft);
      }
    },
    awaitSaved: () => {
      isPartial = true;
      tell([]);
    },
    isPartial: () => isPartial,
    loadSaved: (saved, { keepTyped } = { keepTyped: true }) => {
      isPartial = false;
      const typing = keepTyped ? drafts : {};
      if (!keepTyped) {
        outbox.clear();
        keepTypedBefore(NOTHING_TYPED);
        // Nobody is signed in to the service view: what a visitor typed in this tab is not its own to remove.
        if (owner !== null) mirror.remove('applicant');
      }
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
    typedBefore: () => typedBefore,
    keepTypedBefore,
    fillEmpty: (answers) => fillEmpty(keepKnown(answers)),
    signIn: (username) => {
      if (owner === username) return false;
      if (owner !== null) clear();
      const typed = Object.entries(outbox.values()).filter(([key, value]) => form.byKey.has(key) && isAnswered(value));
      const waiting = mirror.read('visitor');
      const kept = waiting?.owner === username ? Object.entries(waiting.answers) : [];
      outbox.removeUnsaved();
      drafts = Object.fromEntries(Object.entries(drafts).filter(([key]) => !typed.some(([one]) => one === key)));
      owner = username;
      restore('applicant', username);
      writeMirror();
      keepTypedBefore({
        answers: {
          ...keepKnown(Object.fromEntries(kept.map(([key, { value }]) => [key, value]))),
          ...Object.fromEntries(typed),
        },
        isTaken: false,
      });
      replace({ state: layUnsavedOver({}) });
      return typed.length > 0;
    },
    rename: (from, to) => {
      mirror.rename(from, to);
      if (owner === from) owner = to;
    },
    suspend: () => {
      removals.forget();
      // Once more: the response to a logout may have emptied the browser's storage.
      writeMirror();
      forgetAll();
    },
    clear,
    clearUndoably: () => {
      const answers = answersAt(form, new Set(form.byKey.keys()), inputValue);
      clear();
      removals.add({ place: { kind: 'all' }, answers, causes: {}, around: {} });
      replace({});
    },
    setTabs: (tabs) => replace({ state: { ...state, tabs } }),
    setAddAnother: (addAnother) => replace({ state: { ...state, addAnother } }),
    chooseTab: (group, tab, clears) => {
      const left = openTab(form, group, state.tabs);
      const answers = answersAt(form, new Set(clears), inputValue);
      for (const key of clears) change(key, '');
      removals.add({ place: { kind: 'tab', group, tab: left }, answers, causes: {}, around: {} });
      writeMirror();
      replace({ state: { ...state, tabs: { ...state.tabs, [group]: tab } } });
    },
    unsaved: outbox.unsaved,
    hasUnsaved: outbox.hasUnsaved,
    unsavedBatches: outbox.unsavedBatches,
    acknowledge: (sent, refused = {}) => {
      outbox.acknowledge(sent, refused, (key) => form.byStoredKey.has(key));
      writeMirror();
      tell([]);
    },
    refusalOf: outbox.refusalOf,
    lastRefusal: outbox.lastRefusal,
    isUnsavedUpTo: outbox.isUnsavedUpTo,
    revision: outbox.revision,
    typedAnswers: () =>
      Object.fromEntries(Object.entries(outbox.values()).filter(([key, value]) => isAnswered(value) && !isSealed(key))),
    errors: () => {
      if (!errorsAreFresh) {
        const found = isPartial ? {} : validate(form, { ...state, answers: { ...state.answers, ...drafts } }, moment());
        const told = outbox.refusedMessages().map(([key, messages]) => [key, [...(found[key] ?? []), ...messages]]);
        errors = shareErrors(errors, { ...found, ...Object.fromEntries(told) });
        errorsAreFresh = true;
      }
      return errors;
    },
    subscribe: listeners.subscribe,
    subscribeToRefusals: outbox.subscribeToRefusals,
  };
}

const isSame = (a: readonly string[] | undefined, b: readonly string[]) =>
  a !== undefined && a.length === b.length && a.every((message, position) => message === b[position]);

/** The newer error map, with the older one's lists (or the older map itself) wherever they are equal. */
export function shareErrors(older: ErrorMap, newer: ErrorMap): ErrorMap {
  const shared: Record<string, readonly string[]> = {};
  let differs = Object.keys(older).length !== Object.keys(newer).length;
  for (const [key, messages] of Object.entries(newer)) {
    const before = older[key];
    const same = before !== undefined && isSame(before, messages);
    if (!same) differs = true;
    shared[key] = same ? before : messages;
  }
  return differs ? shared : older;
}
