import { conversionStatus, deleteConversion, deleteDocument } from '@firstyear/api-contract/documents';
import { MAX_FILE_BYTES } from '@firstyear/api-contract/file-rules';
import { ConversionError, ConverterTimedOut } from '@firstyear/document-converter';
import { textPdf, wordFile } from '@firstyear/document-converter/testing/corpus';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { createLog } from '../../../log/create-log.ts';
import { type Applicant, newApplicant } from '../row/applicant.testing.ts';
import {
  beginNext,
  convertDependencies,
  converterOf,
  convertingServer,
  convertNext,
  takeAsPdf,
  untilAborted,
} from './converting.testing.ts';
import type { Lane } from './lanes.ts';
import { DOCUMENT_KEY, documentOf, KEY_PARAMS, upload } from './uploading.testing.ts';

const server = await convertingServer();
afterAll(() => server.stop());
// Each conversion is of the document that its test has uploaded, and each test counts only its own.
afterEach(async () => {
  vi.restoreAllMocks();
  server.deps.metrics.registry.resetMetrics();
  await server.db.deleteFrom('document').execute();
});

const log = createLog('silent');
const objects = () => objectStoreOf(server.deps.config);
const convertFirst = (convert = takeAsPdf, lane: Lane = 'quick') =>
  convertNext(convertDependencies(server, { converter: converterOf(convert), claim: server.claim, log }), lane);
const rowOf = (applicant: Applicant) => documentOf(server, applicant);
const counts = () => server.deps.metrics.registry.metrics();
const outcomesOf = async ({ applicationId }: Applicant) => {
  const runs = server.db.selectFrom('conversion_run').select('outcome').where('application_id', '=', applicationId);
  return (await runs.orderBy('id').execute()).map(({ outcome }) => outcome);
};

test('a file that was changed after its check moves to the lane of its new kind', async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  await objects().put((await rowOf(ada)).file_key, await wordFile());
  await convertFirst();
  expect(await rowOf(ada)).toMatchObject({ status: 'UNPROCESSED', lane: 'word', claimed_by: null });
  await convertFirst(takeAsPdf, 'word');
  expect((await ada.call(conversionStatus, KEY_PARAMS)).body.status).toBe('COMPLETED');
  expect(await outcomesOf(ada)).toEqual(['MOVED', 'COMPLETED']);
});

test('a file that is missing, empty or too large by then becomes FAILED, and is counted without a kind', async () => {
  const pdf = await textPdf('Ada');
  const ofSize = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length)]);
  const cases = [
    [undefined, 'FAILED'],
    [Buffer.alloc(0), 'FAILED'],
    [ofSize(MAX_FILE_BYTES + 1), 'FAILED'],
    [ofSize(MAX_FILE_BYTES), 'COMPLETED'],
  ] as const;
  for (const [content, status] of cases) {
    const owner = await newApplicant(server);
    await upload(server, owner, pdf, 'record.pdf');
    const { file_key } = await rowOf(owner);
    await (content === undefined ? objects().delete(file_key) : objects().put(file_key, content));
    await convertFirst();
    expect(await rowOf(owner)).toMatchObject({ status, problem: status === 'FAILED' ? 'missing' : null });
  }
  expect(await counts()).toMatch(/_count\{kind="none",outcome="FAILED"\} 3\n/);
});

test("on a machine that is too busy, a file becomes FAILED, with a request to upload it again that doesn't blame the file", async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, await wordFile(), 'record.docx');
  await convertFirst(() => Promise.reject(new ConverterTimedOut()), 'word');
  const { body } = await ada.call(conversionStatus, KEY_PARAMS);
  expect(body.status).toBe('FAILED');
  expect(body.message).toBe('Converting this file took too long, so we stopped. Please upload it again.');
});

test("an internal fault is in the log with its reason and in the list of runs, and doesn't affect the next attempt", async () => {
  const warn = vi.spyOn(log, 'warn');
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  const { id, file_size } = await rowOf(ada);
  await convertFirst(() => Promise.reject(new RangeError('the disk is full')));
  const facts = { document: id, kind: 'pdf', bytes: file_size, seconds: 0, problem: 'RangeError' };
  expect(warn.mock.calls).toEqual([[facts, 'a conversion failed and is tried again']]);
  server.clock.advance(2_000);
  await convertFirst();
  expect(await outcomesOf(ada)).toEqual(['FAULT', 'COMPLETED']);
  expect(await rowOf(ada)).toMatchObject({ status: 'COMPLETED', attempts: 2 });
});

test('the content of a Word file of exactly the maximum size also decides its ending and its lane', async () => {
  const word = await wordFile();
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  for (const [owner, size] of [
    [ada, MAX_FILE_BYTES - 1],
    [bo, MAX_FILE_BYTES],
  ] as const) {
    const padded = Buffer.concat([word, Buffer.alloc(size - word.length)]);
    await upload(server, owner, padded, 'record.pdf');
    expect(await rowOf(owner)).toMatchObject({ file_name: 'record.docx', lane: 'word', file_size: size });
  }
});

