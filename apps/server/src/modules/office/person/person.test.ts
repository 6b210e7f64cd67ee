import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { profile, submit } from '@firstyear/api-contract/application';
import * as desk from '@firstyear/api-contract/desk';
import { pdf, presignedUrl } from '@firstyear/api-contract/documents';
import { changeEmail, confirmEmail, forgotPassword, login } from '@firstyear/api-contract/identity';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderMailer, mailFolderOf } from '../../../adapters/mailer/mail-folder.ts';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { CALL_LIMITS } from '../../../config/limits.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { A_WEEK_LATER, forgetObjects } from '../../../jobs/all-jobs.ts';
import { OperatorError } from '../../../operator/operator-error.ts';
import { deleteOnceConfirmed, exportToFile } from '../../../operator/person.ts';
import { SECOND_MS } from '../../../process/durations.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { codeIn, lastMailTo } from '../../../testing/mail.ts';
import { mintTemporaryToken } from '../../accounts/access-token/service.ts';
import { recordLogin } from '../../accounts/account/service.ts';
import { passwordHasher } from '../../accounts/identity/password-hasher.ts';
import { PASSWORD, signUp } from '../../accounts/identity/person.testing.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { itemsOf, sendPaper } from '../../application/items/items.testing.ts';
import { type Applicant, fillIn, newApplicant, submitted } from '../../application/row/applicant.testing.ts';
import { lockApplicationById } from '../../application/row/application.ts';
import { claimNextDocument, endRun } from '../../application/uploads/conversion-repository.ts';
import {
  DOCUMENT_KEY,
  documentOf,
  endConversion,
  postFile,
  sendFile,
  upload,
} from '../../application/uploads/uploading.testing.ts';
import { mintStaffToken } from '../../copies/service-view/service.ts';
import { queueMail } from '../../mail/service.ts';
import { runExport } from '../export/service.ts';
import { requestExport, workerDeps } from '../office.testing.ts';
import { collectHoldings } from './holdings.ts';
import { deletePerson, HELD_TABLES } from './service.ts';

/** Tables without personal data: schools, and the product's own data. */
const ABOUT_NOBODY = [
  'form_release',
  'school',
  'school_record',
  'school_source',
  'school_word',
  'schema_migration',
  'secret_key',
  // About colleagues, not applicants.
  'office_export',
  'office_export_item',
  'office_exported',
  'office_many',
  'office_many_item',
  'office_view',
  'staff_link',
  'staff_person',
  'staff_recovery_code',
  'staff_session',
  'staff_sign_on',
];

