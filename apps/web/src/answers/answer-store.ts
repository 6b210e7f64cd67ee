import { type Form, isAnswered, openTab, releaseOf } from '@firstyear/form-engine';
import type { AnswerStore } from './answer-store-interface.ts';
import { createCurrentErrors } from './current-errors.ts';
import { createFormValues } from './form-values.ts';
import { createHeldAnswers } from './held-answers.ts';
import { createMirror } from './mirror.ts';
import { createOutbox } from './outbox.ts';
import { createOwner } from './owner.ts';
import { createRemovals } from './removals.ts';
import type { TabStorage } from './tab-storage.ts';
import { createUndo } from './undo.ts';

export type { AnswerStore } from './answer-store-interface.ts';

/** Stands in the drafts for a date that is begun but not whole: the browser does not tell what it holds. */
export const INCOMPLETE_DATE = 'incomplete';

export function createAnswerStore(form: Form, clock: () => Date, storage: TabStorage | null = null): AnswerStore {
  const release = releaseOf(form);
  const values = createFormValues(form);
  const outbox = createOutbox(clock, release);
  const removals = createRemovals(form, values);
  const mirror = createMirror(storage, values.isSealed);
  const keep = () => owner.keep();
  const held = createHeldAnswers(form, clock, { values, outbox, removals, keep });
  const { answersOf, remember, forget, ...undo } = createUndo(form, held, removals, keep);
  const { restoreVisitor, dropTyped, ...owner } = createOwner(form, {
    values,
    mirror,
    outbox,
    removals,
    held,
    release,
    forgetUndo: forget,
  });
  restoreVisitor();

  return {
    ...held,
    ...outbox,
    ...undo,
    ...owner,
    form,
    survivesReload: storage !== null,
    getState: held.state,
    changeMany: (changes) => {
      for (const [key, value] of Object.entries(changes)) held.change(key, value);
    },
    removals: removals.all,
    loadSaved: (saved, { keepTyped } = { keepTyped: true }) => {
      if (!keepTyped) dropTyped();
      held.loadSaved(saved, keepTyped);
    },
    fillEmpty: (answers) => held.fillEmpty(values.keepKnown(answers)),
    clearUndoably: () => {
      const answers = answersOf(form.byKey.keys());
      owner.clear();
      remember({ kind: 'all' }, answers);
      held.replace({});
    },
    setTabs: (tabs) => held.replace({ state: { ...held.state(), tabs } }),
    setAddAnother: (addAnother) => held.replace({ state: { ...held.state(), addAnother } }),
    chooseTab: (group, tab, clears) => {
      const left = openTab(form, group, held.state().tabs);
      const answers = answersOf(clears);
      for (const key of clears) held.change(key, '');
      remember({ kind: 'tab', group, tab: left }, answers);
      keep();
      held.replace({ state: { ...held.state(), tabs: { ...held.state().tabs, [group]: tab } } });
    },
    acknowledge: (sent, refused = {}) => {
      outbox.acknowledge(sent, refused, (key) => form.byStoredKey.has(key));
      keep();
      held.tell([]);
    },
    typedAnswers: () =>
      Object.fromEntries(
        Object.entries(outbox.values()).filter(([key, value]) => isAnswered(value) && !values.isSealed(key)),
      ),
    errors: createCurrentErrors(form, held, outbox),
  };
}