test('a document that has ended eight workers is not tried again, one that has ended seven is', async () => {
  for (const [attempts, status] of [
    [7, 'COMPLETED'],
    [8, 'FAILED'],
  ] as const) {
    const ada = await newApplicant(server);
    await upload(server, ada, await textPdf('Ada'), 'record.pdf');
    await server.db.updateTable('document').set({ attempts }).where('application_id', '=', ada.applicationId).execute();
    await convertFirst();
    expect(await rowOf(ada)).toMatchObject({ status, problem: status === 'FAILED' ? 'unconvertible' : null });
  }
});

test('a file of an unknown kind is counted as such', async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  await objects().put((await rowOf(ada)).file_key, Buffer.from('nothing'));
  await convertFirst(() => Promise.reject(new ConversionError('wrong_content')));
  expect(await rowOf(ada)).toMatchObject({ status: 'FAILED', problem: 'wrong_content' });
  expect(await counts()).toMatch(/_count\{kind="other",outcome="FAILED"\} 1\n/);
});

test('a conversion whose worker stops returns to the queue at once, with the reason', async () => {
  const warn = vi.spyOn(log, 'warn');
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  const stopped = new AbortController();
  const converter = converterOf((_, signal) => {
    const ended = untilAborted(signal);
    stopped.abort();
    return ended;
  });
  const deps = convertDependencies(server, { converter, claim: server.claim, log });
  await convertNext(deps, 'quick', { stopped: stopped.signal });
  expect(warn.mock.calls).toMatchObject([[{ problem: 'stopped' }, 'a conversion failed and is tried again']]);
  expect(await rowOf(ada)).toMatchObject({ status: 'UNPROCESSED', claimed_by: null, retry_at: null });
  await convertFirst();
  expect(await outcomesOf(ada)).toEqual(['FAULT', 'COMPLETED']);
});

test('a document uses up no attempt when it gives up its slot, or when its worker stops', async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  for (const ending of ['yielded', 'stopped'] as const) {
    for (let time = 0; time < 5; time += 1) {
      const ended = new AbortController();
      const converter = converterOf((_, signal) => {
        const aborted = untilAborted(signal);
        ended.abort();
        return aborted;
      });
      const deps = convertDependencies(server, { converter, claim: server.claim, log });
      await convertNext(deps, 'quick', { [ending]: ended.signal });
    }
  }
  expect(await rowOf(ada)).toMatchObject({ status: 'UNPROCESSED', attempts: 0 });
  await convertFirst();
  expect(await rowOf(ada)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
});

test('among several photos, the hint names the page of the one to check', async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  const hints = [{ page: 2, hint: 'blurred' }] as const;
  await convertFirst(async (pdf) => ({ pdf, pages: 3, hints, thumbnails: [] }));
  const { body } = await ada.call(conversionStatus, KEY_PARAMS);
  expect(body).toMatchObject({ page_count: 3, hint: expect.stringMatching(/^Page 2 looks blurred/) });
});

test('a canceled conversion stores nothing, even if its converter finished', async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  const canceled = new AbortController();
  const converter = converterOf(async (content, signal) => {
    await ada.call(deleteConversion, KEY_PARAMS);
    canceled.abort();
    return takeAsPdf(content, signal);
  });
  const put = vi.fn(objects().put);
  const deps = convertDependencies(server, { converter, claim: server.claim, log, objects: { ...objects(), put } });
  await convertNext(deps, 'quick', { canceled: canceled.signal });
  expect(put).not.toHaveBeenCalled();
  expect(await rowOf(ada)).toMatchObject({ status: 'NOT_ANSWERED', pdf_key: null });
  expect(await outcomesOf(ada)).toEqual(['CANCELED']);
  expect(await counts()).toMatch(/_count\{kind="pdf",outcome="CANCELED"\} 1\n/);
});

test('an end that is written again, since the database did not acknowledge it, leaves the PDF', async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  const deps = convertDependencies(server, { converter: converterOf(takeAsPdf), claim: server.claim, log });
  const end = await beginNext(deps);
  await end.write();
  await end.write();
  expect((await ada.open(`/files/document/${DOCUMENT_KEY}`)).statusCode).toBe(200);
});

test('uploading, reading and deleting a document are audited with its question, without file names', async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record of ada.pdf');
  const { id } = await rowOf(ada);
  await convertFirst();
  expect((await ada.open(`/files/document/${DOCUMENT_KEY}`)).statusCode).toBe(200);
  await ada.call(deleteDocument, KEY_PARAMS);
  const trail = await server.db
    .selectFrom('audit_event')
    .select(['kind', 'detail'])
    .where('account_id', '=', ada.accountId)
    .where('kind', 'like', 'document%')
    .orderBy('id')
    .execute();
  const detail = { document_id: id, answer_key: DOCUMENT_KEY };
  expect(trail).toEqual([
    { kind: 'document_uploaded', detail },
    { kind: 'document_read', detail: { document_id: id } },
    { kind: 'document_deleted', detail },
  ]);
});
