import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { HOUR_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { type Applicant, newApplicant } from '../row/applicant.testing.ts';
import { deleteConversionRuns, deleteConversionRunsOf, listConversionRuns } from './service.ts';

const server = await suiteApp();

async function addRun({ applicationId }: Applicant, started_at: Date, ended_at: Date | null): Promise<string> {
  const document_id = randomUUID();
  const run = { application_id: applicationId, document_id, lane: 'quick', claimed_by: 7, file_size: 1 } as const;
  await server.db
    .insertInto('conversion_run')
    .values({ ...run, started_at, ended_at, outcome: ended_at && 'COMPLETED' })
    .execute();
  return document_id;
}

const runsOf = async (applicant: Applicant) =>
  (await listConversionRuns(server.db, applicant.applicationId)).map(({ document_id }) => document_id);

test('ended runs that began before a given time are deleted, or all runs of one applicant', async () => {
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  const now = server.clock.now();
  const [old, early] = [2, 1].map((hours) => new Date(now.getTime() - hours * HOUR_MS));
  if (!old || !early) throw new Error('There are two times.');
  await addRun(ada, old, now);
  const remaining = [await addRun(ada, early, now), await addRun(ada, now, null)];
  const underWay = await addRun(bo, old, null);
  await deleteConversionRuns(server.db, early);
  expect(await runsOf(ada)).toEqual(remaining);
  expect(await runsOf(bo)).toEqual([underWay]);
  await inTransaction(server.db, (tx) => deleteConversionRunsOf(tx, ada.applicationId));
  expect(await runsOf(ada)).toEqual([]);
  expect(await runsOf(bo)).toEqual([underWay]);
});
