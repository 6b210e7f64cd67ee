import { type Answers, type Form, isAnswered } from '@firstyear/form-engine';
import type { FormValues } from './form-values.ts';
import type { HeldAnswers } from './held-answers.ts';
import type { Mirror, MirrorPlace } from './mirror.ts';
import type { Outbox } from './outbox.ts';
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
  readonly outbox: Outbox;
  readonly removals: Removals;
  readonly held: HeldAnswers;
  readonly release: string;
  readonly forgetUndo: () => void;
}

/** Whose answers these are, a visitor's or an applicant's, and what the tab's storage keeps for each. */
export function createOwner(form: Form, parts: OwnerParts) {
  const { mirror, outbox, removals, held, release, forgetUndo } = parts;
  const { tooLong, isSealed, keepKnown } = parts.values;
  let owner: string | null = null;
  let typedBefore = NOTHING_TYPED;

  const keep = () => {
    const kept = { owner, answers: outbox.toKeep(), drafts: held.drafts(), removals: removals.toKeep() };
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
      if (!(isCarried || Object.hasOwn(parsed, key)) || outbox.has(key)) continue;
      const value = parsed[key] ?? '';
      const problem = isCarried ? undefined : tooLong(key, value);
      if (problem === undefined) outbox.put(key, isCarried ? answer : { ...answer, value });
      else outbox.refuse(key, value, problem, answer.at);
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
    outbox.clear();
    forgetUndo();
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
      if (outbox.hasUnsaved() || outbox.lastRefusal() !== undefined) held.replace({ state: held.layUnsavedOver({}) });
    },
    typedBefore: () => typedBefore,
    keepTypedBefore,
    dropTyped: () => {
      outbox.clear();
      keepTypedBefore(NOTHING_TYPED);
      // The service view has no owner, and must not remove a visitor's answers in this tab.
      if (owner !== null) mirror.remove('applicant');
    },
    signIn: (username: string) => {
      if (owner === username) return false;
      if (owner !== null) clear();
      const typed = Object.entries(outbox.values()).filter(([key, value]) => form.byKey.has(key) && isAnswered(value));
      const waiting = mirror.read('visitor');
      const kept = waiting?.owner === username ? Object.entries(waiting.answers) : [];
      outbox.removeUnsaved();
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
    rename: (from: string, to: string) => {
      mirror.rename(from, to);
      if (owner === from) owner = to;
    },
    suspend: () => {
      removals.forget();
      // Once more: the response to a logout may have emptied the browser's storage.
      keep();
      forgetAll();
    },
    hasWaiting: () => mirror.read('applicant') !== undefined,
    clear,
  };
}
