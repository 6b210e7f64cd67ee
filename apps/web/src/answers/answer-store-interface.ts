import type { Answers, AnswerValue, ErrorMap, Form, FormState, Moment } from '@firstyear/form-engine';
import type { RefusedAnswers, UnsavedAnswers } from './outbox.ts';
import type { Removal, RemovalPlace } from './removals.ts';

/** A visitor's answers beside an account's, by the keys of their questions. */
export interface TypedBefore {
  readonly answers: Answers;
  readonly isTaken: boolean;
}

/**
 * The answers of the form in this browser tab, by key, so that typing redraws one field. Answers change only
 * through the engine's changeAnswer. Unsaved ones are mirrored in the tab's storage (D1), sealed ones in memory alone.
 */
export interface AnswerStore {
  readonly form: Form;
  /** Whether unsaved answers survive a reload of this tab: the browser may block its storage. */
  readonly survivesReload: boolean;
  getState(): FormState;
  moment(): Moment;
  /** What an input shows: the draft where there is one, else the answer. */
  inputValue(key: string): AnswerValue;
  /** Sets one answer with everything that follows from it. A date that breaks its rules becomes a draft (VAL-66). */
  change(key: string, value: AnswerValue): void;
  changeMany(changes: Answers): void;
  /** Empties what came from a list with this name, and remembers it for undoRemoval() until the rest of its block changes. */
  removeFilled(lookup: string, name: string, keys: readonly string[], block: readonly string[]): void;
  /** What was taken away, the newest first. */
  removals(): readonly Removal[];
  /** The newest removal of a place that can be brought back. */
  removalAt(isHere: (place: RemovalPlace) => boolean): Removal | undefined;
  /** Brings back what a removal took, as if typed again; a question that has been answered since keeps its answer. */
  undoRemoval(id: number): void;
  /** What a list has filled in together with the answer of this key, by key; empty when nothing did. */
  filledWith(key: string): Answers;
  noteFilledWith(key: string, answers: Answers): void;
  /** Keeps text that is typed but not committed yet (WIDGET-13). It is saved like an answer; rules and conditions look away (D14). */
  keepDraft(key: string, draft: string): void;
  /** Makes answers of drafts. Dates stay drafts: they are none. */
  commitDrafts(): void;
  /** The saved answers cannot be had for now: what is missing is not known until loadSaved(). */
  awaitSaved(): void;
  isPartial(): boolean;
  /** Lays the server's answers under the unsaved ones. keepTyped: false drops those (a submitted application). */
  loadSaved(saved: Answers, options?: { readonly keepTyped: boolean }): void;
  /** Fills what is still empty (a token's answers, the account's email address). Counts as typed. */
  fillEmpty(answers: Readonly<Record<string, unknown>>): void;
  /**
   * Someone is logged in: what they left unsaved comes back. Returns whether a visitor's answers came along, which are
   * typedBefore() from now on (D25).
   */
  signIn(username: string): boolean;
  /** What was typed before the login and is not in the application; or, once taken, what it has replaced. */
  typedBefore(): TypedBefore;
  /** Keeps it in the tab until logout; what is taken, and what is sealed, in memory only. */
  keepTypedBefore(typed: TypedBefore): void;
  /** The account has another address: what it left unsaved in this tab stays its own. */
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
  /** Opens a tab and clears what the tab that is left lists (TAB-02). */
  chooseTab(group: string, tab: string, clears: readonly string[]): void;
  /** Unsaved answers, or undefined when the server has acknowledged everything. */
  unsaved(): UnsavedAnswers | undefined;
  hasUnsaved(): boolean;
  /**
   * The same in batches, oldest first, each of answers typed at about the same time: a save that was delayed must not
   * pass for newer than it is because something newer goes along (two devices; D3).
   */
  unsavedBatches(): readonly UnsavedAnswers[];
  /** Those that were refused are not sent again until they are changed, and have an error. */
  acknowledge(sent: UnsavedAnswers, refused?: RefusedAnswers): void;
  /** Why the server did not take the answer of a question; empty when it did. */
  refusalOf(key: string): readonly string[];
  /** Why the server did not take the answer that it refused last; undefined when it took all of them. */
  lastRefusal(): string | undefined;
  /** Whether anything typed up to this revision is unacknowledged. */
  isUnsavedUpTo(revision: number): boolean;
  revision(): number;
  /** Answers to carry through sign-up and login: unsaved ones that are not empty. Sealed ones stay in memory alone. */
  typedAnswers(): Answers;
  /** The errors of all pages, none while the saved answers are not known. The same object as long as nothing changes in it. */
  errors(): ErrorMap;
  /** Told about one answer key, or with null about every change. Returns how to stop. */
  subscribe(key: string | null, listener: () => void): () => void;
  /** Told when the server has refused an answer, and when such an answer is given again. Returns how to stop. */
  subscribeToRefusals(listener: () => void): () => void;
}
