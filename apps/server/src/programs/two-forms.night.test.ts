import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { answer, profile, submit, webStatus } from '@firstyear/api-contract/application';
import * as desk from '@firstyear/api-contract/desk';
import { documentAnswers, pdf, startConversion } from '@firstyear/api-contract/documents';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { confirm, login, signup } from '@firstyear/api-contract/identity';
import { PRINT_PAGE_FILE } from '@firstyear/api-contract/print-page';
import { readPdf } from '@firstyear/document-converter/testing/pdf-reading';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumBrowser } from '../adapters/browser/chromium-browser.ts';
import { objectStoreOf } from '../adapters/object-store/object-store-of.ts';
import { holdClaim } from '../db/worker-claim.ts';
import { type JobQueue, openJobQueue } from '../jobs/jobs.ts';
import { createLog } from '../log/create-log.ts';
import { newAddress, PASSWORD } from '../modules/accounts/identity/person.testing.ts';
import { newColleague } from '../modules/accounts/staff/staff.testing.ts';
import { answerReader } from '../modules/application/answers/sealed-answers.ts';
import { newApplicant, submitted } from '../modules/application/row/applicant.testing.ts';
import {
  convertDependencies,
  converterOf,
  convertNext,
  takeAsPdf,
} from '../modules/application/uploads/converting.testing.ts';
import { upload } from '../modules/application/uploads/uploading.testing.ts';
import type { PrintCopyDependencies } from '../modules/copies/pdf/print-copy.ts';
import { printPdfHandler } from '../modules/copies/pdf/print-pdf.handler.ts';
import { runPackets } from '../modules/office/export/packets.ts';
import { runExport } from '../modules/office/export/service.ts';
import { requestExport } from '../modules/office/office.testing.ts';
import { collectHoldings } from '../modules/office/person/holdings.ts';
import { queueReminders } from '../modules/reference/reminders/service.ts';
import { serviceLink } from '../operator/applications.ts';
import { exportApplications } from '../operator/export.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { eventually } from '../testing/eventually.ts';
import { codeIn, lastMailTo, mailsTo } from '../testing/mail.ts';
import { TRANSFER } from '../testing/transfer-form.ts';
import { type PrintPage, servePrintPage } from './print-page.ts';

/** A stand-in for the web app's service view: renders the page titles of the given form, and each answer. */
const PRINT_PAGE = `
export const styles = 'h1 { break-before: page }';
export function renderPrintPage({ form, partner, answer }) {
  const lines = Object.entries(answer).map(([key, value]) => '<p>' + key + ': ' + value + '</p>').join('');
  const pages = (form?.pages ?? [{ title: 'The first form' }]).map(({ title }) => '<h1>' + title + '</h1>' + lines);
  return '<!doctype html><html lang="en" data-ready="true"><title>x</title><style>' + styles + '</style>'
    + (partner?.application_title ?? 'of the site') + pages.join('');
}`;

const FORM = { form: 'transfer' } as const;
const ANSWERS = {
  called: 'Bea',
  surname: 'Testperson',
  email_address: 'bea.testperson@mail.example',
  born: '2004-03-02',
  tax_number: '000-00-0007',
  start_term: 'fall_2027',
  current_college: 'Sampleton Community College',
  has_degree: 'yes',
  reasons: 'A longer walk to class.',
  is_true: true,
};

