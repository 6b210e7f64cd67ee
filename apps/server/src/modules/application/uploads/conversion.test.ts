import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { profile } from '@firstyear/api-contract/application';
import { conversionStatus, deleteDocument, documentAnswers } from '@firstyear/api-contract/documents';
import { joinPhotos } from '@firstyear/api-contract/photo-pages';
import { ConversionError, ConverterMissing, type DocumentConverter } from '@firstyear/document-converter';
import { phonePhoto, textPdf, wordFile } from '@firstyear/document-converter/testing/corpus';
import { readPdf } from '@firstyear/document-converter/testing/pdf-reading';
import { zipOf } from '@firstyear/document-converter/testing/zip';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { clamdForTests, MALWARE } from '../../../adapters/scanner/clamd.testing.ts';
import { holdClaim } from '../../../db/worker-claim.ts';
import { openJobQueue } from '../../../jobs/jobs.ts';
import { createLog } from '../../../log/create-log.ts';
import { type ConvertingSettings, startConverting } from '../../../programs/converting.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { newApplicant } from '../row/applicant.testing.ts';
import { convertDependencies, converterOf, convertingServer, convertNext, untilAborted } from './converting.testing.ts';
import { storedBy } from './document-files.ts';
import { releaseDeadClaims } from './end-conversion.ts';
import { DOCUMENT_KEY, documentOf, jobsFor, KEY_PARAMS, upload } from './uploading.testing.ts';

const log = createLog('silent');
let server: TestApp;
let clamd: Awaited<ReturnType<typeof clamdForTests>>;
let worker: Awaited<ReturnType<typeof startWorker>>;

async function startWorker(ownServer: TestApp, settings: Partial<ConvertingSettings> = {}) {
  const { db, deps } = ownServer;
  const objects = objectStoreOf(deps.config);
  const onFailure = (error: unknown) => {
    throw error;
  };
  const claim = holdClaim(ownServer.database.url);
  const queue = await openJobQueue(ownServer.database.url, log);
  const converting = startConverting(
    { config: deps.config, log, queue, onFailure, ...settings },
    { ...deps, db, objects, claim },
  );
  const stop = async () => {
    await converting.stop();
    await queue.stop();
    await claim.release();
  };
  return { ready: converting.ready, stop };
}

beforeAll(async () => {
  server = await testApp();
  clamd = await clamdForTests();
  worker = await startWorker(server, { config: { ...server.deps.config, clamavAddress: clamd.address } });
  await worker.ready;
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
  await clamd.close();
});

const statusOf = async (client: Client) => (await client.call(conversionStatus, KEY_PARAMS)).body;
const ended = (client: Client) =>
  eventually(async () => {
    const conversion = await statusOf(client);
    expect(conversion.status).toMatch(/COMPLETED|FAILED/);
    return conversion;
  });
const answerOf = async (client: Client) => (await client.call(profile)).body.answer?.[DOCUMENT_KEY] ?? '';
/** The files that are deleted from the store within a week. */
const filesToForget = async () => JSON.stringify(await jobsFor(server, 'forget-objects'));
const openPdf = (client: Client) => client.open(`/files/document/${DOCUMENT_KEY}`);

test('[PROD-08, DOC-03, DATA-09] photos, PDFs and Word files become PDFs, and the answer ANSWERED', async () => {
  const files: readonly (readonly [string, Uint8Array])[] = [
    ['photo.JPG', await phonePhoto(6)],
    ['record.pdf', await textPdf('Record of Ada')],
    ['record.docx', await wordFile()],
  ];
  for (const [name, content] of files) {
    const ada = await newApplicant(server);
    expect((await upload(server, ada, content, name)).status).toBe(200);
    const thumbnails = [expect.stringMatching(/^\/files\/document\/transcript\/[\da-f-]{36}\/1$/)];
    expect(await ended(ada), name).toEqual({ status: 'COMPLETED', page_count: 1, thumbnails });
    expect(await answerOf(ada), name).toBe('ANSWERED');
    const pdf = await openPdf(ada);
    expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(pdf.rawPayload.subarray(0, 5).toString(), name).toBe('%PDF-');
    expect((await readPdf(pdf.rawPayload)).sheets.length, name).toBeGreaterThan(0);
    const { file_key } = await documentOf(server, ada);
    expect(await filesToForget()).toContain(file_key);
  }
});

