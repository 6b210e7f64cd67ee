import {
  type Answers,
  type AnswerValue,
  type ErrorMap,
  type Form,
  type FormState,
  isAnswered,
  type Moment,
  openTab,
  releaseOf,
  validate,
} from '@firstyear/form-engine';
import type { TabStorage } from '@firstyear/ui/storage.ts';
import { createFormValues } from './form-values.ts';
import { createHeldAnswers, type HeldAnswers } from './held-answers.ts';
import { createMirror } from './mirror.ts';
import { createOutbox, type Outbox, type RefusedAnswers, type UnsavedAnswers } from './outbox.ts';
import { createOwner, type TypedBefore } from './owner.ts';
import { answersAt, canBringBack, createRemovals, type Removal, type RemovalPlace, type Removals } from './removals.ts';

/**
 * The answers of the form in this browser tab, by key, so that typing renders one field. Answers change only
 * through the engine's changeAnswer. Unsaved ones are mirrored in the tab's storage (D1), sealed ones in memory only.
 */
export interface AnswerStore {
  readonly form: Form;
  /** Whether unsaved answers survive a reload of this tab: the browser may block its storage. */
  readonly survivesReload: boolean;
  getState(): FormState;
  moment(): Moment;
  /** The value of an input: the draft if there is one, else the answer. */
  inputValue(key: string): AnswerValue;
  /** Sets one answer with everything that follows from it. A date that breaks its rules becomes a draft (VAL-66). */
  change(key: string, value: AnswerValue): void;
  changeMany(changes: Answers): void;
  /** Empties answers that came with a suggestion of this name, and remembers them until the rest of the block changes. */
  removeFilled(lookup: string, name: string, keys: readonly string[], block: readonly string[]): void;
  /** Removed answers, the newest first. */
  removals(): readonly Removal[];
  /** The newest removal of a place that can be brought back. */
  removalAt(isHere: (place: RemovalPlace) => boolean): Removal | undefined;
  /** Brings removed answers back as if typed again; a question that has been answered since keeps its answer. */
  undoRemoval(id: number): void;
  /** The answers that a suggestion filled in together with the answer of this key; empty when none did. */
  filledWith(key: string): Answers;
  noteFilledWith(key: string, answers: Answers): void;
  /** Keeps text that is not committed yet (WIDGET-13). It is saved like an answer; rules and conditions ignore it (D14). */
  keepDraft(key: string, draft: string): void;
  /** Turns drafts into answers, except drafts of dates. */
  commitDrafts(): void;
  /** The saved answers can't be loaded for now: until loadSaved(), nobody knows what is missing. */
  awaitSaved(): void;
  isPartial(): boolean;
  /** Merges the server's answers with the unsaved ones, which win. keepTyped: false drops these (a submitted application). */
  loadSaved(saved: Answers, options?: { readonly keepTyped: boolean }): void;
  /** Fills empty questions (a token's answers, the account's email address). Counts as typed. */
  fillEmpty(answers: Readonly<Record<string, unknown>>): void;
  /** Restores this applicant's unsaved answers. Returns whether a visitor had typed answers, now typedBefore() (D25). */
  signIn(username: string): boolean;
  /** Answers typed before the login that the application doesn't have; once they are taken, the answers they replaced. */
  typedBefore(): TypedBefore;
  /** Keeps them in the tab until logout; taken and sealed ones in memory only. */
  keepTypedBefore(typed: TypedBefore): void;
  /** The account has another address and keeps its unsaved answers in this tab. */
  rename(from: string, to: string): void;
  /** The session ended: memory is emptied, unsaved answers wait in the tab for the same username. */
  suspend(): void;
  /** Whether unsaved answers of an applicant wait in this tab until they log in again. */
  hasWaiting(): boolean;
  /** Logout: memory and storage are emptied. */
  clear(): void;
  /** "Clear my answers": the same, but they can be brought back. */
  clearUndoably(): void;
  setTabs(tabs: FormState['tabs']): void;
  setAddAnother(addAnother: FormState['addAnother']): void;
  /** Opens a tab and clears the answers that the previous one lists (TAB-02). */
  chooseTab(group: string, tab: string, clears: readonly string[]): void;
  /** Unsaved answers, or undefined when the server has acknowledged everything. */
  unsaved(): UnsavedAnswers | undefined;
  hasUnsaved(): boolean;
  /** The same in batches, oldest first: an old answer sent with a newer one would count as just as new (two devices; D3). */
  unsavedBatches(): readonly UnsavedAnswers[];
  /** Refused answers have an error, and are not sent again until they change. */
  acknowledge(sent: UnsavedAnswers, refused?: RefusedAnswers): void;
  /** Why the server refused the answer of a question; empty when it did not. */
  refusalOf(key: string): readonly string[];
  /** The answers that can't be saved as they are. */
  refusedKeys(): readonly string[];
  /** Why the server refused the last refused answer; undefined when none is refused. */
  lastRefusal(): string | undefined;
  /** Whether anything typed up to this revision is unacknowledged. */
  isUnsavedUpTo(revision: number): boolean;
  revision(): number;
  /** Unsaved answers to carry through sign-up and login, without empty and sealed ones. */
  typedAnswers(): Answers;
  /** The errors of all pages, none while the saved answers are not loaded. The same object until an error changes. */
  errors(): ErrorMap;
  /** Notified of changes of one key, or with null of every change. Returns a stop function. */
  subscribe(key: string | null, listener: () => void): () => void;
  /** Notified when the server has refused an answer, and when such an answer changes. Returns a stop function. */
  subscribeToRefusals(listener: () => void): () => void;
}

/** The draft of a date that is begun but incomplete: the browser doesn't reveal its parts. */
export const INCOMPLETE_DATE = 'incomplete';

function createUndo(form: Form, held: HeldAnswers, removals: Removals, keep: () => void) {
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
    removeFilled: (lookup, name, keys, block) => {
      const answers = answersOf(keys);
      for (const key of Object.keys(answers)) change(key, '');
      const around = Object.fromEntries(block.map((key) => [key, inputValue(key)]));
      remember({ kind: 'lookup', key: lookup }, answers, { [lookup]: name }, around);
      keep();
      held.notify([]);
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
      // Drafts, such as a date that breaks its rules.
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

/** Reads the errors of all pages, from the rules and the server's refusals. Computed once for each change. */
function createCurrentErrors(form: Form, held: HeldAnswers, outbox: Outbox): () => ErrorMap {
  let errors: ErrorMap = {};
  let changes = -1;
  return () => {
    if (changes === held.changes()) return errors;
    const { answers, ...tabs } = held.state();
    const found = held.isPartial()
      ? {}
      : validate(form, { ...tabs, answers: { ...answers, ...held.drafts() } }, held.moment());
    const refusals = outbox.refusedMessages().map(([key, messages]) => [key, [...(found[key] ?? []), ...messages]]);
    errors = shareErrors(errors, { ...found, ...Object.fromEntries(refusals) });
    changes = held.changes();
    return errors;
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
      held.notify([]);
    },
    typedAnswers: () =>
      Object.fromEntries(
        Object.entries(outbox.values()).filter(([key, value]) => isAnswered(value) && !values.isSealed(key)),
      ),
    errors: createCurrentErrors(form, held, outbox),
  };
}
