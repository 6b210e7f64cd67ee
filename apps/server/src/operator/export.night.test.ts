import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { submit } from '@firstyear/api-contract/application';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { objectStoreOf } from '../adapters/object-store/object-store-of.ts';
import { type Applicant, fillIn, newApplicant, submitted } from '../modules/application/row/applicant.testing.ts';
import { findSnapshot, findSubmission } from '../modules/application/row/submission.ts';
import { endConversion, upload } from '../modules/application/uploads/uploading.testing.ts';
import { servePrintPage } from '../programs/print-page.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { findApplications, listApplications } from './applications.ts';
import { readLine } from './command-line.ts';
import { exportCommand } from './commands/applications.ts';
import { insertCopies } from './copies.testing.ts';
import { exportApplications, type Pace } from './export.ts';
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
const folderOf = (name: string) => path.join(root, name);
const namesIn = async (name: string) => (await readdir(folderOf(name))).sort();

const commandOf = (name: string, options: readonly string[] = ['--format', 'csv']) =>
  exportCommand.read(readLine(exportCommand, ['--out', folderOf(name), ...options]));

const run = (name: string, options?: readonly string[], print: (line: string) => void = () => {}, pace?: Pace) =>
  exportApplications(operator(), commandOf(name, options), print, pace);

type CsvRow = Readonly<Record<string, string>>;
const readRows = async (name: string): Promise<readonly CsvRow[]> =>
  parse(await readFile(path.join(folderOf(name), 'applications.csv'), 'utf8'), { bom: true, columns: true });