test('[DATA-20, API-24] the status of a conversion is NOT_ANSWERED before it, then one of the agreed words until COMPLETED', async () => {
  const ada = await newApplicant(server);
  const statuses = [(await statusOf(ada)).status];
  await upload(server, ada, await phonePhoto(6), 'photo.jpg');
  await eventually(
    async () => {
      const { status } = await statusOf(ada);
      if (status !== statuses.at(-1)) statuses.push(status);
      expect(status).toBe('COMPLETED');
    },
    { interval: 10 },
  );
  expect(statuses[0]).toBe('NOT_ANSWERED');
  expect(statuses.at(-1)).toBe('COMPLETED');
  for (const status of statuses.slice(1, -1)) expect(['UNPROCESSED', 'IN_PROGRESS']).toContain(status);
});

test('a converted PDF opens for its owner only, and is gone when the document is deleted', async () => {
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  await ended(ada);
  expect((await openPdf(bo)).statusCode).toBe(404);
  expect((await openPdf(server.client())).statusCode).toBe(401);
  const key = (await documentOf(server, ada)).pdf_key ?? '';
  await ada.call(deleteDocument, KEY_PARAMS);
  expect((await openPdf(ada)).statusCode).toBe(404);
  expect(await answerOf(ada)).toBe('');
  expect(await filesToForget()).toContain(key);
});

test("thumbnails of its pages open only for the document's owner, and are deleted with it", async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Record of Ada', 'Page two'), 'record.pdf');
  const { thumbnails = [] } = await ended(ada);
  expect(thumbnails).toHaveLength(2);
  const [first = '', second = ''] = thumbnails;
  for (const url of thumbnails) {
    const picture = await ada.open(url);
    expect(picture.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' });
    expect(picture.rawPayload.subarray(0, 2).toString('hex')).toBe('ffd8');
  }
  expect((await server.client().open(first)).statusCode).toBe(401);
  expect((await (await newApplicant(server)).open(first)).statusCode).toBe(404);
  const wrong = [
    `${first.slice(0, -1)}0`,
    `${first.slice(0, -1)}3`,
    `${first.slice(0, -1)}x`,
    first.replace(/[\da-f-]{36}/, 'x'),
  ];
  for (const url of wrong) expect((await ada.open(url)).statusCode, url).toBe(404);
  const documents = server.db.updateTable('document').where('application_id', '=', ada.applicationId);
  await documents.set({ answer_key: 'paper:1' }).execute();
  const ofPaper = first.replace(DOCUMENT_KEY, encodeURIComponent('paper:1'));
  expect((await ada.open(ofPaper)).statusCode, 'what a helper has sent is not shown').toBe(404);
  await documents.set({ answer_key: DOCUMENT_KEY }).execute();

  const row = await documentOf(server, ada);
  const stored = storedBy(row, 2);
  const objects = objectStoreOf(server.deps.config);
  for (const key of stored) expect(await objects.head(key), key).toBeDefined();
  await upload(server, ada, await textPdf('Another record'), 'record.pdf');
  expect((await ada.open(second)).statusCode).toBe(404);
  const { thumbnails: replaced = [] } = await ended(ada);
  expect(replaced).toHaveLength(1);
  expect(replaced).not.toContain(first);
  const forgotten = await filesToForget();
  for (const key of stored) expect(forgotten).toContain(key);
});

test('[DOC-05, ERR-08, DATA-17] a bad file is FAILED with words that say what to do, and has no answer', async () => {
  const pdf = await textPdf('Ada');
  const infected = await textPdf('Ada');
  const files: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['cut.pdf', pdf.subarray(0, pdf.length - 200), /damaged or incomplete/],
    ['grades.docx', zipOf([{ name: 'xl/workbook.xml', content: '<workbook/>' }]), /This is a spreadsheet/],
    ['macros.docx', await wordFile({ more: [{ name: 'word/vbaProject.bin', content: 'x' }] }), /macros/],
    ['harmful.pdf', Buffer.concat([infected, Buffer.from(MALWARE)]), /virus scanner/],
  ];
  for (const [name, content, words] of files) {
    const ada = await newApplicant(server);
    await upload(server, ada, content, name);
    expect(await ended(ada), name).toEqual({ status: 'FAILED', message: expect.stringMatching(words) });
    expect(await answerOf(ada), name).toBe('');
    const { file_key } = await documentOf(server, ada);
    expect(await filesToForget()).toContain(file_key);
    expect((await upload(server, ada, pdf, 'better.pdf')).status).toBe(200);
    expect((await ended(ada)).status, name).toBe('COMPLETED');
  }
});

