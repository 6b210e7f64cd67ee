import { type Answers, type Form, isAnswered, releaseOf } from '@firstyear/form-engine';
import type { FormValues } from './form-values.ts';
import type { HeldAnswers } from './held-answers.ts';
import type { Mirror, MirrorPlace } from './mirror.ts';
import type { Unsent } from './outbox.ts';
import type { Removals } from './removals.ts';

/** A visitor's answers beside an account's, by the keys of their questions. */
export interface TypedBefore {
  readonly answers: Answers;
  readonly isTaken: boolean;
}

const NOTHING_TYPED: TypedBefore = { answers: {}, isTaken: false };

interface OwnerParts {
  readonly values: FormValues;
  readonly mirror: Mirror;
  readonly unsent: Unsent;
  readonly removals: Removals;
  readonly held: HeldAnswers;
  /** Answers that a suggestion filled in, by the key of the lookup. */
  readonly filled: Map<string, Answers>;
  readonly survivesReload: boolean;
}

/** Keeps the answers of each owner apart, in memory and in the tab's storage. */
export function createOwner(form: Form, parts: OwnerParts) {
  const { mirror, unsent, removals, filled, held } = parts;
  const release = releaseOf(form);
  const { tooLong, isSealed, keepKnown } = parts.values;
  let owner: string | null = null;
  let typedBefore = NOTHING_TYPED;

  const keep = () => {
    const kept = { owner, answers: unsent.toKeep(), drafts: held.drafts(), removals: removals.toKeep() };
    mirror.write(owner === null ? 'visitor' : 'applicant', kept);
  };

  const restore = (place: MirrorPlace, username: string | null) => {
    const mirrored = mirror.read(place);
    if (!mirrored) return;
    if (mirrored.owner !== username) {
      // Answers that an applicant typed before the login wait for that applicant.
      if (place === 'applicant') mirror.remove(place);
      return;
    }
    for (const [key, answer] of Object.entries(mirrored.answers)) {
      // Answers typed into another release are sent unchanged: the server knows what became of their questions.
      const isCarried = (answer.release ?? '') !== release;
      const parsed = keepKnown({ [key]: answer.value });
      if (!isCarried && !Object.hasOwn(parsed, key)) continue;
      const value = parsed[key] ?? '';
      const problem = isCarried ? undefined : tooLong(key, value);
      if (problem === undefined) unsent.put(key, isCarried ? answer : { ...answer, value });
      else unsent.refuse(key, value, problem, answer.at);
    }
    const kept = Object.entries(mirrored.drafts).filter(([key]) => form.byKey.has(key));
    held.setDrafts({ ...Object.fromEntries(kept), ...held.drafts() });
    removals.restore(mirrored.removals);
  };

  const keepTypedBefore = (typed: TypedBefore) => {
    typedBefore = typed;
    if (owner === null) return;
    const kept = Object.entries(typed.answers).filter(([key]) => !typed.isTaken && !isSealed(key));
    const answers = Object.fromEntries(kept.map(([key, value]) => [key, { value, at: 0 }]));
    mirror.write('visitor', { owner, answers, drafts: {}, removals: [] });
    held.notify([]);
  };

  const forgetAll = () => {
    // Not mirrored: suspend() leaves the unsaved answers in storage.
    unsent.clear();
    removals.forget();
    filled.clear();
    typedBefore = NOTHING_TYPED;
    owner = null;
    held.forget();
  };

  const clear = () => {
    mirror.remove('visitor');
    mirror.remove('applicant');
    forgetAll();
  };

  return {
    keep,
    restoreVisitor: () => {
      restore('visitor', null);
      if (unsent.hasUnsaved() || unsent.lastRefusal() !== undefined) held.replace({ state: held.layUnsavedOver({}) });
    },
    dropTyped: () => {
      unsent.clear();
      keepTypedBefore(NOTHING_TYPED);
      // The service view has no owner, and must not remove a visitor's answers in this tab.
      if (owner !== null) mirror.remove('applicant');
    },
    /** Whose answers these are, a visitor's or an applicant's. */
    owner: {
      /** Whether unsaved answers survive a reload of this tab: the browser may block its storage. */
      survivesReload: parts.survivesReload,
      /** Answers typed before the login that the application doesn't have; once they are taken, the answers they replaced. */
      typedBefore: () => typedBefore,
      /** Keeps them in the tab until logout; taken and sealed ones in memory only. */
      keepTypedBefore,
      /** Restores this applicant's unsaved answers. Returns whether a visitor had typed answers, now typedBefore() (D25). */
      signIn: (username: string) => {
        if (owner === username) return false;
        if (owner !== null) clear();
        const typed = Object.entries(unsent.values()).filter(
          ([key, value]) => form.byKey.has(key) && isAnswered(value),
        );
        const waiting = mirror.read('visitor');
        const kept = waiting?.owner === username ? Object.entries(waiting.answers) : [];
        unsent.removeUnsaved();
        const draftsBefore = held.drafts();
        const isTyped = (key: string) => typed.some(([typedKey]) => typedKey === key);
        held.setDrafts(Object.fromEntries(Object.entries(held.drafts()).filter(([key]) => !isTyped(key))));
        owner = username;
        restore('applicant', username);
        keep();
        keepTypedBefore({
          answers: {
            ...keepKnown(Object.fromEntries(kept.map(([key, { value }]) => [key, value]))),
            ...Object.fromEntries(typed),
          },
          isTaken: false,
        });
        held.replace({ state: held.layUnsavedOver({}) }, draftsBefore);
        return typed.length > 0;
      },
      /** The account has another address and keeps its unsaved answers in this tab. */
      rename: (from: string, to: string) => {
        mirror.rename(from, to);
        if (owner === from) owner = to;
      },
      /** The session ended: memory is emptied, unsaved answers wait in the tab for the same username. */
      suspend: () => {
        removals.forget();
        // Once more: the response to a logout may have emptied the browser's storage.
        keep();
        forgetAll();
      },
      /** Whether unsaved answers of an applicant wait in this tab until they log in again. */
      hasWaiting: () => mirror.read('applicant') !== undefined,
      /** Logout: memory and storage are emptied. */
      clear,
    },
  };
}

export type Owner = ReturnType<typeof createOwner>['owner'];