describe('rows', () => {
  test('each application is one row, as it was submitted; formulas are escaped, and only the owner can read the files', async () => {
    await server.db
      .updateTable('application')
      .set({ answers: JSON.stringify({ first_name: 'Eve' }) })
      .where('id', '=', applicants[0]?.applicationId ?? '')
      .execute();
    expect(await run('all')).toBe(
      `${folderOf('all')}: 5 applications, in applications.csv.
dictionary.csv says what stands in each column.
For what comes later: --since 2026-11-21T11:59:00. Some may be in both; tell them by application_id.`,
    );
    const rows = await readRows('all');
    expect(rows.map((row) => row.application_id).sort()).toEqual(
      applicants.map((applicant) => applicant.applicationId).sort(),
    );
    const ada = rows.find((row) => row.application_id === applicants[0]?.applicationId);
    expect(ada).toMatchObject({
      status: 'submitted',
      confirmation_number: expect.stringMatching(/^FY27-/),
      submitted_at: '2026-11-21T12:00:00.000Z',
      account_email: applicants[0]?.email,
      first_name: `'${FORMULA}`,
      last_name: 'Testperson',
      transcript: 'ANSWERED',
      transcript_file_name: 'record of Ada.pdf',
      jobs_count: '1',
    });
    expect(ada).not.toHaveProperty('alien_registration_number');
    expect(await namesIn('all')).toEqual(['applications.csv', 'dictionary.csv', 'export.json']);
    const modes = await Promise.all(
      ['', 'applications.csv', 'dictionary.csv'].map((name) => stat(path.join(folderOf('all'), name))),
    );
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
  });

  test('csv-exact has values exactly as applicants typed them', async () => {
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
    await server.db
      .updateTable('application')
      .set({ answers: JSON.stringify(answers) })
      .where('id', '=', cy.applicationId)
      .execute();
    server.clock.advance(1_000);
    await run('exact', ['--format', 'csv-exact', '--status', 'all']);
    const text = await readFile(path.join(folderOf('exact'), 'applications-exact.csv'), 'utf8');
    const rows: readonly CsvRow[] = parse(text, { columns: true });
    expect(rows.find((row) => row.application_id === cy.applicationId)).toMatchObject(answers);
    expect(await namesIn('exact')).toEqual(['applications-exact.csv', 'dictionary.csv', 'export.json']);
  });

  test('answers to questions of an earlier form are exported in a column of their own', async () => {
    const di = await newApplicant(server);
    const answers = JSON.stringify({ first_name: 'Di', favorite_color: 'green', has_pets: true });
    await server.db.updateTable('application').set({ answers }).where('id', '=', di.applicationId).execute();
    server.clock.advance(1_000);
    await run('earlier', ['--format', 'csv', '--status', 'all']);
    const row = (await readRows('earlier')).find((row) => row.application_id === di.applicationId);
    expect(row?.first_name).toBe('Di');
    expect(JSON.parse(row?.other_answers ?? '')).toEqual({ favorite_color: 'green', has_pets: true });
    await run('earlier-json', ['--format', 'jsonl', '--status', 'all']);
    const lines = (await readFile(path.join(folderOf('earlier-json'), 'applications.jsonl'), 'utf8')).split('\n');
    expect(lines.find((line) => line.includes(di.applicationId))).toContain('"favorite_color":"green"');
  });

  test('JSON has the stored answers, and sealed ones on request', async () => {
    await run('sealed', ['--format', 'jsonl', '--with-sealed']);
    const text = await readFile(path.join(folderOf('sealed'), 'applications.jsonl'), 'utf8');
    const records = text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(records).toHaveLength(5);
    expect(records).toContainEqual(
      expect.objectContaining({
        account_email: applicants[0]?.email,
        answers: expect.objectContaining({ ...SEALED, first_name: FORMULA }),
        documents: { transcript: { file_name: 'record of Ada.pdf', file_size: PDF.length } },
      }),
    );
    await run('plain', ['--format', 'jsonl']);
    expect(await readFile(path.join(folderOf('plain'), 'applications.jsonl'), 'utf8')).not.toContain('A123-456-789');
  });

  test('an interrupted export resumes where it stopped, without missing or duplicate rows', async () => {
    const killed = new Error('killed');
    let written: string | undefined;
    const breakOff = (line: string) => {
      written = /^(\d) of 5 applications$/.exec(line)?.[1];
      if (written !== undefined) throw killed;
    };
    const pace = { batchSize: 2, progressStep: 2 };
    await expect(run('broken', undefined, breakOff, pace)).rejects.toThrow(killed);
    expect(await namesIn('broken')).toEqual(['applications.csv.part', 'progress.json']);
    await appendFile(path.join(folderOf('broken'), 'applications.csv.part'), '"half a li');
    await expect(run('broken', ['--format', 'jsonl'])).rejects.toThrow('unfinished export with other options');
    const progressFile = path.join(folderOf('broken'), 'progress.json');
    const progress = await readFile(progressFile, 'utf8');
    await writeFile(progressFile, progress.replace(/"form_version": "[^"]+"/, '"form_version": "another"'));
    await expect(run('broken')).rejects.toThrow('unfinished export of another version of the form');
    await writeFile(progressFile, progress);
    const lines: string[] = [];
    await run('broken', undefined, (line) => lines.push(line), pace);
    expect(lines[0]).toBe(`Going on after ${written}: 5 applications to export`);
    expect(lines.slice(1), 'after every second application').toHaveLength(1);
    expect(await readFile(path.join(folderOf('broken'), 'applications.csv'), 'utf8')).toBe(
      await readFile(path.join(folderOf('all'), 'applications.csv'), 'utf8'),
    );
    expect(await namesIn('broken')).toEqual(['applications.csv', 'dictionary.csv', 'export.json']);
    await expect(run('broken')).rejects.toThrow('holds an export that is complete');
  });

  test('exports can be limited by status and time', async () => {
    await run('started', ['--format', 'csv', '--status', 'started,validating']);
    expect(await readRows('started')).toEqual([
      expect.objectContaining({
        account_email: started.email,
        status: 'validating',
        confirmation_number: '',
        first_name: 'Cy',
        other_answers: '',
      }),
    ]);
    await run('drafts', ['--format', 'jsonl', '--status', 'validating']);
    expect(JSON.parse(await readFile(path.join(folderOf('drafts'), 'applications.jsonl'), 'utf8'))).toMatchObject({
      confirmation_number: null,
      submitted_at: null,
    });
    expect(await run('later', ['--format', 'csv', '--since', '2026-11-22'])).toContain('0 applications');
  });

  test('a folder with other files is left alone', async () => {
    await writeFile(folderOf('file'), 'mine');
    await expect(run('file')).rejects.toThrow('it is no folder');
    await expect(run('not/there')).rejects.toThrow('the folder that it is in is not there');
    await expect(exportApplications(operator(), { ...commandOf('x'), out: root }, () => {})).rejects.toThrow(
      'is not empty',
    );
    expect(await readFile(folderOf('file'), 'utf8')).toBe('mine');
  });

  test('a submission that was changed in the database afterwards is left out and named', async () => {
    const changed = applicants[4]?.applicationId ?? '';
    const before = await server.db
      .selectFrom('submission')
      .selectAll()
      .where('application_id', '=', changed)
      .executeTakeFirstOrThrow();
    await server.db
      .updateTable('submission')
      .set({ content_hash: 'other' })
      .where('application_id', '=', changed)
      .execute();
    const exporting = run('changed');
    await expect(exporting).rejects.toThrow(OperatorError);
    await expect(exporting).rejects.toThrow(`1 left out:\n  ${changed}: what was submitted has been changed`);
    expect(await readRows('changed')).toHaveLength(4);
    await server.db
      .updateTable('submission')
      .set({ content_hash: before.content_hash })
      .where('application_id', '=', changed)
      .execute();
  });
});

test('applications are listed, and found by name, address, confirmation number and id; both are audited', async () => {
  const list = await listApplications(operator(), { statuses: ['submitted'], since: undefined, limit: 2 });
  expect(list.split('\n')).toHaveLength(3);
  const [, bo] = applicants;
  if (!bo) throw new Error('no applicant');
  const found = await findApplications(operator(), 'bo 1');
  const [, line = ''] = found.split('\n');
  const [status, , term, name, address, number, id] = line.split('\t');
  expect([status, name, address, id]).toEqual([
    'submitted',
    expect.stringContaining('Bo 1'),
    bo.email,
    bo.applicationId,
  ]);
  expect(term).toMatch(/Fall|Spring|Summer/);
  for (const text of [bo.email.toUpperCase(), number?.toLowerCase() ?? '', bo.applicationId]) {
    expect(await findApplications(operator(), text)).toBe(found);
  }
  expect(await findApplications(operator(), '100%')).toBe('There are no such applications.');
  const events = await server.db
    .selectFrom('audit_event')
    .selectAll()
    .where('kind', 'like', 'applications_%')
    .execute();
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'applications_listed', actor: 'operator grace', detail: { applications: 2 } }),
  );
  expect(events).toContainEqual(
    expect.objectContaining({
      kind: 'applications_exported',
      detail: { format: 'csv', statuses: 'submitted', with_sealed: false, applications: 5 },
    }),
  );
});

