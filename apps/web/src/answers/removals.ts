import {
  type Answers,
  type AnswerValue,
  answerOf,
  type Form,
  holds,
  isAnswered,
  traitsOf,
  type When,
} from '@firstyear/form-engine';
import type { FormValues } from './form-values.ts';

/** Where answers were taken away, and so where the applicant can bring them back. */
export type RemovalPlace =
  /** They came from a list, with a name that is another one now; key: of the lookup. */
  | { readonly kind: 'lookup'; readonly key: string }
  /** A condition hides their questions. about: as in the form. */
  | { readonly kind: 'condition'; readonly when: When; readonly about: string | undefined }
  /** Their tab was left. */
  | { readonly kind: 'tab'; readonly group: string; readonly tab: string }
  /** The applicant cleared all answers. */
  | { readonly kind: 'all' };

/** Answers that something took away. Kept as long as the tab lives and nobody logs out. */
export interface Removal {
  readonly id: number;
  readonly place: RemovalPlace;
  /** By the keys of their questions. */
  readonly answers: Answers;
  /** Answers that have to be as before for these to make sense: what they depend on, or the name they belong to. */
  readonly causes: Answers;
  /** What was left around them. Once that is something else, bringing them back would mix two schools. */
  readonly around: Answers;
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
  const hiddenGate = (asked: string) =>
    form.byKey.get(asked)?.gates.find((gate) => gate.kind === 'condition' && !holds(gate.when, after));
  const hidden = Object.keys(changes).filter((item) => item !== key && hiddenGate(item) !== undefined);
  if (hidden.length === 0) return undefined;
  const answers = answersAt(form, new Set(hidden), (asked) => answerOf(before, asked));
  const gate = hiddenGate(Object.keys(answers)[0] ?? '');
  if (gate?.kind !== 'condition') return undefined;
  return {
    place: { kind: 'condition', when: gate.when, about: gate.about },
    answers,
    causes: { [key]: answerOf(before, key) },
    around: {},
  };
}

/** Whether some of it is still missing, and nothing around it has changed since. */
export function canBringBack({ answers, around }: Removal, heldAt: (key: string) => AnswerValue): boolean {
  const isAsLeft = Object.entries(around).every(([key, value]) => heldAt(key) === value);
  return isAsLeft && Object.keys(answers).some((key) => !isAnswered(heldAt(key)));
}

const property = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;

/** A place as the tab's storage has it; undefined where the form has none like it. */
function placeOf(form: Form, kept: unknown, [first = '']: readonly string[]): RemovalPlace | undefined {
  const kind = property(kept, 'kind');
  const [key, group, tab] = ['key', 'group', 'tab'].map((name) => property(kept, name));
  if (kind === 'lookup' && typeof key === 'string') return { kind, key };
  if (kind === 'tab' && typeof group === 'string' && typeof tab === 'string') return { kind, group, tab };
  if (kind !== 'condition') return undefined;
  const when = JSON.stringify(property(kept, 'when'));
  const gate = form.byKey
    .get(first)
    ?.gates.find((gate) => gate.kind === 'condition' && JSON.stringify(gate.when) === when);
  return gate?.kind === 'condition' ? { kind, when: gate.when, about: gate.about } : undefined;
}

export interface Removals {
  /** The newest first. The same list until something changes. */
  all(): readonly Removal[];
  add(removal: NewRemoval | undefined): void;
  /** Takes one out, to bring it back. */
  take(id: number): Removal | undefined;
  /** Forgets those of a lookup that has been filled in again. */
  forgetLookup(key: string): void;
  forget(): void;
  /** What the tab's storage may hold of them: nothing sealed, nor what the applicant cleared on purpose. */
  toKeep(): readonly unknown[];
  /** Puts back what the tab's storage holds, which may be anything. */
  restore(kept: readonly unknown[]): void;
}

export function createRemovals(
  form: Form,
  { keepKnown, isSealed }: Pick<FormValues, 'keepKnown' | 'isSealed'>,
): Removals {
  let removals: readonly Removal[] = [];
  let lastId = 0;
  const add = (removal: NewRemoval | undefined) => {
    if (!removal || Object.keys(removal.answers).length === 0) return;
    lastId += 1;
    removals = [{ ...removal, id: lastId }, ...removals];
  };
  const knownOf = (kept: unknown, name: string) => {
    const value = property(kept, name);
    return typeof value === 'object' && value !== null ? keepKnown({ ...value }) : {};
  };
  return {
    all: () => removals,
    add,
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
    toKeep: () =>
      removals.filter(
        ({ place, answers, causes }) =>
          place.kind !== 'all' && ![...Object.keys(answers), ...Object.keys(causes)].some(isSealed),
      ),
    restore: (kept) => {
      for (const removal of kept.toReversed()) {
        const answers = knownOf(removal, 'answers');
        const place = placeOf(form, property(removal, 'place'), Object.keys(answers));
        if (place) add({ place, answers, causes: knownOf(removal, 'causes'), around: knownOf(removal, 'around') });
      }
    },
  };
}
