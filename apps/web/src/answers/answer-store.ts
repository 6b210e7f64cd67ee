import {
  type Answers,
  type ErrorMap,
  type Form,
  type FormState,
  openTab,
  releaseOf,
  validate,
} from '@firstyear/form-engine';
import type { TabStorage } from '@firstyear/ui/storage.ts';
import { createFormValues } from './form-values.ts';
import { createHeldAnswers, type HeldAnswers } from './held-answers.ts';
import { createMirror } from './mirror.ts';
import { createUnsent, outboxOf, type Unsent } from './outbox.ts';
import { createOwner } from './owner.ts';
import { createRemovals } from './removals.ts';
import { createUndo } from './undo.ts';

/** The draft of a date that is begun but incomplete: the browser doesn't reveal its parts. */
export const INCOMPLETE_DATE = 'incomplete';

/** Reads the errors of all pages, from the rules and the server's refusals. Computed once for each change. */
function createCurrentErrors(form: Form, held: HeldAnswers, unsent: Unsent): () => ErrorMap {
  let errors: ErrorMap = {};
  let changes = -1;
  return () => {
    if (changes === held.changes()) return errors;
    const { answers, ...tabs } = held.state();
    const found = held.isPartial()
      ? {}
      : validate(form, { ...tabs, answers: { ...answers, ...held.drafts() } }, held.moment());
    const refusals = unsent.refusedMessages().map(([key, messages]) => [key, [...(found[key] ?? []), ...messages]]);
    errors = shareErrors(errors, { ...found, ...Object.fromEntries(refusals) });
    changes = held.changes();
    return errors;
  };
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((message, position) => message === b[position]);

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

/**
 * The answers of the form in this browser tab, by key, so that typing renders one field. Answers change only through the engine's
 * changeAnswer. Beside them are three stores of their own, for those who need no answers.
 * storage: the tab's own, which has the unsaved answers for a reload (D1), except sealed ones.
 */
export function createAnswerStore(form: Form, clock: () => Date, storage: TabStorage | null = null) {
  const values = createFormValues(form);
  const unsent = createUnsent(clock, releaseOf(form));
  const removals = createRemovals(form, values);
  const mirror = createMirror(storage, values.isSealed);
  const filled = new Map<string, Answers>();
  const keep = () => keeper.keep();
  const held = createHeldAnswers(form, clock, { values, unsent, removals, keep });
  const keeper = createOwner(form, {
    values,
    mirror,
    unsent,
    removals,
    filled,
    held,
    survivesReload: storage !== null,
  });
  const { owner } = keeper;
  const { undo, answersOf } = createUndo(form, { held, removals, filled, keep, clear: owner.clear });
  const isKnown = (key: string) => form.byStoredKey.has(key);
  const onAcknowledged = () => {
    keep();
    held.notify([]);
  };
  keeper.restoreVisitor();

  return {
    form,
    /** Answers that the server lacks. */
    outbox: outboxOf(unsent, { isKnown, isSealed: values.isSealed, onAcknowledged }),
    undo,
    owner,
    getState: held.state,
    moment: held.moment,
    /** The value of an input: the draft if there is one, else the answer. */
    inputValue: held.inputValue,
    /** Sets one answer with everything that follows from it. A date that breaks its rules becomes a draft (VAL-66). */
    change: held.change,
    changeMany: (changes: Answers) => {
      for (const [key, value] of Object.entries(changes)) held.change(key, value);
    },
    /** Keeps text that is not committed yet (WIDGET-13). It is saved like an answer; rules and conditions ignore it (D14). */
    keepDraft: held.keepDraft,
    /** Turns drafts into answers, except drafts of dates. */
    commitDrafts: held.commitDrafts,
    /** Fills empty questions (a token's answers, the account's email address). Counts as typed. */
    fillEmpty: (answers: Readonly<Record<string, unknown>>) => held.fillEmpty(values.keepKnown(answers)),
    /** The saved answers can't be loaded for now: until loadSaved(), nobody knows what is missing. */
    awaitSaved: held.awaitSaved,
    isPartial: held.isPartial,
    /** Merges the server's answers with the unsaved ones, which win. keepTyped: false drops these (a submitted application). */
    loadSaved: (saved: Answers, { keepTyped } = { keepTyped: true }) => {
      if (!keepTyped) keeper.dropTyped();
      held.loadSaved(saved, keepTyped);
    },
    setTabs: (tabs: FormState['tabs']) => held.replace({ state: { ...held.state(), tabs } }),
    setAddAnother: (addAnother: FormState['addAnother']) => held.replace({ state: { ...held.state(), addAnother } }),
    /** Opens a tab and clears the answers that the previous one lists (TAB-02). */
    chooseTab: (group: string, tab: string, clears: readonly string[]) => {
      const left = openTab(form, group, held.state().tabs);
      const answers = answersOf(clears);
      for (const key of clears) held.change(key, '');
      removals.add({ place: { kind: 'tab', group, tab: left }, answers, causes: {}, around: {} });
      keep();
      held.replace({ state: { ...held.state(), tabs: { ...held.state().tabs, [group]: tab } } });
    },
    /** The errors of all pages, none while the saved answers are not loaded. The same object until an error changes. */
    errors: createCurrentErrors(form, held, unsent),
    /** Notified of changes of one key, or with null of every change. Returns a stop function. */
    subscribe: held.subscribe,
  };
}

export type AnswerStore = ReturnType<typeof createAnswerStore>;