const log = createLog('silent');
let root: string;
let server: TestApp;
let printPage: PrintPage;
let printing: PrintCopyDependencies;
let queue: JobQueue;
/** A PDF of one page. */
let scan: Uint8Array;
/** A transfer student who has submitted. */
let bea: { readonly client: Client; readonly email: string; readonly number: string };

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'firstyear-forms-'));
  await writeFile(path.join(root, PRINT_PAGE_FILE), PRINT_PAGE);
  server = await testApp({ otherForms: [TRANSFER], deps: { webRoot: root } });
  printPage = await servePrintPage(server.deps);
  const { db, deps } = server;
  const browser = chromiumBrowser({
    executable: process.env.CHROMIUM_PATH,
    searchPath: process.env.PATH ?? '',
    allowedHost: new URL(printPage.url).host,
    timeoutMs: 60_000,
    printsPerBrowser: 100,
    concurrency: 1,
    warn: () => {},
  });
  queue = await openJobQueue(server.database.url, log);
  printing = {
    db,
    forms: deps.forms,
    clock: deps.clock,
    answers: answerReader(deps.config.secret, log),
    browser,
    objects: objectStoreOf(deps.config),
    jobs: queue,
    internalUrl: printPage.url,
    claim: holdClaim(server.database.url),
  };
  await queue.work([printPdfHandler(printing, log)]);
  const document = await PDFDocument.create();
  document.addPage();
  scan = await document.save();
  const signedUp = await signUpForTransfer();
  bea = { ...signedUp, number: await apply(signedUp.client) };
  server.clock.advance(60_000);
});
afterAll(async () => {
  await queue.stop();
  await printing.browser.close();
  await printPage.stop();
  await printing.claim.release();
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

const operator = () => ({
  ...server.deps,
  publicUrl: server.deps.config.publicUrl,
  operator: 'grace',
  servePage: () => servePrintPage(server.deps),
});
const applicationsOf = (email: string) =>
  server.db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.account_id')
    .selectAll('application')
    .where('account.email', '=', email)
    .orderBy('form')
    .execute();

/** Signs up, confirms and logs in with the transfer form. */
async function signUpForTransfer(): Promise<{ readonly client: Client; readonly email: string }> {
  const client = server.client();
  const email = newAddress();
  await client.call(signup, { payload: { username: email, password: PASSWORD } });
  const code = codeIn(await lastMailTo(server.db, email));
  expect((await client.call(confirm, { payload: { username: email, code } })).status).toBe(200);
  const response = await client.call(login, { ...FORM, payload: { username: email, password: PASSWORD } });
  expect(response.status).toBe(200);
  return { client, email };
}

async function attach(client: Client, key: string): Promise<void> {
  expect((await upload(server, client, scan, `${key} of Bea.pdf`, { ...FORM, key })).status).toBe(200);
  const deps = convertDependencies(server, { converter: converterOf(takeAsPdf), claim: printing.claim });
  await convertNext(deps);
}

/** Fills in and submits the transfer form. Returns the confirmation number. */
async function apply(client: Client): Promise<string> {
  expect((await client.call(answer, { ...FORM, payload: ANSWERS })).body.refused).toBeUndefined();
  for (const key of ['diploma', 'college_record']) await attach(client, key);
  for (const web_status of ['started', 'validating'] as const) {
    expect((await client.call(webStatus, { ...FORM, payload: { web_status } })).status).toBe(200);
  }
  const { status, body } = await client.call(submit, FORM);
  expect([status, body.message]).toEqual([200, 'Your application was successfully submitted.']);
  return body.confirmation_number ?? '';
}

/** Waits for the printed copy and returns its address. */
const waitForCopy = (client: Client) =>
  eventually(async () => {
    const { status, url } = (await client.call(pdf, FORM)).body;
    expect(status).toBe('COMPLETED');
    return url ?? '';
  });

test('the submission and receipt of a transfer student have the texts of the transfer form', async () => {
  const { client, email, number } = bea;
  const { body } = await client.call(profile, FORM);
  expect(body).toMatchObject({ confirmation_number: number, answer: ANSWERS });
  expect(Object.keys((await client.call(documentAnswers, FORM)).body).sort()).toEqual(['college_record', 'diploma']);
  const [receipt] = (await mailsTo(server.db, email)).filter(({ kind }) => kind === 'receipt');
  for (const words of ['Dear Bea,', 'Ask your college for a final record', 'Final college record is due'])
    expect(receipt?.text).toContain(words);
  expect(receipt?.text).not.toContain('high school');
  const dates = await client.open(`${filePaths.calendar}?form=transfer`);
  expect(dates.body).toContain('Final college record is due');
  const all = await applicationsOf(email);
  expect(all).toMatchObject([{ form: 'transfer', season: '2027', release_id: expect.any(Number) }]);
  expect(JSON.stringify(all)).not.toContain(ANSWERS.tax_number);
});

test('the copy is printed from the transfer form, under its own name', async () => {
  const file = await bea.client.open(await waitForCopy(bea.client));
  expect(file.headers['content-disposition']).toBe('attachment; filename="Larkmoor Transfer application.pdf"');
  const reading = await readPdf(file.rawPayload);
  expect(reading.title).toBe('Larkmoor Transfer - Application for Transfer Admission: Bea Testperson');
  expect(reading.bookmarks).toEqual(['About you', 'Where you study now']);
  expect(reading.sheets[0]).toContain('Application for Transfer Admission');
});

/** Exports a form and returns the rows. */
async function exportRows(form?: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const out = path.join(root, `export-${form ?? 'first'}.csv`);
  const selection = { statuses: ['submitted'], since: undefined, withSealed: false, form } as const;
  await exportApplications(operator(), { out, format: 'machine_csv', ...selection }, () => {});
  return parse(await readFile(out, 'utf8'), { columns: true });
}

test('an export at the command line contains the applications to one form, with its columns', async () => {
  const ada = await submitted(server);
  const { email, number } = bea;
  server.clock.advance(60_000);
  const transfers = await exportRows('transfer');
  const row = transfers.find(({ account_email }) => account_email === email);
  expect(row).toMatchObject({ confirmation_number: number, current_college: ANSWERS.current_college, called: 'Bea' });
  expect(row).toMatchObject({ diploma_file_name: 'diploma of Bea.pdf', college_record: 'ANSWERED', other_answers: '' });
  expect(row).not.toHaveProperty('tax_number');
  expect(row).not.toHaveProperty('hs_name');
  const firsts = await exportRows();
  expect(firsts.map(({ application_id }) => application_id)).toEqual([ada.applicationId]);
  expect(firsts[0]).toHaveProperty('hs_name');
  await expect(exportRows('essay')).rejects.toThrow('There is no form "essay". Name one of these: freshman, transfer.');
});

test('the office exports both forms at once: rows with the columns of each, and printed packets', async () => {
  const ada = await submitted(server, { first_name: 'Ada', hs_name: 'Sampleton High School' });
  const { confirmation_number = '' } = (await ada.call(profile)).body;
  const director = await newColleague(server, 'director');
  const exportAs = async (format: desk.ExportFormat) => {
    const id = await requestExport(director, format);
    const deps = { ...printing, ...server.deps, answers: printing.answers, jobs: queue };
    const { signal } = new AbortController();
    await (format === 'packets' ? runPackets : runExport)(deps, id, signal);
    return (await director.open(desk.officePaths.exportFile(id))).rawPayload;
  };
  const rows: Record<string, string>[] = parse(await exportAs('machine_csv'), { columns: true });
  const rowOf = (number: string) => rows.find((row) => row.confirmation_number === number);
  const columns = Object.keys(rows[0] ?? {});
  // Both forms share the column of the email address; questions of one form are empty for the other.
  expect(columns).toHaveLength(new Set(columns).size);
  expect(rowOf(bea.number)).toMatchObject({ called: 'Bea', hs_name: '', email_address: ANSWERS.email_address });
  expect(rowOf(confirmation_number)).toMatchObject({ called: '', first_name: 'Ada', hs_name: 'Sampleton High School' });
  expect(columns).not.toContain('tax_number');

  const files = await unpackWordZip(await exportAs('packets'));
  // Folders are named by number and name.
  const read = async (number: string) =>
    readPdf(
      [...files].find(([path]) => path.startsWith(number) && path.endsWith('/application.pdf'))?.[1] ??
        new Uint8Array(),
    );
  const transfer = await read(bea.number);
  expect([transfer.bookmarks, transfer.sheets.join(' ')]).toEqual([
    ['About you', 'Where you study now'],
    expect.stringContaining(ANSWERS.tax_number),
  ]);
  expect((await read(confirmation_number)).sheets.join(' ')).toContain('Sampleton High School');
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      expect.stringMatching(`^${bea.number}.*/diploma[.]pdf$`),
      expect.stringMatching(`^${bea.number}.*/college_record[.]pdf$`),
      'index.tsv',
    ]),
  );
});

