import { profile } from '@firstyear/api-contract/application';
import {
  conversionStatus,
  deleteConversion,
  deleteDocument,
  presignedUrl,
  startConversion,
} from '@firstyear/api-contract/documents';
import { textPdf } from '@firstyear/document-converter/testing/corpus';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { suiteApp } from '../../../testing/app.ts';
import { openFilesBelow } from '../../../testing/open-files.ts';
import { newApplicant } from '../row/applicant.testing.ts';
import { findApplicationById } from '../row/application.ts';
import { forgetFiles } from './document-files.ts';
import { CONVERSION_TIMEOUT_MS, failInTransaction, failOverdue, timeOutConversion } from './end-conversion.ts';
import { dropDocuments } from './service.ts';
import { DOCUMENT_KEY, documentOf, endConversion, jobsFor, KEY_PARAMS, sendFile, upload } from './uploading.testing.ts';

const server = await suiteApp();

test('a PDF that the store has lost is not found, instead of an error', async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  await endConversion(server, ada.applicationId);
  const response = await ada.open(`/files/document/${DOCUMENT_KEY}`);
  expect([response.statusCode, response.json()]).toMatchObject([404, { code: 'not_found' }]);
});

test("a document isn't opened if the reading can't be audited", async () => {
  if (process.platform !== 'linux') return;
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  await endConversion(server, ada.applicationId);
  const { pdf_key } = await documentOf(server, ada);
  await objectStoreOf(server.deps.config).put(pdf_key ?? '', await textPdf('Ada'));
  await sql`alter table audit_event rename to audit_event_away`.execute(server.db);
  try {
    expect((await ada.open(`/files/document/${DOCUMENT_KEY}`)).statusCode).toBe(500);
  } finally {
    await sql`alter table audit_event_away rename to audit_event`.execute(server.db);
  }
  expect(openFilesBelow(server.deps.config.dataDir)).toEqual([]);
  expect((await ada.open(`/files/document/${DOCUMENT_KEY}`)).statusCode).toBe(200);
});

test('an upload goes to a full address for callers of the public address, and to a path for other callers', async () => {
  const ada = await newApplicant(server);
  const { host, origin } = new URL(server.deps.config.publicUrl);
  const urlFor = async (headers: Readonly<Record<string, string>>) =>
    (await ada.call(presignedUrl, { payload: { answer_key: DOCUMENT_KEY }, headers })).body.url;
  expect(await urlFor({ host })).toBe(`${origin}/uploads`);
  expect(await urlFor({ host: '127.0.0.1:4000' })).toBe('/uploads');
});

test('a document dropped with its question leaves no file behind', async () => {
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  const keys: string[] = [];
  for (const owner of [ada, bo]) {
    await upload(server, owner, await textPdf('Ada'), 'record.pdf');
    keys.push((await documentOf(server, owner)).file_key);
  }
  // The first two attempts to convert failed, after they had stored files.
  await server.db
    .updateTable('document')
    .set({ attempts: 3 })
    .where('application_id', '=', ada.applicationId)
    .execute();
  const { id } = await documentOf(server, ada);
  const drop = (of: readonly string[]) =>
    inTransaction(server.db, (tx) => dropDocuments(server.jobs, tx, ada.applicationId, of));
  await drop(['first_name']);
  expect((await ada.call(conversionStatus, KEY_PARAMS)).body.status).toBe('UNPROCESSED');
  await drop(['first_name', DOCUMENT_KEY]);
  expect((await ada.call(conversionStatus, KEY_PARAMS)).body.status).toBe('NOT_ANSWERED');
  const [own = '', other = ''] = keys;
  const forgotten = JSON.stringify(await jobsFor(server, 'forget-objects'));
  expect(forgotten).toContain(own);
  for (const attempt of [1, 2, 3]) {
    expect(forgotten).toContain(`documents/${id}-${attempt}.pdf`);
    expect(forgotten).toContain(`documents/${id}-${attempt}-page-1.jpg`);
  }
  expect(forgotten).not.toContain(other);
});

test('[API-23, API-24, API-26] every call about a document is refused for other questions', async () => {
  const ada = await newApplicant(server);
  for (const key of ['first_name', 'nothing', '__proto__', 'x'.repeat(81)]) {
    const params = { key };
    const responses = [
      await ada.call(startConversion, { params, payload: { file_key: 'uploads/x', file_name: 'record.pdf' } }),
      await ada.call(conversionStatus, { params }),
      await ada.call(deleteConversion, { params }),
      await ada.call(deleteDocument, { params }),
    ];
    for (const response of responses)
      expect(response, key).toMatchObject({ status: 400, body: { code: 'no_document_question' } });
  }
});

