import type { Answers, AnswerValue } from '../answers.ts';
import type { Form } from '../index-form.ts';
import { parseText } from '../kind-traits.ts';
import { traitsOf } from '../kinds/index.ts';
import { maxStoredLengthOf } from '../parse-answers.ts';
import { clearHidden } from '../visibility.ts';
import { type Migration, type MigrationPath, migrationsBetween } from './changes.ts';
import {
  type AtticEntry,
  type AtticReason,
  type Draft,
  draftOf,
  isUnchanged,
  put,
  take,
  type WorkingDraft,
  type Written,
  workOn,
} from './draft.ts';
import { makeChange, type Place, setAside, undoChange } from './make-change.ts';

/** A draft in another release, with its answers set aside. */
export interface Migrated<V extends Written> {
  readonly draft: Draft<V>;
  readonly attic: readonly AtticEntry<V>[];
}

function undo<V extends Written>(working: WorkingDraft<V>, { id: migration, changes }: Migration, form: Form): void {
  const restore = (place: number): boolean => {
    const mine = working.attic.filter(
      (item) => item.migration === migration && item.place === place && item.reason !== 'ahead',
    );
    const isRestored = mine.filter((item) => {
      const isLeft =
        isUnchanged(working, item.became) &&
        Object.keys(item.values).every((key) => key in item.became || isUnchanged(working, { [key]: '' }));
      if (!isLeft) return false;
      take(working, Object.keys(item.became));
      put(working, item);
      working.attic.splice(working.attic.indexOf(item), 1);
      return true;
    });
    return isRestored.length > 0;
  };
  restore(-1);
  for (const [place, change] of [...changes.entries()].toReversed()) {
    if (!restore(place)) undoChange(working, change, { migration, place }, form);
  }
}

function applyMigrations<V extends Written>(
  working: WorkingDraft<V>,
  { undone, applied }: MigrationPath,
  form: Form,
): void {
  for (const migration of undone) undo(working, migration, form);
  for (const { id: migration, changes } of applied) {
    for (const [place, change] of changes.entries()) makeChange(working, change, { migration, place }, form);
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
function setAsideUnfit<V extends Written>(working: WorkingDraft<V>, form: Form, at: Place, isBack: boolean): void {
  const aside = (key: string, reason: AtticReason) => {
    const question = form.byStoredKey.get(key)?.question.key ?? key;
    setAside(working, at, key, reason, take(working, key === question ? (form.storedKeys.get(key) ?? [key]) : [key]));
  };
  for (const [key, value] of [...working.answers]) {
    if (!working.answers.has(key) || takes(form, key, value)) continue;
    aside(key, isBack ? 'ahead' : 'unfit');
  }
  for (const key of Object.keys(clearHidden(form, Object.fromEntries(working.answers)))) {
    if (working.answers.has(key)) aside(key, isBack ? 'ahead' : 'hidden');
  }
}

/** Restores the answers of a newer release that were set aside at its rollback, unless a later write replaced them. */
function restoreAhead<V extends Written>(working: WorkingDraft<V>, form: Form, applied: readonly Migration[]): void {
  for (const entry of working.attic.filter((item) => item.reason === 'ahead')) {
    if (!applied.some(({ id }) => id === entry.migration)) continue;
    working.attic.splice(working.attic.indexOf(entry), 1);
    const [version, current] = [entry.versions[entry.key], working.versions.get(entry.key)];
    const isOlder = current !== undefined && (version === undefined || version.edited_at < current.edited_at);
    const isWritten = (working.answers.get(entry.key) ?? '') !== '';
    if (form.byStoredKey.has(entry.key) && !(isWritten && isOlder)) put(working, entry);
  }
}

/**
 * Migrates a draft from a release with some migrations to a form with others, forward or back. Removed answers go to the
 * attic with the reason; those that the attic kept for the path back return to the draft.
 */
export function migrateDraft<V extends Written>(
  draft: Draft<V>,
  attic: readonly AtticEntry<V>[],
  from: readonly Migration[],
  form: Form,
): Migrated<V> {
  const path = migrationsBetween(from, form.migrations ?? []);
  const [lastUndone, lastApplied] = [path.undone.at(0), path.applied.at(-1)];
  const last = lastApplied ?? lastUndone;
  if (last === undefined) return { draft, attic };
  const working = workOn(draft, attic, false);
  applyMigrations(working, path, form);
  restoreAhead(working, form, path.applied);
  setAsideUnfit(working, form, { migration: last.id, place: -1 }, lastUndone !== undefined);
  return { draft: draftOf(working), attic: working.attic };
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
  const path = migrationsBetween(from, form.migrations ?? []);
  const lastUndone = path.undone.at(0);
  if (path.applied.length === 0 && lastUndone === undefined) return { answers, attic: [] };
  const versions = Object.fromEntries(Object.keys(answers).map((key) => [key, version]));
  const working = workOn({ answers, versions, tabs: {}, addAnother: {}, page: '' }, [], true);
  applyMigrations(working, path, form);
  if (working.lacksAnswers) return undefined;
  if (lastUndone !== undefined) {
    for (const key of [...working.answers.keys()].filter((key) => !form.byStoredKey.has(key))) {
      setAside(working, { migration: lastUndone.id, place: -1 }, key, 'ahead', take(working, [key]));
    }
  }
  return { answers: draftOf(working).answers, attic: working.attic };
}

/** The keys of renamed document questions: old to new. */
export function documentMoves(from: readonly Migration[], form: Form): ReadonlyMap<string, string> {
  const { undone, applied } = migrationsBetween(from, form.migrations ?? []);
  const back = undone
    .flatMap(({ changes }) => changes.toReversed())
    .flatMap((item) => (item.change === 'renamed' ? [{ from: item.to, to: item.from }] : []));
  const ahead = applied.flatMap(({ changes }) => changes).flatMap((item) => (item.change === 'renamed' ? [item] : []));
  const moves = new Map<string, string>();
  for (const move of [...back, ...ahead]) {
    const start = [...moves].find(([, to]) => to === move.from)?.[0] ?? move.from;
    moves.set(start, move.to);
  }
  return moves;
}
