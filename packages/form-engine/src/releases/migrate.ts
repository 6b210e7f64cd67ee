import type { Answers, AnswerValue } from '../answers.ts';
import type { Form } from '../index-form.ts';
import { parseText } from '../kind-traits.ts';
import { traitsOf } from '../kinds/index.ts';
import { maxStoredLengthOf } from '../parse-answers.ts';
import { clearHidden } from '../visibility.ts';
import { type Migration, type Way, wayBetween } from './changes.ts';
import {
  type AtticEntry,
  type AtticReason,
  type Bench,
  benchOf,
  type Draft,
  draftOf,
  put,
  standsAs,
  take,
  type Written,
} from './draft.ts';
import { makeChange, type Place, setAside, undoChange } from './make-change.ts';

/** A draft in another release, with its answers set aside. */
export interface Migrated<V extends Written> {
  readonly draft: Draft<V>;
  readonly attic: readonly AtticEntry<V>[];
}

function undo<V extends Written>(bench: Bench<V>, { id: migration, changes }: Migration, form: Form): void {
  const restore = (place: number): boolean => {
    const mine = bench.attic.filter(
      (item) => item.migration === migration && item.place === place && item.reason !== 'ahead',
    );
    const isRestored = mine.filter((item) => {
      const isLeft =
        standsAs(bench, item.became) &&
        Object.keys(item.values).every((key) => key in item.became || standsAs(bench, { [key]: '' }));
      if (!isLeft) return false;
      take(bench, Object.keys(item.became));
      put(bench, item);
      bench.attic.splice(bench.attic.indexOf(item), 1);
      return true;
    });
    return isRestored.length > 0;
  };
  restore(-1);
  for (const [place, change] of [...changes.entries()].toReversed()) {
    if (!restore(place)) undoChange(bench, change, { migration, place }, form);
  }
}

function follow<V extends Written>(bench: Bench<V>, { undone, made }: Way, form: Form): void {
  for (const migration of undone) undo(bench, migration, form);
  for (const { id: migration, changes } of made) {
    for (const [place, change] of changes.entries()) makeChange(bench, change, { migration, place }, form);
  }
}

/** Whether a form accepts a value under a key unchanged. */
function takes(form: Form, key: string, value: AnswerValue): boolean {
  const question = form.byStoredKey.get(key)?.question;
  if (!question) return false;
  const parsed = (key === question.key ? traitsOf(question).parse : parseText)(value);
  return parsed === value && (typeof value !== 'string' || value.length <= maxStoredLengthOf(question, key));
}

/** Sets aside answers that the form doesn't accept, or hides; after a rollback, until the newer release serves again. */
function fit<V extends Written>(bench: Bench<V>, form: Form, at: Place, isBack: boolean): void {
  const aside = (key: string, reason: AtticReason) => {
    const question = form.byStoredKey.get(key)?.question.key ?? key;
    setAside(bench, at, key, reason, take(bench, key === question ? (form.storedKeys.get(key) ?? [key]) : [key]));
  };
  for (const [key, value] of [...bench.answers]) {
    if (!bench.answers.has(key) || takes(form, key, value)) continue;
    aside(key, isBack ? 'ahead' : 'unfit');
  }
  for (const key of Object.keys(clearHidden(form, Object.fromEntries(bench.answers)))) {
    if (bench.answers.has(key)) aside(key, isBack ? 'ahead' : 'hidden');
  }
}

/** Restores the answers of a newer release that were set aside at its rollback, unless a later write replaced them. */
function bringBack<V extends Written>(bench: Bench<V>, form: Form, made: readonly Migration[]): void {
  for (const entry of bench.attic.filter((item) => item.reason === 'ahead')) {
    if (!made.some(({ id }) => id === entry.migration)) continue;
    bench.attic.splice(bench.attic.indexOf(entry), 1);
    const [version, current] = [entry.versions[entry.key], bench.versions.get(entry.key)];
    const isOlder = current !== undefined && (version === undefined || version.edited_at < current.edited_at);
    const isWritten = (bench.answers.get(entry.key) ?? '') !== '';
    if (form.byStoredKey.has(entry.key) && !(isWritten && isOlder)) put(bench, entry);
  }
}

/**
 * Migrates a draft from a release with some migrations to a form with others, forward or back. Removed answers go to the
 * attic with the reason; those that the attic kept for the way back return to the draft.
 */
export function migrateDraft<V extends Written>(
  draft: Draft<V>,
  attic: readonly AtticEntry<V>[],
  from: readonly Migration[],
  form: Form,
): Migrated<V> {
  const way = wayBetween(from, form.migrations ?? []);
  const [lastUndone, lastMade] = [way.undone.at(0), way.made.at(-1)];
  const last = lastMade ?? lastUndone;
  if (last === undefined) return { draft, attic };
  const bench = benchOf(draft, attic, false);
  follow(bench, way, form);
  bringBack(bench, form, way.made);
  fit(bench, form, { migration: last.id, place: -1 }, lastUndone !== undefined);
  return { draft: draftOf(bench), attic: bench.attic };
}

/** A part of a draft, such as a save, in another release. */
export interface MigratedPart<V extends Written> {
  readonly answers: Answers;
  /** Its answers that the form has no question for. */
  readonly attic: readonly AtticEntry<V>[];
}

/** Migrates some answers, all written at once; undefined where a change needs answers that are not among them. */
export function migratePart<V extends Written>(
  answers: Answers,
  version: V,
  from: readonly Migration[],
  form: Form,
): MigratedPart<V> | undefined {
  const way = wayBetween(from, form.migrations ?? []);
  const lastUndone = way.undone.at(0);
  if (way.made.length === 0 && lastUndone === undefined) return { answers, attic: [] };
  const versions = Object.fromEntries(Object.keys(answers).map((key) => [key, version]));
  const bench = benchOf({ answers, versions, tabs: {}, addAnother: {}, page: '' }, [], true);
  follow(bench, way, form);
  if (bench.isImpossible) return undefined;
  if (lastUndone !== undefined) {
    for (const key of [...bench.answers.keys()].filter((key) => !form.byStoredKey.has(key))) {
      setAside(bench, { migration: lastUndone.id, place: -1 }, key, 'ahead', take(bench, [key]));
    }
  }
  return { answers: draftOf(bench).answers, attic: bench.attic };
}

/** The keys of renamed document questions: old to new. */
export function documentMoves(from: readonly Migration[], form: Form): ReadonlyMap<string, string> {
  const { undone, made } = wayBetween(from, form.migrations ?? []);
  const back = undone
    .flatMap(({ changes }) => changes.toReversed())
    .flatMap((item) => (item.change === 'renamed' ? [{ from: item.to, to: item.from }] : []));
  const ahead = made.flatMap(({ changes }) => changes).flatMap((item) => (item.change === 'renamed' ? [item] : []));
  const moves = new Map<string, string>();
  for (const move of [...back, ...ahead]) {
    const start = [...moves].find(([, to]) => to === move.from)?.[0] ?? move.from;
    moves.set(start, move.to);
  }
  return moves;
}
