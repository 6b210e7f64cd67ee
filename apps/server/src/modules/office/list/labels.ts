import type { PayloadOf } from '@firstyear/api-contract/call';
import type { renameLabel as renameLabelCall } from '@firstyear/api-contract/desk';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { StaffSession } from '../../../plugins/staff-session.ts';
import { SEES } from '../../accounts/staff/rights.ts';
import { audit, staffActor } from '../../audit/service.ts';
import { renameLabelOfExports } from '../export/service.ts';
import { scopeOf, type Viewer } from './filter.ts';
import { lockLabels, replaceLabel, selectLabelCounts, selectLabels, selectNames } from './repository.ts';
import type { ListDependencies } from './service.ts';

export { selectLabelCounts as countLabels } from './repository.ts';

/** Labels as the applications that a colleague sees have them already, or will: labels that differ in case are one. */
export async function writtenAs(
  deps: ListDependencies,
  viewer: Viewer,
  labels: readonly string[],
  coming: readonly string[] = [],
): Promise<readonly string[]> {
  const known = [...(await selectLabels(deps.db, scopeOf(deps, viewer))), ...coming];
  // The first of each spelling counts.
  const written = new Map([...known, ...labels].reverse().map((label) => [label.toLowerCase(), label]));
  return [...new Set(labels.map((label) => written.get(label.toLowerCase()) ?? label))];
}

/** writtenAs() in the transaction that adds the labels, after those of colleagues who add labels at the same moment. */
export async function writtenIn(
  tx: Tx,
  deps: ListDependencies,
  viewer: Viewer,
  labels: readonly string[],
  readComing?: (tx: Tx) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (labels.length === 0) return [];
  await lockLabels(tx);
  return writtenAs({ ...deps, db: tx }, viewer, labels, await readComing?.(tx));
}

/** The labels that a colleague sees. */
export const labelsInScope = async (deps: ListDependencies, viewer: Viewer): Promise<readonly string[]> =>
  SEES[viewer.role] === 'names' ? [] : selectLabels(deps.db, scopeOf(deps, viewer));

/** Renames a label everywhere; see the call `renameLabel`. Returns the new name as it is written. */
export function renameLabel(
  { db, clock }: Pick<ListDependencies, 'db'> & { readonly clock: () => Date },
  staff: StaffSession,
  { label, to, count }: PayloadOf<typeof renameLabelCall>,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const others = (await selectLabelCounts(tx)).filter((use) => use.label !== label);
    const written = others.find((use) => use.label.toLowerCase() === to.toLowerCase())?.label ?? to;
    const ids = await replaceLabel(tx, label, written);
    if (ids.length !== count) throw new ApiError('changed_since_preview');
    await renameLabelOfExports(tx, label, written);
    const detail = { label, renamed_to: written, count, applications: await selectNames(tx, ids) };
    await audit(tx, { kind: 'label_renamed', by: staffActor(staff), accountId: null, detail, at: clock() });
    return written;
  });
}