test('photos uploaded together are one document; a bad one is named by its page', async () => {
  const ada = await newApplicant(server);
  const photo = await phonePhoto(6);
  await upload(server, ada, joinPhotos([photo, photo, photo]), 'IMG_0001.jpg');
  expect(await ended(ada)).toMatchObject({ status: 'COMPLETED', page_count: 3 });
  expect((await ada.call(documentAnswers)).body[DOCUMENT_KEY]?.file_name).toBe('IMG_0001.pdf');
  await upload(server, ada, joinPhotos([photo, photo.subarray(0, 900)]), 'IMG_0001.pdf');
  const { message } = await ended(ada);
  expect(message).toMatch(/^Page 2: This file is damaged or incomplete\./);
  await upload(server, ada, joinPhotos([photo, Buffer.concat([photo, Buffer.from(MALWARE)])]), 'IMG_0001.pdf');
  expect((await ended(ada)).message).toMatch(/virus scanner/);
});

test('a document deleted or replaced during its conversion leaves nothing behind', async () => {
  const ownServer = await convertingServer();
  onTestFinished(() => ownServer.stop());
  const ada = await newApplicant(ownServer);
  await upload(ownServer, ada, await textPdf('Ada'), 'record.pdf');
  const converter = converterOf(async (content) => {
    await ada.call(deleteDocument, KEY_PARAMS);
    return { pdf: content, pages: 1, hints: [], thumbnails: [content] };
  });
  await convertNext(convertDependencies(ownServer, { converter, claim: ownServer.claim }));
  expect((await ada.call(documentAnswers)).body).toEqual({});
  expect(await answerOf(ada)).toBe('');
  const stored = await readdir(path.join(ownServer.deps.config.dataDir, 'objects'), { recursive: true });
  expect(stored.filter((name) => name.startsWith('documents/'))).toEqual([]);
});

test('a worker that lost its claim during a conversion ends nothing and leaves no file, whether it converts the file or refuses it', async () => {
  const ownServer = await convertingServer();
  onTestFinished(() => ownServer.stop());
  const other = holdClaim(ownServer.database.url);
  for (const isGood of [true, false]) {
    const ada = await newApplicant(ownServer);
    await upload(ownServer, ada, await textPdf('Ada'), 'record.pdf');
    const { id } = await documentOf(ownServer, ada);
    const converter = converterOf(async (content) => {
      // As after a lost connection: released, and restarted by another worker.
      const change = { claimed_by: await other.current(), attempts: 2 };
      await ownServer.db.updateTable('document').set(change).where('id', '=', id).execute();
      if (!isGood) throw new ConversionError('damaged');
      return { pdf: content, pages: 1, hints: [], thumbnails: [content] };
    });
    await convertNext(convertDependencies(ownServer, { converter, claim: ownServer.claim }));
    const held = { status: 'IN_PROGRESS', claimed_by: await other.current(), pdf_key: null };
    expect(await documentOf(ownServer, ada)).toMatchObject(held);
    expect(await answerOf(ada)).toBe('');
  }
  const stored = await readdir(path.join(ownServer.deps.config.dataDir, 'objects'), { recursive: true });
  expect(stored.filter((name) => name.startsWith('documents/'))).toEqual([]);
  const runs = await ownServer.db.selectFrom('conversion_run').select(['outcome', 'problem']).orderBy('id').execute();
  expect(runs).toEqual([null, 'damaged'].map((problem) => ({ outcome: 'CANCELED', problem })));
  expect(await ownServer.deps.metrics.registry.metrics()).toMatch(/_count\{kind="pdf",outcome="CANCELED"\} 2\n/);
  await other.release();
});

