import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { submit } from '@firstyear/api-contract/application';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objectStoreOf } from '../adapters/object-store/object-store-of.ts';
import { type Applicant, fillIn, newApplicant, submitted } from '../modules/application/row/applicant.testing.ts';
import { findSnapshot, findSubmission } from '../modules/application/row/submission.ts';
import { endConversion, upload } from '../modules/application/uploads/uploading.testing.ts';
import { MINUTE_MS } from '../process/durations.ts';
import { servePrintPage } from '../programs/print-page.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { exportCommand } from './commands/applications.ts';
import { exportApplications } from './export.ts';
import { OperatorError } from './operator-error.ts';

let server: TestApp;
let root: string;
let applicants: readonly Applicant[];
let started: Applicant;
const SEALED = { citizenship_type: 'permanent_resident', alien_registration_number: 'A123-456-789' };
const FORMULA = '=HYPERLINK("http://mail.example","x")';
const PDF = await pdfOf(2);
const COPY = await pdfOf(5);

async function pdfOf(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) pdf.addPage();
  return pdf.save();
}

/** Submits an application with a document, its stored PDF, sealed answers, and an answer that looks like a formula. */
async function applyWithDocument(): Promise<Applicant> {
  const ada = await newApplicant(server);
  await fillIn(server, ada, { ...SEALED, first_name: FORMULA, last_name: 'Testperson', citizenship: 'CAN' });
  expect((await upload(server, ada, PDF, 'record of Ada.pdf')).status).toBe(200);
  await endConversion(server, ada.applicationId);
  expect((await ada.call(submit)).status).toBe(200);
  return ada;
}

