import type { WebStatus } from '@firstyear/api-contract/web-status';
import { keptQuery } from '../../../db/kept-query.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';

const ORDER: Readonly<Record<WebStatus, number>> = { started: 0, validating: 1, submitted: 2 };

export interface StatusRow {
  readonly web_status: WebStatus;
  readonly created_at: Date;
}

/** In the order of the life of an application. */
export async function listStatuses(db: Db, applicationId: string): Promise<readonly StatusRow[]> {
  const rows = await db
    .selectFrom('application_status')
    .select(['web_status', 'created_at'])
    .where('application_id', '=', applicationId)
    .execute();
  return sortStatuses(rows);
}

const statusesOfOwn = keptQuery((db: Db, accountId: string, form: string, season: string) =>
  db
    .selectFrom('application_status')
    .innerJoin('application', 'application.id', 'application_status.application_id')
    .select(['application_status.web_status', 'application_status.created_at'])
    .where('application.account_id', '=', accountId)
    .where('application.form', '=', form)
    .where('application.season', '=', season),
);

/** Those of an application, in any order; see sortStatuses(). */
export const statusesQuery = (db: Db, { accountId, served }: OwnApplication) =>
  statusesOfOwn(db, accountId, served.id, served.season);

/** In the order of the life of an application. */
export function sortStatuses(rows: readonly StatusRow[]): readonly StatusRow[] {
  return rows.toSorted((a, b) => ORDER[a.web_status] - ORDER[b.web_status]);
}

export async function hasStatus(db: Db, applicationId: string, status: WebStatus): Promise<boolean> {
  return (await listStatuses(db, applicationId)).some((row) => row.web_status === status);
}

/** Adds a status; an existing one keeps its time. */
export async function addStatus(tx: Tx, applicationId: string, status: WebStatus, now: Date): Promise<void> {
  await tx
    .insertInto('application_status')
    .values({ application_id: applicationId, web_status: status, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes a status away: the office has reopened what was submitted. */
export async function removeStatus(tx: Tx, applicationId: string, status: WebStatus): Promise<void> {
  await tx
    .deleteFrom('application_status')
    .where('application_id', '=', applicationId)
    .where('web_status', '=', status)
    .execute();
}
