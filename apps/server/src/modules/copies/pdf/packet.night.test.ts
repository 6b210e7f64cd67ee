import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { answer, submit } from '@firstyear/api-contract/application';
import { PRINT_PAGE_FILE } from '@firstyear/api-contract/print-page';
import { readPdf } from '@firstyear/document-converter/testing/pdf-reading';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumBrowser } from '../../../adapters/browser/chromium-browser.ts';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { createLog } from '../../../log/create-log.ts';
import { type PrintPage, servePrintPage } from '../../../programs/print-page.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { answerReader } from '../../application/answers/sealed-answers.ts';
import { type Applicant, fillIn, newApplicant } from '../../application/row/applicant.testing.ts';
import { findApplicationById } from '../../application/row/application.ts';
import { endConversion, upload } from '../../application/uploads/uploading.testing.ts';
import { makePacket } from './packet.ts';
import { type PrintDependencies, readOrPrint } from './print-copy.ts';

/** A stand-in for the web app's service view, which ends a packet's print with a divider for each document. */
const PRINT_PAGE = `
export const styles = 'h1 { break-before: page }';
export function renderPrintPage({ answer }, scope) {
  const divider = scope === 'packet' && answer.transcript ? '<h1>Divider</h1>' : '';
  return '<!doctype html><html lang="en" data-ready="true"><title>x</title><style>' + styles +
    '</style><h1>Your Information</h1><p>' + answer.first_name + ' of ' + answer.city + '</p>' + divider;
}`;

let webRoot: string;
let server: TestApp;
let printPage: PrintPage;
let printing: PrintDependencies;
beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'firstyear-packet-'));
  await writeFile(path.join(webRoot, PRINT_PAGE_FILE), PRINT_PAGE);
  server = await testApp({ deps: { webRoot } });
  printPage = await servePrintPage(server.deps);
  const { db, deps } = server;
  const { forms, clock, config } = deps;
  const browser = chromiumBrowser({
    executable: process.env.CHROMIUM_PATH,
    searchPath: process.env.PATH ?? '',
    allowedHost: new URL(printPage.url).host,
    timeoutMs: 60_000,
    printsPerBrowser: 100,
    concurrency: 1,
    warn: () => {},
  });
  const answers = answerReader(config.secret, createLog('silent'));
  const objects = objectStoreOf(config);
  printing = { db, forms, clock, answers, browser, objects, internalUrl: printPage.url };
});
afterAll(async () => {
  await printing.browser.close();
  await printPage.stop();
  await server.stop();
  await rm(webRoot, { recursive: true, force: true });
});

async function transcriptOf(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= pages; page += 1) pdf.addPage().drawText(`Record, page ${page}`);
  pdf.setTitle('A scan');
  return pdf.save();
}

/** An applicant with a transcript of two pages, whose PDF is in the store by default. */
async function withTranscript(isStored = true): Promise<Applicant> {
  const ada = await newApplicant(server);
  await fillIn(server, ada, { first_name: 'Ada', last_name: 'Testperson', city: 'Sampleton' });
  const content = await transcriptOf(2);
  await upload(server, ada, content, 'record.pdf');
  await endConversion(server, ada.applicationId);
  const { pdf_key } = await server.db
    .selectFrom('document')
    .select('pdf_key')
    .where('application_id', '=', ada.applicationId)
    .executeTakeFirstOrThrow();
  if (isStored) await printing.objects.put(pdf_key ?? '', content);
  return ada;
}

async function applicationOf({ applicationId }: Applicant) {
  const application = await findApplicationById(server.db, applicationId);
  if (!application) throw new Error('no application');
  return application;
}
const packetOf = async (applicant: Applicant, deps = printing) =>
  makePacket(deps, await applicationOf(applicant), 'grace');

test("a packet is the print with each document after its divider, keeps the print's metadata, and is audited", async () => {
  const ada = await withTranscript();
  const { body } = await ada.call(submit);
  const packet = await packetOf(ada);
  const { label } = server.deps.forms.first.form.byKey.get('transcript')?.question ?? {};
  expect(packet).toMatchObject({ sheets: 4, documents: [{ label, pages: 2, firstSheet: 3 }] });
  const reading = await readPdf(packet.content);
  expect(reading).toMatchObject({ tagged: true, language: 'en', title: expect.stringMatching(/: Ada Testperson$/) });
  expect(reading.sheets.map((sheet) => /Ada of Sampleton|Divider|Record, page \d/.exec(sheet)?.[0])).toEqual([
    'Ada of Sampleton',
    'Divider',
    'Record, page 1',
    'Record, page 2',
  ]);
  expect(reading.sheets[0]).toContain(`Confirmation number ${body.confirmation_number}`);
  const events = await server.db
    .selectFrom('audit_event')
    .selectAll()
    .where('kind', '=', 'packet_made')
    .where('account_id', '=', ada.accountId)
    .execute();
  expect(events).toEqual([
    expect.objectContaining({
      actor: 'operator grace',
      detail: { application_id: ada.applicationId, documents: 1 },
    }),
  ]);
});

test('without a document, a packet is only the print, also for a draft', async () => {
  const bo = await newApplicant(server);
  await bo.call(answer, { payload: { first_name: 'Bo', city: 'Newtown' } });
  const packet = await packetOf(bo);
  expect(packet).toMatchObject({ sheets: 1, documents: [] });
  expect((await readPdf(packet.content)).sheets[0]).toContain('Draft - not submitted');
});

test('there is no packet if a document is missing, the submission was changed since, or answers change meanwhile', async () => {
  const lacking = await withTranscript(false);
  await expect(packetOf(lacking)).rejects.toThrow('is not in the store. Try again in a moment.');
  await server.db.deleteFrom('document').where('application_id', '=', lacking.applicationId).execute();
  await expect(packetOf(lacking)).rejects.toThrow('is not in the store. Try again in a moment.');
  const ada = await withTranscript();
  const print: PrintDependencies['browser']['print'] = async (page) => {
    await ada.call(answer, { payload: { city: 'Newtown' } });
    return printing.browser.print(page);
  };
  const changing = { ...printing, browser: { ...printing.browser, print } };
  await expect(packetOf(ada, changing)).rejects.toThrow('The application changed while the packet was being made.');
  await ada.call(submit);
  await server.db
    .updateTable('submission')
    .set({ content_hash: 'other' })
    .where('application_id', '=', ada.applicationId)
    .execute();
  await expect(packetOf(ada)).rejects.toThrow(
    'has been changed in the database since. Compare it with a backup first.',
  );
});

test("a printed copy is read, and printed again if it isn't in the store", async () => {
  const bo = await newApplicant(server);
  await bo.call(answer, { payload: { first_name: 'Bo', city: 'Newtown' } });
  const application = await applicationOf(bo);
  const read = async () => Buffer.from((await readOrPrint(printing, application)) ?? []).toString('latin1');
  expect(await read(), 'never printed').toContain('%PDF-');
  const [at, object_key] = [server.clock.now(), `pdf/${application.id}.pdf`];
  const of = { application_id: application.id, version: application.version, claimed_by: null };
  const copy = server.db
    .insertInto('pdf_copy')
    .values({ ...of, status: 'COMPLETED', object_key, created_at: at, finished_at: at });
  await copy.execute();
  expect(await read(), 'its file is gone').toContain('%PDF-');
  await printing.objects.put(object_key, Buffer.from('as it was printed'));
  expect(await read()).toBe('as it was printed');
  await server.db.updateTable('pdf_copy').set({ status: 'IN_PROGRESS' }).where('object_key', '=', object_key).execute();
  expect(await read(), 'printed just now').toContain('%PDF-');
});