beforeAll(async () => {
  server = await testApp();
  root = await mkdtemp(path.join(tmpdir(), 'firstyear-export-'));
  const made = [await applyWithDocument()];
  for (let count = 1; count < 5; count += 1) made.push(await submitted(server, { first_name: `Bo ${count}` }));
  started = await newApplicant(server);
  await fillIn(server, started, { first_name: 'Cy' });
  applicants = made;
  server.clock.advance(60_000);
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

const operator = () => ({
  ...server.deps,
  publicUrl: server.deps.config.publicUrl,
  operator: 'grace',
  servePage: () => servePrintPage(server.deps),
});
const fileOf = (name: string) => path.join(root, name);

const run = (name: string, options: readonly string[], deps = operator()) =>
  exportApplications(deps, exportCommand.read(['--out', fileOf(name), ...options]), () => {});

type CsvRow = Readonly<Record<string, string>>;

async function exportRows(name: string, ...options: readonly string[]): Promise<readonly CsvRow[]> {
  await run(name, ['--format', 'csv', ...options]);
  return parse(await readFile(fileOf(name), 'utf8'), { columns: true });
}

async function exportLines(name: string, ...options: readonly string[]): Promise<readonly unknown[]> {
  await run(name, ['--format', 'jsonl', ...options]);
  return (await readFile(fileOf(name), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

const answersOf = (applicationId: string, answers: object) =>
  server.db
    .updateTable('application')
    .set({ answers: JSON.stringify(answers) })
    .where('id', '=', applicationId)
    .execute();

test('each application is one row, as it was submitted, in a file for its owner alone; the export is audited', async () => {
  await answersOf(applicants[0]?.applicationId ?? '', { first_name: 'Eve' });
  const since = new Date(server.clock.now().getTime() - 2 * MINUTE_MS).toISOString().slice(0, 19);
  expect(await run('all.csv', ['--format', 'csv'])).toBe(
    `${fileOf('all.csv')}: 5 applications.
For what comes later: --since ${since}. Some may be in both; tell them by application_id.`,
  );
  const rows: readonly CsvRow[] = parse(await readFile(fileOf('all.csv'), 'utf8'), { columns: true });
  expect(rows.map((row) => row.application_id).sort()).toEqual(
    applicants.map(({ applicationId }) => applicationId).sort(),
  );
  const ada = rows.find((row) => row.application_id === applicants[0]?.applicationId);
  expect(ada).toMatchObject({
    status: 'submitted',
    confirmation_number: expect.stringMatching(/^FY27-/),
    submitted_at: '2026-11-21T12:00:00.000Z',
    account_email: applicants[0]?.email,
    season: '2027',
    first_name: FORMULA,
    last_name: 'Testperson',
    transcript: 'ANSWERED',
    transcript_file_name: 'record of Ada.pdf',
    jobs_count: '1',
  });
  expect(ada).not.toHaveProperty('alien_registration_number');
  expect((await stat(fileOf('all.csv'))).mode & 0o777).toBe(0o600);
  const { actor, detail } = await server.db
    .selectFrom('audit_event')
    .selectAll()
    .where('kind', '=', 'applications_exported')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { applications, ...facts } = detail;
  expect([actor, facts]).toEqual([
    'operator grace',
    { format: 'machine_csv', statuses: 'submitted', with_sealed: false, rows: 5 },
  ]);
  // Everybody in it finds it in their own trail.
  expect(String(applications).split(' ')).toContain(ada?.confirmation_number);
  expect(String(applications).split(' ')).toHaveLength(5);
  expect(await exportRows('first.csv', '--form', 'freshman')).toHaveLength(5);
  await expect(exportRows('none.csv', '--form', 'nobody')).rejects.toThrow('Name one of these: freshman.');
});

test('values are exactly as applicants typed them, and answers to questions of an earlier form have a column of their own', async () => {
  const typed = ['=1+1', '+44 20 7946 0000', '-5', '@ada', "'quoted", '\ttab', "''", '＝1'];
  const keys = [
    'first_name',
    'middle_name',
    'last_name',
    'preferred_name',
    'city',
    'zip',
    'phone_international',
    'birth_city',
  ];
  const answers = Object.fromEntries(keys.map((key, index) => [key, typed[index] ?? '']));
  const cy = await newApplicant(server);
  await answersOf(cy.applicationId, { ...answers, favorite_color: 'green', has_pets: true });
  server.clock.advance(1_000);
  const row = (await exportRows('exact.csv', '--status', 'all')).find((row) => row.application_id === cy.applicationId);
  expect(row).toMatchObject({ ...answers, confirmation_number: '', submitted_at: '' });
  expect(JSON.parse(row?.other_answers ?? '')).toEqual({ favorite_color: 'green', has_pets: true });
});

test('JSON has the stored answers, and sealed ones on request', async () => {
  const records = await exportLines('sealed.jsonl', '--with-sealed');
  expect(records).toHaveLength(5);
  expect(records).toContainEqual(
    expect.objectContaining({
      account_email: applicants[0]?.email,
      answers: expect.objectContaining({ ...SEALED, first_name: FORMULA }),
      documents: { transcript: { file_name: 'record of Ada.pdf', file_size: PDF.length } },
    }),
  );
  expect(JSON.stringify(await exportLines('plain.jsonl'))).not.toContain('A123-456-789');
});

test('exports can be limited by status and time, and name withdrawn applications', async () => {
  const drafts = await exportRows('drafts.csv', '--status', 'started,validating');
  expect(drafts).toEqual([
    expect.objectContaining({
      account_email: started.email,
      status: 'validating',
      first_name: 'Cy',
      other_answers: '',
    }),
  ]);
  const { applicationId } = await submitted(server, { first_name: 'Wanda' });
  const withdrawn_at = server.clock.now();
  await server.db
    .updateTable('office_application')
    .set({ withdrawn_at })
    .where('application_id', '=', applicationId)
    .execute();
  server.clock.advance(1_000);
  const withdrawn = await exportRows('withdrawn.csv', '--status', 'withdrawn', '--since', '2026-11-21');
  expect(withdrawn.map((row) => [row.application_id, row.status])).toEqual([[applicationId, 'withdrawn']]);
  expect(await exportRows('later.csv', '--since', '2026-11-22')).toEqual([]);
});

test("people get a workbook, with the same sheets as the office's", async () => {
  await run('people.xlsx', ['--format', 'xlsx']);
  const sheets = await unpackWordZip(await readFile(fileOf('people.xlsx')));
  expect([...sheets.values()].join('')).toContain('Bo 1');
});

test('a file that is there is left alone, and an export that fails leaves nothing', async () => {
  await writeFile(fileOf('mine'), 'mine');
  await expect(run('mine', ['--format', 'csv'])).rejects.toThrow('is there already. Give a new file.');
  await expect(run('not/there', ['--format', 'csv'])).rejects.toThrow('the folder that it is in is not there');
  expect(await readFile(fileOf('mine'), 'utf8')).toBe('mine');
  const before = await readdir(root);
  const servePage = () => Promise.reject(new OperatorError('There is no built web app to print from.'));
  const printing = run('none.zip', ['--format', 'packets'], { ...operator(), servePage });
  await expect(printing).rejects.toThrow('There is no built web app');
  expect(await readdir(root)).toEqual(before);
});

test('a submission that was changed in the database afterwards is left out and named', async () => {
  const changed = applicants[4]?.applicationId ?? '';
  const setHash = async (content_hash: string) =>
    server.db.updateTable('submission').set({ content_hash }).where('application_id', '=', changed).execute();
  const { content_hash } = await server.db
    .selectFrom('submission')
    .select('content_hash')
    .where('application_id', '=', changed)
    .executeTakeFirstOrThrow();
  await setHash('other');
  await expect(run('changed.csv', ['--format', 'csv'])).rejects.toThrow(
    new RegExp(`: 4 applications[.]\n[^]*1 left out, since what was submitted was changed[^]*:\n  ${changed}$`),
  );
  const rows: readonly CsvRow[] = parse(await readFile(fileOf('changed.csv'), 'utf8'), { columns: true });
  expect(rows).toHaveLength(4);
  await setHash(content_hash);
});

/** A copy as the worker prints it, so that nothing has to be printed here. */
async function storeCopy(applicationId: string): Promise<void> {
  const key = `pdf/${applicationId}.pdf`;
  await objectStoreOf(server.deps.config).put(key, COPY);
  const { version } = await server.db
    .selectFrom('application')
    .select('version')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  const at = server.clock.now();
  const copy = { application_id: applicationId, version, object_key: key, created_at: at, finished_at: at };
  await server.db
    .insertInto('pdf_copy')
    .values({ ...copy, status: 'COMPLETED', claimed_by: null })
    .execute();
}

test('packets have the PDF and the documents of each application; one that lacks a document is named', async () => {
  for (const { applicationId } of applicants) await storeCopy(applicationId);
  const [ada] = applicants;
  if (!ada) throw new Error('no applicant');
  await expect(run('packets.zip', ['--format', 'packets'])).rejects.toThrow(
    `or a document is not in the store:\n  ${ada.applicationId}`,
  );
  const { pdf_key = '' } = (await findSnapshot(server.db, ada.applicationId))?.content.documents.transcript ?? {};
  await objectStoreOf(server.deps.config).put(pdf_key, PDF);
  expect(await run('again.zip', ['--format', 'packets'])).toContain('again.zip: 5 applications.');
  const files = await unpackWordZip(await readFile(fileOf('again.zip')));
  const number = (await findSubmission(server.db, ada.applicationId))?.confirmation_number ?? '';
  const fileNamed = (name: string) => [...files].find(([path]) => path.startsWith(number) && path.endsWith(name))?.[1];
  expect(fileNamed('/application.pdf')).toEqual(Buffer.from(COPY));
  expect(fileNamed('/transcript.pdf')).toEqual(Buffer.from(PDF));
  expect(files.size).toBe(applicants.length + 2);
  const made = await server.db.selectFrom('audit_event').select('actor').where('kind', '=', 'packet_made').execute();
  expect(new Set(made.map(({ actor }) => actor))).toEqual(new Set(['operator grace']));
});