test('an internal fault returns the document to the queue and is retried with back-off; the last try becomes FAILED', async () => {
  const ownServer = await convertingServer();
  onTestFinished(() => ownServer.stop());
  const ada = await newApplicant(ownServer);
  await upload(ownServer, ada, await textPdf('Ada'), 'record.pdf');
  const converter = converterOf(async () => {
    throw new Error('the disk is full');
  });
  const deps = convertDependencies(ownServer, { converter, claim: ownServer.claim });
  for (const seconds of [2, 4, 8, 16, 30]) {
    await convertNext(deps);
    expect((await statusOf(ada)).status).toBe('UNPROCESSED');
    await expect(convertNext(deps)).rejects.toThrow('No document is waiting.');
    ownServer.clock.advance(seconds * 1_000);
  }
  await convertNext(deps);
  expect((await statusOf(ada)).status).toBe('FAILED');
  expect((await documentOf(ownServer, ada)).problem).toBe('took_too_long');
});

test("documents of a dead worker are taken over, those of a living one aren't", async () => {
  const ownServer = await testApp();
  onTestFinished(() => ownServer.stop());
  const [ada, bo] = [await newApplicant(ownServer), await newApplicant(ownServer)];
  for (const item of [ada, bo]) await upload(ownServer, item, await textPdf('Ada'), 'record.pdf');
  const [dead, alive] = [holdClaim(ownServer.database.url), holdClaim(ownServer.database.url)];
  for (const [one, claim] of [
    [ada, dead],
    [bo, alive],
  ] as const) {
    const change = { status: 'IN_PROGRESS', claimed_by: await claim.current() } as const;
    await ownServer.db.updateTable('document').set(change).where('application_id', '=', one.applicationId).execute();
  }
  await dead.release();
  await eventually(async () =>
    expect(await releaseDeadClaims({ ...ownServer.deps, clock: ownServer.clock.now })).toBe(1),
  );
  expect((await statusOf(ada)).status).toBe('UNPROCESSED');
  expect((await statusOf(bo)).status).toBe('IN_PROGRESS');
  await alive.release();
});

test('a conversion without a job begins too, and again after the worker has lost the database', async () => {
  const ownServer = await testApp();
  const ada = await newApplicant(ownServer);
  await upload(ownServer, ada, await textPdf('Ada'), 'record.pdf');
  // As if the database was unreachable when the job ended.
  await sql`delete from pgboss.job`.execute(ownServer.db);
  const began: AbortSignal[] = [];
  const converter = converterOf((content, signal) => {
    began.push(signal);
    return began.length > 1
      ? Promise.resolve({ pdf: content, pages: 1, hints: [], thumbnails: [] })
      : untilAborted(signal);
  });
  const worker = await startWorker(ownServer, { converter, reconcileEveryMs: 50 });
  onTestFinished(() => ownServer.stop());
  onTestFinished(() => worker.stop());
  await eventually(() => expect(began).toHaveLength(1));
  await sql`select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and granted`.execute(ownServer.db);
  expect((await ended(ada)).status).toBe('COMPLETED');
  await eventually(() => expect(began[0]?.aborted).toBe(true));
});

test('on a machine without LibreOffice, Word files wait and say so, and are converted once it is installed', async () => {
  const ownServer = await testApp();
  onTestFinished(() => ownServer.stop());
  const ada = await newApplicant(ownServer);
  await upload(ownServer, ada, await wordFile(), 'record.docx');
  let isThere = false;
  const converter: DocumentConverter = {
    has: () => isThere,
    convert: async (content) => {
      if (!isThere) throw new ConverterMissing('word');
      return { pdf: content, pages: 1, hints: [], thumbnails: [] };
    },
    close: async () => {},
  };
  const waiting = await startWorker(ownServer, { converter, reconcileEveryMs: 50 });
  await eventually(async () =>
    expect(await statusOf(ada)).toEqual({ status: 'UNPROCESSED', message: expect.stringContaining('Word files') }),
  );
  ownServer.clock.advance(12 * 60_000);
  expect((await statusOf(ada)).status).toBe('UNPROCESSED');
  isThere = true;
  expect((await ended(ada)).status).toBe('COMPLETED');
  await waiting.stop();
});

test('while the virus scanner is away nothing is converted unscanned', async () => {
  const ownServer = await testApp();
  onTestFinished(() => ownServer.stop());
  const ada = await newApplicant(ownServer);
  await upload(ownServer, ada, await textPdf('Ada'), 'record.pdf');
  const waiting = await startWorker(ownServer, { config: { ...ownServer.deps.config, clamavAddress: '127.0.0.1:9' } });
  await eventually(async () =>
    expect(await statusOf(ada)).toEqual({ status: 'UNPROCESSED', message: expect.stringContaining('Checking') }),
  );
  await waiting.stop();
});
