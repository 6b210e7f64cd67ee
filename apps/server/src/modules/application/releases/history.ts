import { type Form, indexForm } from '@firstyear/form-engine';
import { changesSince, idsOf, outlineOf } from '@firstyear/form-engine/releases';
import type { RawBuilder } from 'kysely';
import type { ServedForm } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import { countSetAside } from '../row/saved-answers.ts';
import { hashOf, listReleases } from './service.ts';

const NOTHING = { changes: [], differences: [], added: [], needed: [] } satisfies ReturnType<typeof changesSince>;

/** The releases of a form with what each changed, newest first. Counts the drafts of a subquery of ids, or all. */
export async function readHistory(db: Db, served: ServedForm, among: RawBuilder<string> | undefined) {
  const releases = (await listReleases(db, served)).toReversed();
  const forms = releases.map(({ definition }) => indexForm(definition, served.form.words));
  const setAside = await countSetAside(db, [...new Set(forms.flatMap(idsOf))], among);
  const hash = hashOf(served.form);
  const history = forms.flatMap((form, index) => {
    const [release, before]: [(typeof releases)[number] | undefined, Form | undefined] = [
      releases[index],
      forms[index - 1],
    ];
    if (!release) return [];
    const known = before ? idsOf(before) : [];
    const brought = idsOf(form).filter((id) => !known.includes(id));
    const counts = setAside.map(({ migration, drafts }) => (brought.includes(migration) ? drafts : 0));
    return {
      number: release.number,
      releasedAt: release.released_at,
      serves: release.hash === hash,
      form,
      /** The release before; undefined for the first. */
      before,
      /** The number of drafts opened since that had an answer set aside. */
      drafts: counts.reduce((sum, count) => sum + count, 0),
      ...(before ? changesSince(outlineOf(before), form) : NOTHING),
    };
  });
  return history.toReversed();
}
