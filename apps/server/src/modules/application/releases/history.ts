import { type Form, type FormDefinition, indexForm } from '@firstyear/form-engine';
import {
  type Change,
  compareOutlines,
  type Difference,
  newQuestions,
  outlineOf,
  renameIn,
} from '@firstyear/form-engine/releases';
import type { RawBuilder } from 'kysely';
import type { ServedForm } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import { countSetAside } from '../row/saved-answers.ts';
import { hashOf, listReleases } from './service.ts';

/** Changes of meaning between two releases. */
interface ReleaseChanges {
  readonly differences: readonly Difference[];
  readonly changes: readonly Change[];
  /** The keys of new questions. */
  readonly added: readonly string[];
}

const idsOf = ({ migrations = [] }: Pick<FormDefinition, 'migrations'>) => migrations.map(({ id }) => id);

export function changesBetween(before: Form, after: Form): ReleaseChanges {
  const known = idsOf(before);
  const changes = (after.migrations ?? [])
    .filter(({ id }) => !known.includes(id))
    .flatMap((migration) => migration.changes);
  const outline = outlineOf(before);
  return {
    differences: compareOutlines(renameIn(outline, changes), outlineOf(after)),
    changes,
    added: newQuestions(outline, after).added,
  };
}

export interface ReleaseInHistory extends ReleaseChanges {
  readonly number: number;
  readonly releasedAt: Date;
  readonly serves: boolean;
  readonly form: Form;
  /** The release before; undefined for the first. */
  readonly before: Form | undefined;
  /** The number of drafts opened since that had an answer set aside. */
  readonly drafts: number;
}

/** The releases of a form, newest first. Counts the drafts of a subquery of ids, or all. */
export async function readHistory(
  db: Db,
  served: ServedForm,
  among: RawBuilder<string> | undefined,
): Promise<readonly ReleaseInHistory[]> {
  const releases = (await listReleases(db, served)).toReversed();
  const forms = releases.map(({ definition }) => indexForm(definition, served.form.words));
  const migrations = new Set(releases.flatMap(({ definition }) => idsOf(definition)));
  const setAside = await countSetAside(db, [...migrations], among);
  const hash = hashOf(served.form);
  const history = releases.flatMap((release, index): readonly ReleaseInHistory[] => {
    const { number, released_at: releasedAt } = release;
    const [before, form] = [forms[index - 1], forms[index]];
    if (!form) return [];
    const known = before ? idsOf(before) : [];
    const added = new Set(idsOf(form).filter((id) => !known.includes(id)));
    const drafts = setAside.reduce((sum, item) => sum + (added.has(item.migration) ? item.drafts : 0), 0);
    const changes = before ? changesBetween(before, form) : { differences: [], changes: [], added: [] };
    return [{ number, releasedAt, serves: release.hash === hash, form, before, drafts, ...changes }];
  });
  return history.toReversed();
}
