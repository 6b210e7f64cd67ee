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
  validate,
} from '@firstyear/form-engine';
import type { AnswerStore, TypedBefore } from './answer-store-interface.ts';
import { createFormValues } from './form-values.ts';
import { createKeyListeners } from './key-listeners.ts';
import { createMirror, type MirroredAnswer } from './mirror.ts';
import { createRefusals, type Refusal } from './refusals.ts';
import { answersAt, canBringBack, createRemovals, removalBy } from './removals.ts';
import { shareErrors } from './share-errors.ts';
import type { TabStorage } from './tab-storage.ts';
import { batchesOf, type UnsavedAnswer } from './unsaved.ts';

export type { AnswerStore } from './answer-store-interface.ts';

const NO_MESSAGES: readonly string[] = [];

const NOTHING_TYPED: TypedBefore = { answers: {}, isTaken: false };

/** Stands in the drafts for a date that is begun but not whole: the browser does not tell what it holds. */
export const INCOMPLETE_DATE = 'incomplete';

export function createAnswerStore(form: Form, clock: () => Date, storage: TabStorage | null = null): AnswerStore {
  let state: FormState = EMPTY_STATE;
  let drafts: Readonly<Record<string, string>> = {};
  let unsaved = new Map<string, UnsavedAnswer>();
  const refusals = createRefusals();
  let owner: string | null = null;
  let typedBefore = NOTHING_TYPED;
  let isPartial = false;
  let revision = 0;
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
    const answers: Record<string, MirroredAnswer> = {};
    for (const [key, { answer }] of refusals.all()) answers[key] = { value: answer.value, at: answer.at };
    for (const [key, { value, at }] of unsaved) answers[key] = { value, at };
    mirror.write(owner === null ? 'visitor' : 'applicant', { owner, answers, drafts, removals: removals.toKeep() });
  };

  const unsavedValues = (): Answers => Object.fromEntries([...unsaved].map(([key, one]) => [key, one.value]));

  const markTyped = (key: string, value: AnswerValue) => {
    refusals.remove(key);
    unsaved.set(key, { value, at: clock().getTime(), revision });
  };

  /** Marks as typed whatever really changes, except what the server alone sets. */
  const apply = (changes: Answers, nextDrafts: Readonly<Record<string, string>> = drafts) => {
    revision += 1;
    const answers: Record<string, AnswerValue> = { ...state.answers };
    for (const [key, value] of Object.entries(changes)) {
      if (answerOf(state.answers, key) === value && !unsaved.has(key) && !refusals.all().has(key)) continue;
      answers[key] = value;
      if (traits(key)?.setBy !== 'server') markTyped(key, value);
    }
    const touched = new Set(Object.keys(changes));
    if (nextDrafts !== drafts) for (const key of [...Object.keys(drafts), ...Object.keys(nextDrafts)]) touched.add(key);
    state = { ...state, answers };
    drafts = nextDrafts;
    writeMirror();
    tell(touched);
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
    const isSame = !isDraft && kept.length === Object.keys(drafts).length;
    apply(changes, isSame ? drafts : Object.fromEntries(isDraft ? [...kept, [key, String(value)]] : kept));
  };

  const restore = (place: 'visitor' | 'applicant', username: string | null) => {
    const mirrored = mirror.read(place);
    if (!mirrored) return;
    if (mirrored.owner !== username) {
      // What an applicant has typed before the login waits for them.
      if (place === 'applicant') mirror.remove(place);
      return;
    }
    for (const [key, { value, at }] of Object.entries(mirrored.answers)) {
      const parsed = keepKnown({ [key]: value });
      if (!Object.hasOwn(parsed, key) || unsaved.has(key)) continue;
      revision += 1;
      unsaved.set(key, { value: parsed[key] ?? '', at, revision });
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
      ...mergeAnswers(form, { ...saved, ...clearHidden(form, saved) }, unsavedValues(), moment()),
      ...Object.fromEntries([...refusals.all()].map(([key, { answer }]) => [key, answer.value])),
    },
  });

  const forgetAll = () => {
    // Not mirrored: suspend() leaves the unsaved answers in storage.
    unsaved = new Map();
    refusals.clear();
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
  if (unsaved.size > 0) state = layUnsavedOver({});

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
      revision += 1;
      markTyped(key, draft);
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
      if (!keepTyped) {
        unsaved = new Map();
        refusals.clear();
        drafts = {};
        keepTypedBefore(NOTHING_TYPED);
        // Nobody is signed in to the service view: what a visitor typed in this tab is not its own to remove.
        if (owner !== null) mirror.remove('applicant');
      }
      const loaded = layUnsavedOver(saved);
      const hidden = emptyHidden(loaded.answers, { ...unsavedValues(), ...drafts });
      for (const key of Object.keys(hidden)) unsaved.delete(key);
      const kept = Object.entries(drafts).filter(
        ([key]) => !Object.hasOwn(hidden, key) && (unsaved.has(key) || !isAnswered(answerOf(saved, key))),
      );
      // What was typed before these were known may hide some of them.
      for (const [key, { value }] of unsaved) {
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
      const typed = Object.entries(unsavedValues()).filter(([key, value]) => form.byKey.has(key) && isAnswered(value));
      const waiting = mirror.read('visitor');
      const kept = waiting?.owner === username ? Object.entries(waiting.answers) : [];
      unsaved = new Map();
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
    unsaved: () => {
      if (unsaved.size === 0) return undefined;
      return {
        answers: unsavedValues(),
        revision,
        newestAt: Math.max(...[...unsaved.values()].map((one) => one.at)),
      };
    },
    hasUnsaved: () => unsaved.size > 0,
    unsavedBatches: () => batchesOf(unsaved, revision),
    acknowledge: (sent, refused = {}) => {
      const refusing = new Map<string, Refusal>();
      for (const key of Object.keys(sent.answers)) {
        const one = unsaved.get(key);
        if (!one || one.revision > sent.revision) continue;
        unsaved.delete(key);
        const words = Object.hasOwn(refused, key) ? refused[key] : undefined;
        // A key that the form no longer has is nobody's to correct.
        if (words !== undefined && form.byStoredKey.has(key)) refusing.set(key, { answer: one, messages: [words] });
      }
      refusals.add(refusing);
      writeMirror();
      tell([]);
    },
    refusalOf: (key) => refusals.all().get(key)?.messages ?? NO_MESSAGES,
    lastRefusal: () => [...refusals.all().values()].at(-1)?.messages[0],
    isUnsavedUpTo: (limit) => [...unsaved.values()].some((one) => one.revision <= limit),
    revision: () => revision,
    typedAnswers: () =>
      Object.fromEntries(Object.entries(unsavedValues()).filter(([key, value]) => isAnswered(value) && !isSealed(key))),
    errors: () => {
      if (!errorsAreFresh) {
        const found = isPartial ? {} : validate(form, { ...state, answers: { ...state.answers, ...drafts } }, moment());
        const told = [...refusals.all()].map(([key, { messages }]) => [key, [...(found[key] ?? []), ...messages]]);
        errors = shareErrors(errors, { ...found, ...Object.fromEntries(told) });
        errorsAreFresh = true;
      }
      return errors;
    },
    subscribe: listeners.subscribe,
    subscribeToRefusals: refusals.subscribe,
  };
}
