import {
  type Answers,
  type AnswerValue,
  answerOf,
  type Form,
  holds,
  isAnswered,
  traitsOf,
  type When,
} from '@firstyear/application-form';

/** Where answers were taken away, and so where the applicant can bring them back. */
export type RemovalPlace =
  /** They came from a list, with a name that is another one now; key: of the lookup. */
  | { readonly kind: 'lookup'; readonly key: string; readonly name: string }
  /** A condition hides their questions. about: as in the form. */
  | { readonly kind: 'condition'; readonly when: When; readonly about: string | undefined }
  /** Their tab was left. */
  | { readonly kind: 'tab'; readonly group: string; readonly tab: string }
  /** The applicant cleared all answers. */
  | { readonly kind: 'all' };

/** Answers that something took away. In memory only, as long as the tab lives and nobody logs out. */
export interface Removal {
  readonly id: number;
  readonly place: RemovalPlace;
  /** By the keys of their questions. */
  readonly answers: Answers;
  /** Answers that have to be as before for these to be asked at all. */
  readonly causes: Answers;
}

type NewRemoval = Omit<Removal, 'id'>;

/** Those of these keys that an applicant has answered, in the order of the form. */
export function answersAt(form: Form, keys: ReadonlySet<string>, heldAt: (key: string) => AnswerValue): Answers {
  const answers: Record<string, AnswerValue> = {};
  for (const { question } of form.fields) {
    const { key } = question;
    if (keys.has(key) && traitsOf(question).setBy !== 'server' && isAnswered(heldAt(key))) answers[key] = heldAt(key);
  }
  return answers;
}

/** What a change of one answer takes away because conditions hide it now; undefined when nothing. */
export function removalBy(form: Form, before: Answers, key: string, changes: Answers): NewRemoval | undefined {
  const after = { ...before, ...changes };
  const hiddenGate = (one: string) =>
    form.byKey.get(one)?.gates.find((gate) => gate.kind === 'condition' && !holds(gate.when, after));
  const hidden = Object.keys(changes).filter((one) => one !== key && hiddenGate(one) !== undefined);
  if (hidden.length === 0) return undefined;
  const answers = answersAt(form, new Set(hidden), (one) => answerOf(before, one));
  const gate = hiddenGate(Object.keys(answers)[0] ?? '');
  if (gate?.kind !== 'condition') return undefined;
  return {
    place: { kind: 'condition', when: gate.when, about: gate.about },
    answers,
    causes: { [key]: answerOf(before, key) },
  };
}

export interface Removals {
  /** The newest first. The same list until something changes. */
  all(): readonly Removal[];
  add(removal: NewRemoval | undefined): void;
  /** Takes one out, to bring it back. */
  take(id: number): Removal | undefined;
  /** Forgets those of a lookup that has been filled in anew. */
  forgetLookup(key: string): void;
  forget(): void;
}

export function createRemovals(): Removals {
  let removals: readonly Removal[] = [];
  let lastId = 0;
  return {
    all: () => removals,
    add: (removal) => {
      if (!removal || Object.keys(removal.answers).length === 0) return;
      lastId += 1;
      removals = [{ ...removal, id: lastId }, ...removals];
    },
    take: (id) => {
      const taken = removals.find((removal) => removal.id === id);
      removals = removals.filter((removal) => removal !== taken);
      return taken;
    },
    forgetLookup: (key) => {
      removals = removals.filter(({ place }) => place.kind !== 'lookup' || place.key !== key);
    },
    forget: () => {
      removals = [];
    },
  };
}
