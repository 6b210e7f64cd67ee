import { type Form, type FormDefinition, indexForm } from '@firstyear/form-engine';
import {
  type Change,
  compareOutlines,
  type Difference,
  newQuestions,
  outlineOf,
  renameIn,
} from '@firstyear/form-engine/releases';
import type { ServedForm } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import { countSetAside } from '../row/saved-answers.ts';
import { hashOf, listReleases } from './service.ts';

/** Changes of meaning between two releases, and the new questions. */
interface ReleaseChanges {
  readonly differences: readonly Difference[];
  readonly changes: readonly Change[];
  /** Keys. */
  readonly added: readonly string[];
}

const idsOf = ({ migrations = [] }: Pick<FormDefinition, 'migrations'>) => migrations.map(({ id }) => id);

export function changesBetween(before: Form, after: Form): ReleaseChanges {
  const known = idsOf(before);
  const changes = (after.migrations ?? [])
    .filter(({ id }) => !known.includes(id))
    .flatMap((migration) => migration.changes);
  const then = outlineOf(before);
  return {
    differences: compareOutlines(renameIn(then, changes), outlineOf(after)),
    changes,
    added: newQuestions(then, after).added,
  };
}

export interface ReleaseInHistory extends ReleaseChanges {
  readonly number: number;
  readonly releasedAt: Date;
  readonly serves: boolean;
  readonly form: Form;
  /** The release before; undefined for the first. */
  readonly before: Form | undefined;
  /** How many drafts had an answer set aside, among those opened since. */
  readonly drafts: number;
}

/** The releases of a form, the newest first. */
export async function readHistory(db: Db, served: ServedForm): Promise<readonly ReleaseInHistory[]> {
  const name = { partner: served.partner.slug, form: served.id };
  const kept = (await listReleases(db, name)).toReversed();
  const forms = kept.map(({ definition }) => indexForm(definition, served.form.words));
  const setAside = await countSetAside(db, [...new Set(kept.flatMap(({ definition }) => idsOf(definition)))]);
  const hash = hashOf(served.form);
  const history = kept.flatMap(({ number, released_at, hash: own }, place): readonly ReleaseInHistory[] => {
    const [before, form] = [forms[place - 1], forms[place]];
    if (!form) return [];
    const known = before ? idsOf(before) : [];
    const brought = new Set(idsOf(form).filter((id) => !known.includes(id)));
    const drafts = setAside.reduce((all, item) => all + (brought.has(item.migration) ? item.drafts : 0), 0);
    const changed = before ? changesBetween(before, form) : { differences: [], changes: [], added: [] };
    return [{ number, releasedAt: released_at, serves: own === hash, form, before, drafts, ...changed }];
  });
  return history.toReversed();
}
