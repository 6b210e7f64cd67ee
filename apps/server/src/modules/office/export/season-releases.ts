import { indexForm } from '@firstyear/form-engine';
import type { ServedForm } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import { hashOf, listReleases } from '../../application/releases/service.ts';
import { submittedReleases } from '../../application/row/service.ts';
import type { FormRelease } from './columns.ts';

/**
 * The releases that a season's applications were submitted with and the one that serves, which reads the drafts; oldest
 * first. Empty when there is only one.
 */
export async function seasonReleases(db: Db, served: ServedForm): Promise<readonly FormRelease[]> {
  const { form, partner } = served;
  const used = new Set(await submittedReleases(db, served));
  const hash = hashOf(form);
  const kept = await listReleases(db, { partner: partner.slug, form: served.id });
  const releases = kept
    .filter((item) => item.hash === hash || used.has(item.id))
    .map(({ number, definition, hash: own }) => ({
      number,
      form: own === hash ? form : indexForm(definition, form.words),
    }))
    .toReversed();
  return releases.length > 1 ? releases : [];
}
