import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { answer, submit } from '@firstyear/api-contract/application';
import * as desk from '@firstyear/api-contract/desk';
import { textPdf } from '@firstyear/document-converter/testing/corpus';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { DAY_MS, MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { type Colleague, newColleague, signInAs } from '../../accounts/staff/staff.testing.ts';
import { type Applicant, fillIn, newApplicant, submitted } from '../../application/row/applicant.testing.ts';
import { documentOf, endConversion, upload } from '../../application/uploads/uploading.testing.ts';
import { PURPOSE, requestExport, resetAfterEach, workerDeps } from '../office.testing.ts';
import { runPackets } from './packets.ts';
import { deleteOldExports, openExport, runExport } from './service.ts';
import { markFailed, partKey, writeExport } from './write-export.ts';

let director: Colleague;
const FORMULA = '=HYPERLINK("https://evil.example")';
const SEALED = { citizenship_type: 'permanent_resident', citizenship: 'CAN', alien_registration_number: 'A000000007' };
const server = await suiteApp();
beforeAll(async () => {
  director = await newColleague(server, 'director');
  await submitted(server, { first_name: FORMULA, last_name: '+Plus, "quoted" line', state: 'KY', ...SEALED });
  await submitted(server, { first_name: 'Ödön', last_name: "-'Minus", state: 'OH', zip: '43004' });
  await newApplicant(server);
});
resetAfterEach(server);

/** Runs the jobs as a worker does, with a fake print. */
async function work(id: string, signal = new AbortController().signal): Promise<void> {
  const print = async () => textPdf('The application');
  const browser = { concurrency: 1, print, warm: async () => {}, close: async () => {} };
  const deps = { ...workerDeps(server), browser, internalUrl: 'http://localhost' };
  await runExport(deps, id, signal);
  await runPackets(deps, id, signal);
}
async function exported(
  format: desk.ExportFormat,
  filter: desk.ListFilter = {},
  more: { readonly since_last?: boolean; readonly receiver?: string } = {},
) {
  const id = await requestExport(director, format, { filter, ...more });
  await work(id);
  const file = await director.open(desk.officePaths.exportFile(id));
  expect(file.statusCode).toBe(200);
  expect(Number(file.headers['content-length'])).toBe(file.rawPayload.length);
  return { id, file };
}

test('exports for systems are exact, without sealed answers and without drafts', async () => {
  const { file } = await exported('machine_csv', { sort: 'name' });
  const rows: Record<string, string>[] = parse(file.body, { columns: true });
  expect(rows.map(({ first_name, last_name }) => [first_name, last_name]).sort()).toEqual(
    [
      [FORMULA, '+Plus, "quoted" line'],
      ['Ödön', "-'Minus"],
    ].sort(),
  );
  expect(rows[0]).not.toHaveProperty('alien_registration_number');
  const { file: lines } = await exported('machine_jsonl');
  const records = lines.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records.map(({ answers }) => answers.first_name).sort()).toEqual([FORMULA, 'Ödön'].sort());
  expect(records.every(({ confirmation_number }) => /^FY/.test(confirmation_number))).toBe(true);
  expect(`${file.body}${lines.body}`).not.toContain('A000000007');
});

test('a workbook for people runs nothing, has sheets for each block, the columns and what it is, and leaves out sealed answers', async () => {
  const { file } = await exported('people_xlsx', { state: 'OH' });
  const parts = await unpackWordZip(file.rawPayload);
  const text = [...parts].map(([, content]) => content.toString()).join('\n');
  expect([...parts.keys()].filter((name) => /worksheets\/sheet\d+\.xml$/.test(name)).length).toBeGreaterThan(3);
  expect(text).not.toMatch(/<f[ >]/);
  expect(text).not.toContain('A000000007');
  const first = parts.get('xl/worksheets/sheet1.xml')?.toString() ?? '';
  expect(first).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
  expect(first).toMatch(/<\/sheetData><autoFilter ref="A1:[A-Z]+2"\/>/);
  for (const said of ['Filter: State', 'Ohio', 'Grace Staff', PURPOSE, 'Ödön']) expect(text, said).toContain(said);
  expect(file.headers['content-disposition']).toMatch(/filename="larkmoor-applications-2026-11-\d\d-1.xlsx"/);
});