describe('packets', () => {
  /** A copy as the worker prints it, so that nothing has to be printed here. */
  async function storeCopy(applicationId: string): Promise<void> {
    const key = `pdf/${applicationId}.pdf`;
    await objectStoreOf(server.deps.config).put(key, COPY);
    const { version } = await server.db
      .selectFrom('application')
      .select('version')
      .where('id', '=', applicationId)
      .executeTakeFirstOrThrow();
    await insertCopies(server, applicationId, [key], version);
  }

  test('without a page to print from, the export fails and leaves nothing behind', async () => {
    const servePage = () => Promise.reject(new OperatorError('There is no built web app to print from.'));
    const deps = { ...operator(), servePage };
    const exporting = exportApplications(deps, commandOf('none', ['--format', 'packets']), () => {});
    await expect(exporting).rejects.toThrow('There is no built web app');
    await expect(namesIn('none')).rejects.toThrow('ENOENT');
  });

  test('each application gets a folder with its text, PDF and documents; one that lacks a document is named', async () => {
    const deps = operator();
    for (const { applicationId } of applicants) await storeCopy(applicationId);
    const [ada] = applicants;
    if (!ada) throw new Error('no applicant');
    const command = commandOf('packets', ['--format', 'packets']);
    await expect(exportApplications(deps, command, () => {})).rejects.toThrow(
      `1 left out:\n  ${ada.applicationId}: a document of it is not in the store`,
    );
    expect(await namesIn('packets')).toHaveLength(6);
    const { pdf_key = '' } = (await findSnapshot(server.db, ada.applicationId))?.content.documents.transcript ?? {};
    await objectStoreOf(server.deps.config).put(pdf_key, PDF);
    const again = { ...command, out: folderOf('packets-again') };
    expect(await exportApplications(deps, again, () => {})).toMatch(
      /packets-again: 5 applications, a folder each, listed in index[.]csv[.]\nFor what comes later/,
    );
    const names = await namesIn('packets-again');
    expect(names).toHaveLength(7);
    const number = (await findSubmission(server.db, ada.applicationId))?.confirmation_number ?? '';
    const packet = path.join(again.out, number);
    expect((await readdir(packet, { recursive: true })).sort()).toEqual([
      'application.pdf',
      'application.txt',
      'documents',
      'documents/transcript.pdf',
    ]);
    expect(await readFile(path.join(packet, 'documents/transcript.pdf'))).toEqual(Buffer.from(PDF));
    const text = await readFile(path.join(packet, 'application.txt'), 'utf8');
    expect(text).toContain(`Confirmation number: ${number}`);
    expect(text).toContain(`\n  First Name: ${FORMULA}\n`);
    expect(text).toContain(`\n  Alien registration number: ${SEALED.alien_registration_number}\n`);
    expect(text).toMatch(/\n {2}Job 1\n {4}Job:\n {4}Hours per week:\n/);
    expect((await stat(packet)).mode & 0o777).toBe(0o700);
    const rows: CsvRow[] = parse(await readFile(path.join(again.out, 'index.csv'), 'utf8'), {
      bom: true,
      columns: true,
    });
    expect(rows).toHaveLength(applicants.length + 1);
    const measured = (pdf: Uint8Array) => ({
      bytes: String(pdf.length),
      sha256: createHash('sha256').update(pdf).digest('hex'),
    });
    const whose = { application_id: ada.applicationId, confirmation_number: number, account_email: ada.email };
    expect(rows.filter((row) => row.application_id === ada.applicationId)).toEqual([
      {
        ...whose,
        question: '',
        label: expect.any(String),
        file: `${number}/application.pdf`,
        uploaded_as: '',
        ...measured(COPY),
        pages: '5',
      },
      {
        ...whose,
        question: 'transcript',
        label: expect.any(String),
        file: `${number}/documents/transcript.pdf`,
        uploaded_as: 'record of Ada.pdf',
        ...measured(PDF),
        pages: '2',
      },
    ]);
    for (const row of rows) expect((await stat(path.join(again.out, row.file ?? ''))).size).toBe(Number(row.bytes));
  });
});
