import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as desk from '@firstyear/api-contract/desk';
import { pdf } from '@firstyear/api-contract/documents';
import { PRINT_PAGE_FILE } from '@firstyear/api-contract/print-page';
import { expect, test } from 'vitest';
import { holdClaim } from '../../../db/worker-claim.ts';
import { servePrintPage } from '../../../programs/print-page.ts';
import { suiteApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';
import { printCopy } from '../../copies/pdf/print-copy.ts';
import { newDraft, workerDeps } from '../office.testing.ts';

const server = await suiteApp();
const SEALED = { citizenship_type: 'permanent_resident', citizenship: 'CAN', alien_registration_number: 'A000000007' };
/** A stand-in for the web app's page that prints its input. */
const PRINT_PAGE = `export const styles = ''; export const renderPrintPage = (application) => JSON.stringify(application);`;

/** Prints all copies that wait, as a worker does; a sheet is what its page says. */
async function printWaiting(applicationId: string): Promise<void> {
  const webRoot = await mkdtemp(path.join(tmpdir(), 'firstyear-copy-'));
  await writeFile(path.join(webRoot, PRINT_PAGE_FILE), PRINT_PAGE);
  const page = await servePrintPage({ ...server.deps, webRoot });
  const claim = holdClaim(server.database.url);
  const print = async ({ url }: { readonly url: string }) => new Uint8Array(await (await fetch(url)).arrayBuffer());
  const browser = { print, warm: async () => {}, close: async () => {}, concurrency: 1 };
  const printing = { ...workerDeps(server), claim, browser, internalUrl: page.url };
  const copies = server.db.selectFrom('pdf_copy').select('id').where('application_id', '=', applicationId);
  for (const { id } of await copies.execute()) await printCopy(printing, id, true);
  await claim.release();
  await page.stop();
  await rm(webRoot, { recursive: true });
}

test('whoever may read a submission downloads its PDF copy, in which sealed answers stay sealed', async () => {
  const ada = await submitted(server, { first_name: 'Ada', last_name: 'Copywell', ...SEALED });
  const params = { id: ada.applicationId };
  const [reader, director] = [await newColleague(server, 'reader'), await newColleague(server, 'director')];
  const href = desk.officePaths.copy(ada.applicationId);
  expect((await reader.open(href)).statusCode).toBe(404);
  expect((await reader.call(desk.officeCopy, { params })).body).toEqual({ status: 'UNPROCESSED' });
  expect((await ada.call(pdf)).body).toEqual({ status: 'UNPROCESSED', url: '' });
  await printWaiting(ada.applicationId);
  for (const colleague of [reader, director]) {
    expect((await colleague.call(desk.officeCopy, { params })).body).toEqual({ status: 'COMPLETED' });
    const file = await colleague.open(href);
    expect(file.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="FY\S+ Copywell Ada.pdf"$/);
    expect(file.body).toContain('"first_name":"Ada"');
    expect(file.body).not.toContain('A000000007');
    expect(file.json().sealed_keys).toEqual(['alien_registration_number']);
  }
  expect((await ada.open((await ada.call(pdf)).body.url ?? '')).body, "the applicant's own").toContain('A000000007');
  const events = server.db.selectFrom('audit_event').where('kind', '=', 'pdf_read').select(['actor', 'account_id']);
  expect((await events.orderBy('id').execute()).slice(0, 2)).toEqual(
    [reader, director].map(({ staffId }) => ({ actor: `staff ${staffId}`, account_id: ada.accountId })),
  );
  const { history = [] } = (await reader.call(desk.officeApplication, { params })).body;
  expect(history.map(({ kind }) => kind)).not.toContain('service_view');
  expect((await director.call(desk.reopen, { params, payload: { reason: 'asked for' } })).status).toBe(200);
  expect((await director.open(href)).statusCode).toBe(404);
});

test('there is no copy of a draft, and none for an auditor or an applicant', async () => {
  const [ada, draft] = [await submitted(server), await newDraft(server)];
  const [clerk, auditor] = [await newColleague(server, 'clerk'), await newColleague(server, 'auditor')];
  expect((await clerk.call(desk.officeCopy, { params: { id: draft.applicationId } })).status).toBe(404);
  for (const other of [ada, auditor]) {
    expect([401, 403]).toContain((await other.open(desk.officePaths.copy(ada.applicationId))).statusCode);
  }
});