test('the sheet About names the filter as its list does, not by ids', async () => {
  const payload = { name: 'Nurses', filter: { major: 'nursing' } };
  const { id: view = '' } = (await director.call(desk.saveView, { payload })).body;
  const filter = {
    view,
    residence: 'in_state',
    assigned: director.staffId,
    term: 'fall_2027',
    language: 'es',
  } as const;
  const { file } = await exported('people_xlsx', filter);
  const text = [...(await unpackWordZip(file.rawPayload))].map(([, content]) => content.toString()).join('\n');
  for (const said of ['Nurses', 'In state', 'Grace Staff', 'Fall 2027', 'Spanish', 'Filter: Assigned to'])
    expect(text, said).toContain(said);
  for (const id of [view, director.staffId, 'in_state', 'fall_2027']) expect(text, id).not.toContain(`>${id}<`);
});

const soffice = findOnPath(['soffice'], process.env.PATH ?? '');
test('a spreadsheet program shows who it is first, then the answers under their questions, and runs no formula', async () => {
  const { file } = await exported('people_xlsx');
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-workbook-'));
  try {
    await writeFile(path.join(folder, 'applications.xlsx'), file.rawPayload);
    // Commas, quotation marks, UTF-8, from the first line, all cells as shown.
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false';
    const options = ['--headless', `-env:UserInstallation=file://${folder}/profile`, '--convert-to', filter];
    await promisify(execFile)(soffice ?? '', [...options, '--outdir', folder, path.join(folder, 'applications.xlsx')]);
    const csv = await readFile(path.join(folder, 'applications.csv'));
    const [titles = []]: string[][] = parse(csv);
    expect(titles.slice(0, 4)).toEqual(['Confirmation number', 'Name', 'Submitted', 'Account email']);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).not.toContain('first_name');
    const rows: Record<string, string>[] = parse(csv, { columns: true });
    const ofName = (name: string) => rows.find((row) => row.Name === name);
    expect(ofName(`+Plus, "quoted" line, ${FORMULA}`)).toMatchObject({ 'Your name: First Name': FORMULA });
    const minus = ofName("-'Minus, Ödön");
    const { submitted_at } = await server.db
      .selectFrom('submission')
      .select('submitted_at')
      .where('confirmation_number', '=', minus?.['Confirmation number'] ?? '')
      .executeTakeFirstOrThrow();
    const shown = submitted_at.toLocaleString('sv-SE', { timeZone: 'America/New_York' }).slice(0, 16);
    expect(minus).toMatchObject({
      Submitted: expect.stringContaining(shown),
      'Date of Birth': '2008-05-17',
      'Mailing address: State/Province': 'Ohio',
      'Mailing address: ZIP/Postal Code': '43004',
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a filter applies, and applications since the last export are separated from earlier ones', async () => {
  const rowsOf = async (filter: desk.ListFilter, since_last = false) =>
    parse((await exported('machine_csv', filter, { since_last })).file.body, { columns: true }).length;
  expect(await rowsOf({ state: 'OH' })).toBe(1);
  expect(await rowsOf({})).toBe(2);
  server.clock.advance(MINUTE_MS);
  await submitted(server, { first_name: 'Later', state: 'KY' });
  expect([await rowsOf({}, true), await rowsOf({}, true), await rowsOf({})]).toEqual([1, 0, 3]);
});

test('others can download no export', async () => {
  const { id } = await exported('machine_csv');
  const auditor = await newColleague(server, 'auditor');
  for (const other of [server.client(), auditor, await newColleague(server, 'clerk')]) {
    expect([401, 403]).toContain((await other.open(desk.officePaths.exportFile(id))).statusCode);
  }
});

test("an interrupted export is rewritten, and can't be downloaded before", async () => {
  const id = await requestExport(director, 'machine_jsonl');
  const listed = async () => (await director.call(desk.exportsList)).body.exports?.find((item) => item.id === id);
  const stopped = AbortSignal.abort();
  await expect(work(id, stopped)).rejects.toThrow();
  expect((await director.open(desk.officePaths.exportFile(id))).statusCode).toBe(404);
  expect(await listed()).toMatchObject({ state: 'running', href: null });
  await work(id);
  await work(id);
  expect(await listed()).toMatchObject({ state: 'done', rows: 2 });
});

test('an application that is reopened before its export is written is not in it', async () => {
  const ada = await submitted(server, { last_name: 'Reopener', state: 'TN' });
  const begun = await Promise.all(
    (['machine_csv', 'machine_jsonl', 'people_xlsx', 'packets'] as const).map((format) =>
      requestExport(director, format, { filter: { state: 'TN' } }),
    ),
  );
  const params = { id: ada.applicationId };
  expect((await director.call(desk.reopen, { params, payload: { reason: PURPOSE } })).status).toBe(200);
  expect((await ada.call(answer, { payload: { last_name: 'Draftonly' } })).status).toBe(200);
  for (const begunId of begun) {
    await work(begunId);
    const { body: text } = await director.open(desk.officePaths.exportFile(begunId));
    expect(text).not.toMatch(/Draftonly|Reopener/);
    const listed = (await director.call(desk.exportsList)).body.exports?.find(({ id }) => id === begunId);
    expect(listed?.rows).toBe(0);
  }
});

test('packets have a folder for each application with its print and documents, and an index of the files', async () => {
  const ada = await newApplicant(server);
  await fillIn(server, ada, { last_name: 'Pack/et: "Ü" .', first_name: 'Ada.', state: 'IN' });
  await upload(server, ada, await textPdf('Ada'), 'my record.pdf');
  await endConversion(server, ada.applicationId);
  const { pdf_key } = await documentOf(server, ada);
  const content = await textPdf('Ada');
  await objectStoreOf(server.deps.config).put(pdf_key ?? '', content);
  expect((await ada.call(submit)).status).toBe(200);
  const lost = await newApplicant(server);
  await fillIn(server, lost, { last_name: 'Lost', state: 'IN' });
  await upload(server, lost, await textPdf('Lost'), 'lost.pdf');
  await endConversion(server, lost.applicationId);
  expect((await lost.call(submit)).status).toBe(200);

  const { id, file } = await exported('packets', { state: 'IN' });
  const parts = await unpackWordZip(file.rawPayload);
  const index: Record<string, string>[] = parse(parts.get('index.tsv') ?? '', {
    columns: true,
    delimiter: '\t',
    quote: null,
  });
  const line = index.find(({ uploaded_as }) => uploaded_as === 'my record.pdf');
  expect(line?.name).toBe('Pack/et: "Ü" ., Ada.');
  const folder = `${line?.confirmation_number} Pack et   Ü  ., Ada`;
  const written = [`${folder}/application.pdf`, `${folder}/transcript.pdf`];
  expect([...parts.keys()].sort()).toEqual([...written, 'index.tsv'].sort());
  expect(parts.get(`${folder}/transcript.pdf`)?.equals(content)).toBe(true);
  expect(index.map(({ file: name, problem }) => name || problem).sort()).toEqual(
    [...written, 'a document is not in the store'].sort(),
  );
  expect(index.find(({ problem }) => problem !== '')?.name).toBe('Lost, Bo');
  expect(file.headers['content-disposition']).toMatch(/filename="larkmoor-applications-2026-11-\d\d-1-packets.zip"/);
  const made = server.db.selectFrom('audit_event').selectAll().where('kind', '=', 'packet_made');
  const events = await made.where(sql`detail ->> 'export_id'`, '=', id).execute();
  expect(events.map(({ actor, detail }) => [actor, detail])).toEqual([
    [`staff ${director.staffId}`, { application_id: ada.applicationId, export_id: id, reason_id: expect.any(String) }],
  ]);
  expect((await director.call(desk.exportsList)).body.exports?.find((item) => item.id === id)).toMatchObject({
    format: 'packets',
    rows: 1,
  });
});

test('no name of an uploaded file runs as a formula in the index of packets, or hides the rows after it', async () => {
  const names = ['=HYPERLINK("evil.example").pdf', '"quoted.pdf', '@SUM(1).pdf'];
  for (const name of names) {
    const ada = await newApplicant(server);
    await fillIn(server, ada, { state: 'MT' });
    expect((await upload(server, ada, await textPdf('Ada'), name)).status).toBe(200);
    await endConversion(server, ada.applicationId);
    const { pdf_key } = await documentOf(server, ada);
    await objectStoreOf(server.deps.config).put(pdf_key ?? '', await textPdf('Ada'));
    expect((await ada.call(submit)).status).toBe(200);
  }
  const { file } = await exported('packets', { state: 'MT' });
  const index = (await unpackWordZip(file.rawPayload)).get('index.tsv')?.toString() ?? '';
  const uploaded = index.split('\n').flatMap((line) => line.split('\t')[4] || []);
  expect(uploaded.sort()).toEqual(['uploaded_as', ...names.map((name) => `'${name}`)].sort());
});

test('the colleague who requested an export gets a mail when it is ready, if it took over a minute', async () => {
  const ready = async () => (await mailsTo(server.db, director.email)).filter(({ kind }) => kind === 'export_ready');
  await exported('machine_csv', { state: 'OH' });
  expect(await ready()).toEqual([]);
  const id = await requestExport(director, 'machine_csv', { filter: { state: 'OH' } });
  server.clock.advance(MINUTE_MS + 1);
  await work(id);
  await work(id);
  const [mail, ...others] = await ready();
  expect([mail?.text.includes('/office/exports'), others]).toEqual([true, []]);
});

test('exports are listed and kept for seven days, and the next one of a kind still counts from the last', async () => {
  const { id } = await exported('machine_jsonl');
  server.clock.advance(7 * DAY_MS);
  const next = await signInAs(server, director.staffId);
  expect((await next.call(desk.exportsList)).body.exports).toEqual([]);
  expect((await next.open(desk.officePaths.exportFile(id))).statusCode).toBe(404);
  await deleteOldExports(server.deps, new Date(server.clock.now().getTime() + 1));
  expect(await server.db.selectFrom('office_export').select('id').execute()).toEqual([]);
  const { rows } = await server.database.pool.query("select data from pgboss.job where name = 'forget-objects'");
  expect(JSON.stringify(rows)).toContain(`office-exports/${id}-1`);
  director = { ...director, ...next };
  const { file } = await exported('machine_jsonl', {}, { since_last: true });
  expect(file.body).toBe('');
});

test('an export whose file the store lacks, as after the restore of a backup, stays listed without a download', async () => {
  const { id } = await exported('machine_csv');
  const listed = async () => (await director.call(desk.exportsList)).body.exports?.find((item) => item.id === id);
  expect((await listed())?.href).toBe(desk.officePaths.exportFile(id));
  await workerDeps(server).objects.delete(partKey(id, 1));
  expect(await listed()).toMatchObject({ state: 'done', href: null });
  expect((await director.open(desk.officePaths.exportFile(id))).statusCode).toBe(404);
});

test('the parts of an interrupted export are deleted when it is rewritten, those of a failed one after seven days', async () => {
  const deps = workerDeps(server);
  const { objects } = deps;
  const begin = async () => {
    const id = await requestExport(director, 'machine_jsonl');
    const stopping = writeExport(deps, id, ['machine_jsonl'], async (_row, _format, write) => {
      for (let part = 0; part < 2; part++) await write(Buffer.alloc(9 * 1_048_576));
      throw new Error('stopped');
    });
    await expect(stopping).rejects.toThrow('stopped');
    expect(await objects.head(partKey(id, 2))).toBeDefined();
    return id;
  };
  const [rewritten, failed] = [await begin(), await begin()];
  await writeExport(deps, rewritten, ['machine_jsonl'], async (_row, _format, write) => {
    for (const part of 'ab') await write(Buffer.alloc(9 * 1_048_576, part));
    return { columns: 'all', done: 2 };
  });
  const whole = await director.open(desk.officePaths.exportFile(rewritten));
  expect([whole.rawPayload.length, `${whole.body[0]}${whole.body.at(-1)}`]).toEqual([18 * 1_048_576, 'ab']);
  await objects.delete(partKey(rewritten, 2));
  expect((await director.open(desk.officePaths.exportFile(rewritten))).statusCode).toBe(404);
  await server.db.updateTable('office_export').set({ done_at: null }).where('id', '=', rewritten).execute();
  await work(rewritten);
  expect(await objects.head(partKey(rewritten, 1))).toBeDefined();
  expect(await objects.head(partKey(rewritten, 2))).toBeUndefined();
  await markFailed(server.deps, failed);
  await deleteOldExports(server.deps, new Date(server.clock.now().getTime() + 7 * DAY_MS + 1));
  const { rows } = await server.database.pool.query("select data from pgboss.job where name = 'forget-objects'");
  for (const part of [1, 2]) expect(JSON.stringify(rows)).toContain(partKey(failed, part));
});

const countSinceLast = async (format: desk.ExportFormat, filter: desk.ListFilter) => {
  const { id } = await exported(format, filter, { since_last: true });
  return (await director.call(desk.exportsList)).body.exports?.find((item) => item.id === id)?.rows;
};

test('an export since the last one has what entered its list later, whenever it was submitted, and again what was submitted again', async () => {
  const people: Applicant[] = [];
  for (const last_name of ['First', 'Second', 'Third'])
    people.push(await submitted(server, { last_name, state: 'AK' }));
  const label = async (places: readonly number[]) => {
    for (const place of places) {
      const params = { id: people[place]?.applicationId ?? '' };
      const { status } = await director.call(desk.changeLabels, { params, payload: { add: ['grant'], remove: [] } });
      expect(status).toBe(200);
    }
  };
  await label([2]);
  expect(await countSinceLast('machine_jsonl', { label: 'grant', state: 'AK' })).toBe(1);
  expect(await countSinceLast('packets', { label: 'grant', state: 'AK' })).toBe(1);
  server.clock.advance(MINUTE_MS);
  await label([0, 1]);
  expect(await countSinceLast('machine_jsonl', { label: 'grant', state: 'AK' })).toBe(2);
  expect(await countSinceLast('packets', { label: 'grant', state: 'AK' })).toBe(2);
  const [ada] = people;
  const params = { id: ada?.applicationId ?? '' };
  expect((await director.call(desk.reopen, { params, payload: { reason: PURPOSE } })).status).toBe(200);
  server.clock.advance(MINUTE_MS);
  expect((await ada?.call(submit))?.status).toBe(200);
  expect(await countSinceLast('machine_jsonl', { label: 'grant', state: 'AK' })).toBe(1);
  expect(await countSinceLast('machine_jsonl', { label: 'grant', state: 'AK' })).toBe(0);
});

test('an export that failed, or whose file nobody has downloaded to its end, is not the last one', async () => {
  const filter = { state: 'HI' };
  await submitted(server, filter);
  const failed = await requestExport(director, 'machine_csv', { filter });
  await markFailed(server.deps, failed);
  const unread = await requestExport(director, 'machine_csv', { filter });
  await work(unread);
  const broken = await openExport(
    workerDeps(server),
    { staffId: director.staffId, network: '', condition: undefined },
    unread,
  );
  broken.stream.destroy();
  expect(await countSinceLast('machine_csv', filter)).toBe(1);
  expect(await countSinceLast('machine_csv', filter)).toBe(0);
});

test('a withdrawn application goes to other systems as withdrawn, also after they have had it as submitted', async () => {
  const ada = await submitted(server, { state: 'VT' });
  const statusesOf = async (format: desk.ExportFormat) =>
    [
      ...(await exported(format, { state: 'VT' }, { since_last: true })).file.body.matchAll(
        /submitted\b(?!_at)|withdrawn/g,
      ),
    ].map(([status]) => status);
  expect(await statusesOf('machine_jsonl')).toEqual(['submitted']);
  const params = { id: ada.applicationId };
  expect((await director.call(desk.withdraw, { params, payload: { reason: PURPOSE } })).status).toBe(200);
  expect([await statusesOf('machine_jsonl'), await statusesOf('machine_csv')]).toEqual([['withdrawn'], ['withdrawn']]);
  expect(await statusesOf('machine_jsonl')).toEqual([]);
  expect((await director.call(desk.undoWithdrawal, { params, payload: { reason: PURPOSE } })).status).toBe(200);
  expect(await statusesOf('machine_jsonl')).toEqual(['submitted']);
});

test('an export has the applications that were counted: a change in between is said, and nothing is written', async () => {
  const counted = { format: 'machine_csv', filter: { q: 'counted' }, since_last: false } as const;
  await submitted(server, { last_name: 'Counted' });
  const { previewed = '' } = (await director.call(desk.previewExport, { payload: counted })).body;
  const payload = { ...counted, previewed, purpose: PURPOSE, receiver: null };
  await submitted(server, { last_name: 'Counted' });
  const { body: before } = await director.call(desk.exportsList);
  expect((await director.call(desk.startExport, { payload })).body.code).toBe('changed_since_preview');
  expect((await director.call(desk.exportsList)).body).toEqual(before);
});