let server: TestApp;
let folder: string;
beforeAll(async () => {
  // So low that the applicant's calls are also counted in the database.
  server = await testApp({ deps: { callLimits: { ...CALL_LIMITS, session: 100 } } });
  folder = await mkdtemp(path.join(tmpdir(), 'firstyear-person-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const operator = () => ({ ...server.deps, publicUrl: server.deps.config.publicUrl, operator: 'grace' });
const SEALED = { alien_registration_number: 'A000000007' };
const PDF = new TextEncoder().encode('%PDF-1.7\nA page about Ada.');

/** Changes the applicant's address. */
async function changeAddress(applicant: Applicant): Promise<Applicant & { readonly earlierEmail: string }> {
  const email = `new.${applicant.email}`;
  const password_hash = await passwordHasher().hash(PASSWORD);
  await server.db.updateTable('account').set({ password_hash }).where('id', '=', applicant.accountId).execute();
  server.clock.advance(SECOND_MS);
  const response = await applicant.call(changeEmail, { payload: { username: email, current_password: PASSWORD } });
  expect(response.status).toBe(200);
  const code = codeIn(await lastMailTo(server.db, email));
  expect((await applicant.call(confirmEmail, { payload: { code } })).status).toBe(200);
  return { ...applicant, email, earlierEmail: applicant.email };
}

/** An applicant with data in every table and store. */
async function leaveTraces(lastName: string) {
  const { db, deps, clock } = server;
  const ada = await changeAddress(await newApplicant(server));
  await fillIn(server, ada, {
    last_name: lastName,
    citizenship_type: 'permanent_resident',
    citizenship: 'CAN',
    counselor_email_address: `counselor.${lastName}@school.example`,
    ...SEALED,
  });
  expect((await upload(server, ada, PDF, 'record.pdf')).status).toBe(200);
  expect(await claimNextDocument(db, { lane: 'quick', claim: 1, now: clock.now() })).toBeDefined();
  await endConversion(server, ada.applicationId);
  const objects = objectStoreOf(deps.config);
  await db.updateTable('document').set({ attempts: 2 }).where('application_id', '=', ada.applicationId).execute();
  const { id } = await documentOf(server, ada);
  const attempts = [1, 2].map((attempt) => `documents/${id}-${attempt}.pdf`);
  await sendFile(server, ada, PDF);
  expect((await ada.call(submit)).status).toBe(200);
  await sendPaper(server, ada, (await itemsOf(server, ada.applicationId)).get('transcript')?.id ?? '', PDF);
  await ada.call(pdf);
  const object_key = `pdf/${ada.applicationId}.pdf`;
  const printed = { status: 'COMPLETED', object_key, finished_at: clock.now() } as const;
  await db.updateTable('pdf_copy').set(printed).where('application_id', '=', ada.applicationId).execute();
  await objects.put(object_key, PDF);
  // Both attempts to convert, copies that are deleted later, and a document that only an earlier submission has.
  const outdated = [randomUUID(), randomUUID()].map((id) => `pdf/${id}.pdf`);
  const earlier = `documents/${randomUUID()}-1.pdf`;
  for (const key of [...attempts, ...outdated, earlier]) await objects.put(key, PDF);
  const forgotten = { keys: outdated, application_id: ada.applicationId };
  await server.jobs.send(forgetObjects, forgotten, undefined, A_WEEK_LATER);
  for (const username of [ada.earlierEmail, ada.email])
    await server.client('192.0.2.7').call(login, { payload: { username, password: 'Wrong-lantern-42!' } });
  await signUp(server.client(), ada.email);
  await server.client().call(forgotPassword, { payload: { username: ada.email } });
  await db
    .insertInto('confirmed_signup')
    .values({
      account_id: ada.accountId,
      browser_hash: Buffer.alloc(32),
      code_hash: Buffer.alloc(32),
      code_expires_at: clock.now(),
      tries: 0,
      foreign_tries: 0,
      is_same_browser: true,
    })
    .execute();
  await mintStaffToken({ ...deps, operator: 'grace' }, { id: ada.applicationId, account_id: ada.accountId }, 15);
  await mintTemporaryToken(db, { email: ada.email.toUpperCase(), first_name: 'Ada' }, 60_000, clock.now());
  await recordLogin(db, ada.accountId, clock.now());
  const mailer = folderMailer(mailFolderOf(deps.config), 'mail.example');
  const mail = { from: 'office@mail.example', subject: 'Hello', text: lastName };
  for (const to of [ada.earlierEmail, ada.email])
    await mailer.send({ ...mail, id: randomUUID(), to, date: clock.now() });
  await mailer.close();
  // Somebody else asks this person for papers.
  const asked = db.insertInto('helper').values({ season: '2027', email: ada.email }).returning('id');
  const helper = await asked.executeTakeFirstOrThrow();
  const link = { token_hash: Buffer.from(randomUUID()), helper_id: helper.id, expires_at: clock.now() };
  await db.insertInto('helper_link').values(link).execute();
  const { staffId: staff_id } = await newColleague(server, 'clerk');
  const look = { staff_id, application_id: ada.applicationId, looked_at: server.clock.now(), present_at: null };
  await server.db.insertInto('office_look').values(look).execute();
  const [at, application_id] = [clock.now(), ada.applicationId];
  const note = { application_id, author_id: staff_id, text: lastName, created_at: at, changed_at: at };
  await server.db.insertInto('office_note').values(note).execute();
  const said = { id: randomUUID(), application_id: note.application_id, text: 'Ada rang.' };
  await server.db.insertInto('office_reason').values(said).execute();
  const sent = await server.db
    .selectFrom('submission')
    .select(['application_id', 'confirmation_number', 'submitted_at', 'content', 'form_version', 'content_hash'])
    .where('application_id', '=', ada.applicationId)
    .executeTakeFirstOrThrow();
  const { transcript } = sent.content.documents;
  const documents = { transcript, other: { ...transcript, pdf_key: earlier } };
  await server.db
    .insertInto('reopened_submission')
    .values({ ...sent, content: JSON.stringify({ ...sent.content, documents }), reopened_at: at })
    .execute();
  const content = JSON.stringify({ values: { maiden_name: lastName } });
  await server.db
    .insertInto('answer_attic')
    .values({
      ...{ application_id, migration: 'freshman-2', place: 0, key: 'maiden_name', reason: 'dropped' },
      ...{ content, sealed_answers: '{}', versions: '{}', release_id: null, taken_at: at },
    })
    .execute();
  return { ...ada, forgotten: [...attempts, ...outdated, earlier] };
}

/** The tables of all schemas and the files of the data folder that contain a text. */
async function sweep(text: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  const found: string[] = [];
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of rows) {
      const { rowCount } = await client.query(`select 1 from only ${name} as row where row::text ilike $1`, [
        `%${text}%`,
      ]);
      if (rowCount) found.push(name);
    }
  } finally {
    await client.end();
  }
  const { dataDir } = server.deps.config;
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const isNamed = path.relative(dataDir, file).includes(text);
    if (isNamed || (entry.isFile() && (await readFile(file)).includes(text))) found.push(file);
  }
  return found;
}

test('every table either has personal data and is exported, or is known to have none', async () => {
  const { rows } = await server.database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  expect(rows.map(({ name }) => name)).toEqual([...HELD_TABLES, ...ABOUT_NOBODY].sort());
});

test('an export has all rows of a person, with sealed answers opened and without hashes, and all files', async () => {
  const ada = await leaveTraces('Exportwood');
  const file = path.join(folder, 'ada.zip');
  expect(await exportToFile(operator(), ada.email.toUpperCase(), file)).toContain('person.json and 11 files');
  const parts = await unpackWordZip(await readFile(file));
  const json = parts.get('person.json')?.toString() ?? '';
  const { held } = JSON.parse(json);
  const empty = Object.keys(held).filter((table) => held[table].length === 0);
  expect(empty).toEqual([]);
  expect(held.application[0].answers).toMatchObject({ last_name: 'Exportwood', ...SEALED });
  expect(held.application[0]).not.toHaveProperty('sealed_answers');
  expect(held.submission).toHaveLength(1);
  expect(JSON.stringify(held.throttle)).toContain(`:${ada.earlierEmail}`);
  expect(json).not.toMatch(/_hash"|"type": "Buffer"/);
  expect(held.helper_request).toMatchObject([{ email: 'counselor.exportwood@school.example', state: 'open' }]);
  // The counselor's link is for the counselor alone.
  expect(json).not.toContain('/help/');
  const names = [...parts.keys()].map((name) =>
    name.replace(/paper-[\da-f-]{36}/, 'paper').replace(/-\d+(?=\.|$)/, ''),
  );
  expect(names.sort()).toEqual([
    ...['being-deleted/1', 'being-deleted/2', 'documents/paper-uploaded.pdf', 'documents/sent-before.pdf'],
    ...['documents/transcript-converted.pdf', 'documents/transcript-converted.pdf'],
    ...['documents/transcript-not-used', 'documents/transcript-uploaded.pdf'],
    ...['mails/0001.eml', 'mails/0002.eml', 'pdf-copies/version.pdf', 'person.json'],
  ]);
  for (const [name, content] of parts) if (name.endsWith('.pdf')) expect(content.equals(PDF), name).toBe(true);
  await expect(exportToFile(operator(), ada.email, file)).rejects.toThrow('is there already. Give a new file.');
});

test('what is held under an earlier address is left out once that is the address of somebody else', async () => {
  const ada = await changeAddress(await newApplicant(server));
  const { accountId } = await newApplicant(server);
  await server.db.updateTable('account').set({ email: ada.earlierEmail }).where('id', '=', accountId).execute();
  expect((await collectHoldings(workerDeps(server), ada.email)).addresses).toEqual([ada.email]);
});

test('an export has the files of both applications of a person who applies again', async () => {
  const ada = await leaveTraces('Twicewood');
  const again = randomUUID();
  const copyRow = (table: string, column: string, changes: object) =>
    server.database.pool.query(
      `insert into ${table} select (jsonb_populate_record(kept, $2)).* from ${table} as kept where ${column} = $1`,
      [ada.applicationId, changes],
    );
  await copyRow('application', 'id', { id: again, season: '2099' });
  await copyRow('pdf_copy', 'application_id', {
    id: again,
    application_id: again,
    object_key: null,
    status: 'UNPROCESSED',
  });
  await objectStoreOf(server.deps.config).put(`pdf/${again}.pdf`, PDF);
  const file = path.join(folder, 'twice.zip');
  await exportToFile(operator(), ada.email, file);
  const names = [...(await unpackWordZip(await readFile(file))).keys()].filter((name) => name.startsWith('pdf-copies'));
  const [first] = names;
  expect(names).toEqual([first, first?.replace('.pdf', '-2.pdf')]);
});

test("a deletion is previewed; afterwards no table or file has the person's data, and others keep theirs", async () => {
  const bob = await leaveTraces('Stayfield');
  const bobHad = await sweep('Stayfield');
  const ada = await leaveTraces('Gonefield');
  await ada.call(profile);
  const sessions = server.db.selectFrom('session').select('id').where('account_id', '=', ada.accountId);
  const session = await sessions.executeTakeFirstOrThrow();
  const traces = [ada.email, ada.earlierEmail, 'Gonefield', ada.applicationId, session.id, ...ada.forgotten];
  const before = await Promise.all(traces.map(sweep));
  for (const [index, found] of before.entries()) expect(found, traces[index]).not.toEqual([]);

  const shown = await deleteOnceConfirmed(operator(), ada.email, false);
  expect(shown).toContain('Nothing has been deleted. To do it, add --yes.');
  expect(shown).toMatch(/The audit trail keeps .*document_uploaded 1, helper_asked 1, submitted 1/);
  expect(await Promise.all(traces.map(sweep))).toEqual(before);

  expect(await deleteOnceConfirmed(operator(), ada.email, true)).toContain('Deleted for good:');
  for (const trace of traces) {
    const left = await sweep(trace);
    // Ids stay in the details of events, which never have addresses, names or answers.
    expect(trace === ada.applicationId ? left.filter((item) => item !== 'public.audit_event') : left, trace).toEqual(
      [],
    );
  }
  expect(await sweep(ada.accountId)).toEqual(['public.audit_event']);
  expect(await sweep('Stayfield')).toEqual(bobHad);
  expect((await bob.call(profile)).body.answer).toMatchObject({ last_name: 'Stayfield' });
  expect((await ada.call(profile)).status).toBe(401);
  await expect(deleteOnceConfirmed(operator(), ada.email, true)).rejects.toThrow(OperatorError);
});

test('a person with only a pending sign-up is found and can be deleted', async () => {
  const email = 'waiting.testperson@mail.example';
  await signUp(server.client(), email);
  expect(await deleteOnceConfirmed(operator(), email, true)).toMatch(/1 {2}pending_signup[\s\S]*1 {2}mail_outbox/);
  expect(await sweep(email)).toEqual([]);
});

test("a deletion takes the office's exports with the person away, and one that is being written begins again", async () => {
  const [ada, bob] = [await submitted(server, { last_name: 'Goneport' }), await submitted(server)];
  const director = await newColleague(server, 'director');
  const deps = workerDeps(server);
  const { signal } = new AbortController();
  const finished = await requestExport(director, 'machine_jsonl');
  await runExport(deps, finished, signal);
  const running = await requestExport(director, 'machine_jsonl');
  const sentence = "2 exports of the office with the application: finished ones can't be downloaded any more";
  expect(await deleteOnceConfirmed(operator(), ada.email, false)).toContain(sentence);
  expect(await deleteOnceConfirmed(operator(), bob.email, false)).toContain(sentence);
  // The person is deleted once the file has been stored.
  const put = async (key: string, content: Uint8Array) => {
    await deps.objects.put(key, content);
    if (Buffer.from(content).includes('Goneport')) await deleteOnceConfirmed(operator(), ada.email, true);
  };
  await runExport({ ...deps, objects: { ...deps.objects, put } }, running, signal);
  const { exports = [] } = (await director.call(desk.exportsList)).body;
  expect(exports.find(({ id }) => id === finished)).toMatchObject({ state: 'done', href: null });
  expect((await director.open(desk.officePaths.exportFile(finished))).statusCode).toBe(404);
  const { body } = await director.open(desk.officePaths.exportFile(running));
  expect(body).toContain(bob.applicationId);
  expect(body).not.toContain('Goneport');
  expect(await sweep('Goneport')).toEqual([]);
});

test('a deletion waits for the end of a conversion and for a submission, and leaves no trace of either', async () => {
  const { db, clock } = server;
  const ada = await newApplicant(server);
  expect((await upload(server, ada, PDF, 'record.pdf')).status).toBe(200);
  const claimed = await claimNextDocument(db, { lane: 'quick', claim: 1, now: clock.now() });
  if (claimed === undefined) throw new Error('No document was claimed.');
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let deletion: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (tx) => {
    await lockApplicationById(tx, ada.applicationId);
    deletion = deleteOnceConfirmed(operator(), ada.email, true);
    await eventually(async () => expect((await server.database.pool.query(waits)).rowCount).toBe(1));
    const end = { outcome: 'FAULT', problem: null, kind: 'pdf', ended_at: clock.now() } as const;
    await endRun(tx, claimed.runId, end);
    const receipt = { kind: 'receipt', recipient: ada.email, subject: 'Your application', text: 'Thanks' } as const;
    await queueMail(tx, server.jobs, receipt, clock.now());
  });
  expect(await deletion).toContain('Deleted for good:');
  expect((await sweep(ada.applicationId)).filter((item) => item !== 'public.audit_event')).toEqual([]);
  expect(await sweep(ada.email)).toEqual([]);
});

test('a file that is uploaded during a deletion is deleted too', async () => {
  const ada = await newApplicant(server);
  expect((await upload(server, ada, PDF, 'record.pdf')).status).toBe(200);
  const { fields = {}, url = '' } = (await ada.call(presignedUrl, { payload: { answer_key: DOCUMENT_KEY } })).body;
  const objects = objectStoreOf(server.deps.config);
  const remove = async (key: string) => {
    await objects.delete(key);
    if (key === fields.key) statuses.push(await postFile(server, { url, fields }, PDF));
  };
  const statuses: number[] = [];
  const deps = { ...workerDeps(server), objects: { ...objects, delete: remove } };
  await deletePerson({ ...deps, operator: 'grace', mailFolder: mailFolderOf(deps.config) }, ada.email);
  expect(statuses).toEqual([204, 403]);
  expect((await sweep(ada.applicationId)).filter((item) => item !== 'public.audit_event')).toEqual([]);
});

test('if the store fails, the rows stay, so that the deletion can be repeated', async () => {
  const ada = await leaveTraces('Again');
  const uploads = path.join(server.deps.config.dataDir, 'objects/uploads');
  const kept = `${uploads}-kept`;
  await rename(uploads, kept);
  await mkdir(path.dirname(uploads), { recursive: true });
  await writeFile(uploads, '');
  await expect(deleteOnceConfirmed(operator(), ada.email, true)).rejects.toThrow();
  await rm(uploads);
  await rename(kept, uploads);
  expect(await deleteOnceConfirmed(operator(), ada.email, true)).toContain('1  submission');
  expect(await sweep(ada.email)).toEqual([]);
});
