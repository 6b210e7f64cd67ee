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

/** Where answers were removed, and so where the applicant can bring them back. */
export type RemovalPlace =
  /** They came with a suggestion whose name has changed since. key: of the lookup. */
  | { readonly kind: 'lookup'; readonly key: string }
  /** A condition hides their questions. about: as in the form. */
  | { readonly kind: 'condition'; readonly when: When; readonly about: string | undefined }
  | { readonly kind: 'tab'; readonly group: string; readonly tab: string }
  | { readonly kind: 'all' };

/** Answers that were removed. Kept as long as the tab lives and nobody logs out. */
export interface Removal {
  readonly id: number;
  readonly place: RemovalPlace;
  readonly answers: Answers;
  /** Answers that these depend on, or the name that they belong to: they have to be as before. */
  readonly causes: Answers;
  /** The rest of their block. Once it has changed, bringing them back would mix two schools. */
  readonly around: Answers;
}

type NewRemoval = Omit<Removal, 'id'>;

/** The applicant's answers to these keys, in the order of the form. */
export function answersAt(form: Form, keys: ReadonlySet<string>, heldAt: (key: string) => AnswerValue): Answers {
  const answers: Record<string, AnswerValue> = {};
  for (const { question } of form.fields) {
    const { key } = question;
    if (keys.has(key) && traitsOf(question).setBy !== 'server' && isAnswered(heldAt(key))) answers[key] = heldAt(key);
  }
  return answers;
}

/** The answers that a change of one removes because conditions hide them now; undefined when there are none. */
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

/** Whether some of the answers are still missing, and nothing around them has changed since. */
export function canBringBack({ answers, around }: Removal, heldAt: (key: string) => AnswerValue): boolean {
  const isAsLeft = Object.entries(around).every(([key, value]) => heldAt(key) === value);
  return isAsLeft && Object.keys(answers).some((key) => !isAnswered(heldAt(key)));
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** A place from the tab's storage; undefined where the form has no such place. */
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

export function createRemovals(form: Form, { keepKnown, isSealed }: FormValues) {
  let removals: readonly Removal[] = [];
  let lastId = 0;
  const add = (removal: NewRemoval | undefined) => {
    if (!removal || Object.keys(removal.answers).length === 0) return;
    lastId += 1;
    removals = [{ ...removal, id: lastId }, ...removals];
  };
  const knownOf = (kept: unknown, name: string) => {
    const value = property(kept, name);
    return typeof value === 'object' ? keepKnown({ ...value }) : {};
  };
  return {
    /** The newest first. The same list until something changes. */
    all: () => removals,
    add,
    take: (id: number) => {
      const taken = removals.find((removal) => removal.id === id);
      removals = removals.filter((removal) => removal !== taken);
      return taken;
    },
    /** Forgets those of a lookup that has been filled in again. */
    forgetLookup: (key: string) => {
      removals = removals.filter(({ place }) => place.kind !== 'lookup' || place.key !== key);
    },
    forget: () => {
      removals = [];
    },
    /** The removals for the tab's storage: without sealed answers, and without those that the applicant cleared. */
    toKeep: (): readonly unknown[] =>
      removals.filter(
        ({ place, answers, causes }) =>
          place.kind !== 'all' && ![...Object.keys(answers), ...Object.keys(causes)].some(isSealed),
      ),
    /** Restores removals from the tab's storage, which may hold anything. */
    restore: (kept: readonly unknown[]) => {
      for (const removal of kept.toReversed()) {
        const answers = knownOf(removal, 'answers');
        const place = placeOf(form, property(removal, 'place'), Object.keys(answers));
        if (place) add({ place, answers, causes: knownOf(removal, 'causes'), around: knownOf(removal, 'around') });
      }
    },
  };
}

export type Removals = ReturnType<typeof createRemovals>;