test('an unchanged answer makes no new version of the application', async () => {
  const ada = await newApplicant(server);
  const versionOf = async () => (await findApplicationById(server.db, ada.applicationId))?.version;
  const before = await versionOf();
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  await ada.call(deleteDocument, KEY_PARAMS);
  expect(await versionOf()).toBe(before);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  await endConversion(server, ada.applicationId);
  expect(await versionOf()).not.toBe(before);
});

test('a file name is shown without folders, without surrounding spaces and in composed letters', async () => {
  const ada = await newApplicant(server);
  for (const [said, shown] of [
    ['/home/ada/record.pdf', 'record.pdf'],
    ['C:\\fakepath\\record.pdf', 'record.pdf'],
    ['  record.pdf ', 'record.pdf'],
    ['re\u0007co\u202erd.pdf', 'record.pdf'],
    ['e\u0301tude.pdf', '\u00e9tude.pdf'],
  ] as const) {
    expect((await upload(server, ada, await textPdf('Ada'), said)).status, said).toBe(200);
    expect((await documentOf(server, ada)).file_name, said).toBe(shown);
  }
});

test('files that a backup may name are deleted a week later, and those of a refused upload at once', async () => {
  const ada = await newApplicant(server);
  const pdf = await textPdf('Ada');
  const replaced = await sendFile(server, ada, pdf);
  const payload = { file_key: replaced, file_name: 'record.pdf' };
  expect((await ada.call(startConversion, { ...KEY_PARAMS, payload })).status).toBe(200);
  await upload(server, ada, pdf, 'record.pdf');
  const refused = await documentOf(server, ada);
  await inTransaction(server.db, (tx) => failInTransaction(server.deps, tx, refused, { problem: 'damaged' }));
  const { rows } = await server.database.pool.query<{ keys: string[]; seconds: number }>(
    `select data -> 'keys' as keys, extract(epoch from start_after - created_on)::int as seconds
     from pgboss.job where name = 'forget-objects'`,
  );
  const waitOf = (key: string) => rows.find(({ keys }) => keys.includes(key))?.seconds;
  expect([waitOf(replaced), waitOf(refused.file_key)]).toEqual([7 * 24 * 3_600, 0]);
});

test('a stored file is deleted when its time has come, unless a reopened submission shows it', async () => {
  const ada = await newApplicant(server);
  const pdf = await textPdf('Ada');
  const [kept, key, other] = [
    await sendFile(server, ada, pdf),
    await sendFile(server, ada, pdf),
    await sendFile(server, ada, pdf),
  ];
  const at = server.clock.now();
  const content = JSON.stringify({ documents: { [DOCUMENT_KEY]: { pdf_key: kept } } });
  const of = { application_id: ada.applicationId, confirmation_number: 'X', form_version: '', content_hash: '' };
  await server.db
    .insertInto('reopened_submission')
    .values({ ...of, content, submitted_at: at, reopened_at: at })
    .execute();
  const objects = objectStoreOf(server.deps.config);
  await forgetFiles({ db: server.db, objects }, [kept, key, other]);
  const left = await Promise.all([kept, key, other].map((file) => objects.head(file)));
  expect(left).toEqual([{ size: pdf.length }, undefined, undefined]);
});

test('a conversion that has ended while it was listed as stuck keeps its document', async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  const stuck = await documentOf(server, ada);
  await endConversion(server, ada.applicationId);
  const log = { error: vi.fn(), warn: vi.fn() };
  await timeOutConversion({ ...server.deps, clock: server.clock.now, log }, stuck);
  expect(await documentOf(server, ada)).toMatchObject({ status: 'COMPLETED', problem: null });
  expect((await ada.call(profile)).body.answer?.[DOCUMENT_KEY]).toBe('ANSWERED');
  expect(JSON.stringify(await jobsFor(server, 'forget-objects'))).not.toContain(stuck.file_key);
  expect(log.warn).not.toHaveBeenCalled();
});

test('of the open conversions, only those that have taken ten minutes are ended, also one in progress when it is asked about', async () => {
  const [ada, cy, bo] = [await newApplicant(server), await newApplicant(server), await newApplicant(server)];
  for (const owner of [ada, cy]) await upload(server, owner, await textPdf('Ada'), 'record.pdf');
  const begun = { status: 'IN_PROGRESS', claimed_by: 7 } as const;
  await server.db.updateTable('document').set(begun).where('application_id', '=', cy.applicationId).execute();
  server.clock.advance(CONVERSION_TIMEOUT_MS / 2 + 1);
  await upload(server, bo, await textPdf('Ada'), 'record.pdf');
  server.clock.advance(CONVERSION_TIMEOUT_MS / 2 + 1);
  expect((await cy.call(conversionStatus, KEY_PARAMS)).body.status).toBe('FAILED');
  await failOverdue({ ...server.deps, clock: server.clock.now, log: { error: vi.fn(), warn: vi.fn() } });
  const states = [await documentOf(server, ada), await documentOf(server, bo)].map(({ status }) => status);
  expect(states).toEqual(['FAILED', 'UNPROCESSED']);
});