test('one account has a separate application to each form', async () => {
  const ada = await newApplicant(server);
  await ada.call(answer, { payload: { first_name: 'Ada', email_address: 'ada@mail.example' } });
  // The first call for the other form creates the application to it.
  expect((await ada.call(profile, FORM)).body).toMatchObject({ answer: {}, web_status: [], document_answer: {} });
  await ada.call(answer, { ...FORM, payload: { called: 'Adele', email_address: 'adele@mail.example' } });
  expect((await ada.call(profile)).body.answer).toEqual({ first_name: 'Ada', email_address: 'ada@mail.example' });
  expect((await ada.call(profile, FORM)).body.answer).toEqual({ called: 'Adele', email_address: 'adele@mail.example' });
  const both = await applicationsOf(ada.email);
  expect(both.map(({ form }) => form)).toEqual(['freshman', 'transfer']);
  expect(both[0]?.release_id).not.toBe(both[1]?.release_id);

  // Each has its own questions.
  expect((await ada.call(answer, { payload: { called: 'Adele' } })).body.code).toBe('bad_answer');
  const wrong = { ...FORM, params: { key: 'transcript' }, payload: { file_key: 'uploads/one', file_name: 'a.pdf' } };
  expect((await ada.call(startConversion, wrong)).body.code).toBe('no_document_question');
  expect((await ada.call(profile, { form: 'essay' })).status).toBe(404);

  await expect(serviceLink(operator(), ada.email, 9)).rejects.toThrow(/There are several\. Name one by its id:/);
  const held = await collectHoldings(printing, ada.email);
  expect(held.rows.application.map((row) => row.form).sort()).toEqual(['freshman', 'transfer']);
});

test('reminders for drafts have the deadline of their own term and the texts of their own form', async () => {
  const { client, email } = await signUpForTransfer();
  await client.call(answer, { ...FORM, payload: { called: 'Bea', start_term: 'fall_2027' } });
  const ada = await newApplicant(server);
  await ada.call(answer, { payload: { entry_term: 'fall_2027' } });
  // Two weeks before the transfer term closes, three months before the other.
  const now = new Date('2026-11-30T12:00:00-05:00');
  await queueReminders({ ...server.deps, jobs: queue }, now);
  const reminders = (await mailsTo(server.db, email)).filter(({ kind }) => kind === 'reminder');
  expect(reminders).toHaveLength(1);
  expect(reminders[0]?.text).toContain('Dear Bea,');
  expect(reminders[0]?.text).toContain('The fall after next summer');
  expect((await mailsTo(server.db, ada.email)).filter(({ kind }) => kind === 'reminder')).toEqual([]);
});
