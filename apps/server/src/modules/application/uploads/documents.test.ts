import { answer, profile, putTabs, serviceApplication, submit } from '@firstyear/api-contract/application';
import {
  conversionStatus,
  deleteConversion,
  deleteDocument,
  documentAnswers,
  presignedUrl,
  startConversion,
} from '@firstyear/api-contract/documents';
import { MAX_FILE_BYTES } from '@firstyear/api-contract/file-rules';
import { check, equals, file, showWhen, text } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { freshman } from '@firstyear/partners/larkmoor/form';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { suiteApp, testApp } from '../../../testing/app.ts';
import { mintStaffToken } from '../../copies/service-view/service.ts';
import { fillIn, newApplicant } from '../row/applicant.testing.ts';
import { CONVERSION_TIMEOUT_MS, failOverdue } from './end-conversion.ts';
import { deleteAbandonedUploads } from './service.ts';
import {
  DOCUMENT_KEY,
  documentOf,
  endConversion,
  jobsFor,
  KEY_PARAMS,
  postFile,
  sendFile,
  upload,
} from './uploading.testing.ts';

const server = await suiteApp();

const png = Buffer.from('89504e470d0a1a0a', 'hex');
const start = (file_key: string, file_name: string) => ({ ...KEY_PARAMS, payload: { file_key, file_name } });
const PRESIGN = { payload: { answer_key: DOCUMENT_KEY } };
/** Marks the conversion as ended, as the worker does. */
const end = (applicationId: string, change: { status: 'COMPLETED' } | { status: 'FAILED'; problem: string }) =>
  server.db
    .updateTable('document')
    .set({ ...change, ...(change.status === 'COMPLETED' ? { pdf_key: 'documents/x.pdf' } : {}) })
    .where('application_id', '=', applicationId)
    .execute();

describe('requesting an upload', () => {
  test('[API-20, DATA-18] returns a url and fields with a key, a new one each time', async () => {
    const ada = await newApplicant(server);
    const first = await ada.call(presignedUrl, PRESIGN);
    const second = await ada.call(presignedUrl, PRESIGN);
    expect(first.status).toBe(200);
    expect(first.body.fields?.key).toMatch(/^uploads\//);
    expect(first.body.fields?.key).not.toBe(second.body.fields?.key);
    expect(URL.canParse(first.body.url ?? '', 'http://localhost')).toBe(true);
  });

  test("[API-20] is refused for a key that isn't a document question, and without a login", async () => {
    const ada = await newApplicant(server);
    for (const answer_key of ['first_name', 'nothing', '', '__proto__', 'transcript_desc']) {
      const response = await ada.call(presignedUrl, { payload: { answer_key } });
      expect(response, answer_key).toMatchObject({ status: 400, body: { code: 'no_document_question' } });
    }
    expect((await server.client().call(presignedUrl, PRESIGN)).status).toBe(401);
  });

  test('is refused after very many in an hour, and abandoned uploads are deleted', async () => {
    const ada = await newApplicant(server);
    for (let count = 0; count < 60; count += 1) expect((await ada.call(presignedUrl, PRESIGN)).status).toBe(200);
    const response = await ada.call(presignedUrl, PRESIGN);
    expect(response).toMatchObject({ status: 429, body: { code: 'too_many' }, headers: { 'retry-after': '600' } });
    const key = await sendFile(server, await newApplicant(server), png);
    server.clock.advance(61 * 60_000);
    const recent = await sendFile(server, await newApplicant(server), png);
    await deleteAbandonedUploads(server.deps, server.clock.now());
    const jobs = (await jobsFor(server, 'forget-objects')).map((job) => JSON.stringify(job));
    const forgotten = (file: string) => jobs.find((job) => job.includes(file));
    // Others' files have jobs of their own.
    expect([forgotten(recent), forgotten(key)?.match(/uploads/g)?.length]).toEqual([undefined, 1]);
  });
});

describe('the upload to our own server', () => {
  test('[API-21] accepts the form with all fields and the file, without a login', async () => {
    const ada = await newApplicant(server);
    const key = await sendFile(server, ada, png);
    expect(await objectStoreOf(server.deps.config).head(key)).toEqual({ size: png.length });
  });

  test('refuses a form that comes from another site, or whose conversion has begun', async () => {
    const ada = await newApplicant(server);
    const { body } = await ada.call(presignedUrl, PRESIGN);
    const { url = '', fields = {} } = body;
    const foreign = await server.app.inject({
      method: 'POST',
      url: '/uploads',
      headers: { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://elsewhere.example' },
      payload: '--x--',
    });
    expect(foreign.statusCode).toBe(403);
    expect(await postFile(server, { url, fields }, png)).toBe(204);
    expect((await ada.call(startConversion, start(fields.key ?? '', 'a.png'))).status).toBe(200);
    expect(await postFile(server, { url, fields }, Buffer.from('other'))).toBe(403);
  });
});

describe('starting the conversion', () => {
  test('[API-23, API-24, DOC-01] begins it once, even if requested repeatedly', async () => {
    const ada = await newApplicant(server);
    expect((await ada.call(conversionStatus, KEY_PARAMS)).body).toEqual({ status: 'NOT_ANSWERED' });
    const key = await sendFile(server, ada, png);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => ada.call(startConversion, start(key, 'scan.png'))),
    );
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200, 200]);
    expect((await ada.call(conversionStatus, KEY_PARAMS)).body).toEqual({ status: 'UNPROCESSED' });
    const { id } = await documentOf(server, ada);
    const jobs = await jobsFor(server, 'convert-document');
    expect(jobs.filter((job) => JSON.stringify(job).includes(id))).toHaveLength(1);
  });

  test('[API-23] refuses a file of another applicant or question, and an invented one', async () => {
    const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
    const key = await sendFile(server, ada, png);
    for (const foreign of [key, 'uploads/invented', '../../secret-key', '']) {
      const response = await bo.call(startConversion, start(foreign, 'scan.png'));
      expect(response, foreign).toMatchObject({ status: 403, body: { code: 'foreign_upload' } });
    }
    expect((await bo.call(conversionStatus, KEY_PARAMS)).body.status).toBe('NOT_ANSWERED');
    const other = await ada.call(startConversion, { ...start(key, 'scan.png'), params: { key: 'first_name' } });
    expect(other).toMatchObject({ status: 400, body: { code: 'no_document_question' } });
    expect((await ada.call(startConversion, start(key, 'scan.png'))).status).toBe(200);
  });

  test("[VAL-71] checks whether the file has arrived, since the browser can't see a refusal", async () => {
    const ada = await newApplicant(server);
    const { body } = await ada.call(presignedUrl, PRESIGN);
    const missing = await ada.call(startConversion, start(body.fields?.key ?? '', 'scan.png'));
    expect(missing).toMatchObject({ status: 400, body: { code: 'upload_missing' } });
  });

  test('[TAB-03] refuses a file once another tab than that of its question has been chosen elsewhere', async () => {
    const ada = await newApplicant(server);
    const choose = (chosen_tab: string) => ada.call(putTabs, { payload: { tab_id: 'hs_record', chosen_tab } });
    await choose('upload');
    const started = start(await sendFile(server, ada, png), 'record.png');
    await choose('counselor');
    const refusal = { status: 400, body: { message: expect.stringContaining("You've chosen something else here") } };
    expect(await ada.call(startConversion, started)).toMatchObject(refusal);
    expect((await ada.call(conversionStatus, KEY_PARAMS)).body).toEqual({ status: 'NOT_ANSWERED' });
    await choose('upload');
    expect((await ada.call(startConversion, started)).status).toBe(200);
  });

  test('[VAL-68, VAL-69] refuses a name of another type and one that is too long', async () => {
    const ada = await newApplicant(server);
    const key = await sendFile(server, ada, Buffer.from('GIF89a'));
    const refusals: readonly (readonly [string, string])[] = [
      ['notes.txt', 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx'],
      [
        `${'a'.repeat(29)}.png`,
        'The name of your file is too long. File name can have a maximum of 32 characters, including the extension.',
      ],
      ['.png', 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx'],
    ];
    for (const [name, message] of refusals) {
      expect((await ada.call(startConversion, start(key, name))).body, name).toEqual({ code: 'file_refused', message });
    }
    expect((await ada.call(startConversion, start(key, `${'a'.repeat(28)}.PNG`))).status).toBe(200);
  });

  test('[VAL-67, VAL-70] refuses a file that is too large or empty in the store, and sets no answer', async () => {
    const ada = await newApplicant(server);
    const key = await sendFile(server, ada, png);
    const objects = objectStoreOf(server.deps.config);
    await objects.put(key, new Uint8Array(MAX_FILE_BYTES + 1));
    expect((await ada.call(startConversion, start(key, 'a.png'))).body.message).toBe(
      'Your file is too large. The maximum file size is 1 MB.',
    );
    await objects.put(key, new Uint8Array());
    expect((await ada.call(startConversion, start(key, 'a.png'))).body.message).toBe(
      'Your file is empty. Please upload a non-empty file.',
    );
    expect((await ada.call(profile)).body.answer?.[DOCUMENT_KEY] ?? '').toBe('');
    await objects.put(key, png);
    expect((await ada.call(startConversion, start(key, 'a.png'))).status).toBe(200);
  });
});

test('[VAL-67, VAL-70] a size that the store would refuse gets its sentence from the first call, and from the last', async () => {
  const ada = await newApplicant(server);
  const large = 'Your file is too large. The maximum file size is 1 MB.';
  const empty = 'Your file is empty. Please upload a non-empty file.';
  for (const [file_size, message] of [
    [MAX_FILE_BYTES + 1, large],
    [0, empty],
  ] as const) {
    const first = await ada.call(presignedUrl, { payload: { answer_key: DOCUMENT_KEY, file_size } });
    expect(first).toMatchObject({ status: 400, body: { code: 'file_refused', message } });
    const { body } = await ada.call(presignedUrl, PRESIGN);
    const payload = { file_key: body.fields?.key ?? '', file_name: 'a.png', file_size };
    const last = await ada.call(startConversion, { ...KEY_PARAMS, payload });
    expect(last).toMatchObject({ status: 400, body: { code: 'file_refused', message } });
  }
});

test('[VAL-67, VAL-70] a file that our own store refused unseen gets its own sentence, even if the browser sent no size', async () => {
  const ada = await newApplicant(server);
  for (const [size, message] of [
    [MAX_FILE_BYTES + 1, 'Your file is too large. The maximum file size is 1 MB.'],
    [0, 'Your file is empty. Please upload a non-empty file.'],
  ] as const) {
    const { body } = await ada.call(presignedUrl, PRESIGN);
    const { url = '', fields = {} } = body;
    expect(await postFile(server, { url, fields }, new Uint8Array(size))).not.toBe(204);
    const payload = { file_key: fields.key ?? '', file_name: 'a.png' };
    const refused = await ada.call(startConversion, { ...KEY_PARAMS, payload });
    expect(refused).toMatchObject({ status: 400, body: { code: 'file_refused', message } });
  }
});

describe('the list of documents', () => {
  test('[VAL-68] the content decides which ending the applicant sees', async () => {
    for (const [said, kept] of [
      ['IMG_1.jpg', 'IMG_1.png'],
      ['IMG_2.PNG', 'IMG_2.PNG'],
      ['scan', 'scan.png'],
      ['record.pdf', 'record.png'],
    ] as const) {
      const ada = await newApplicant(server);
      expect((await upload(server, ada, png, said)).status, said).toBe(200);
      expect((await ada.call(documentAnswers)).body[DOCUMENT_KEY]?.file_name).toBe(kept);
    }
    const other = await upload(server, await newApplicant(server), Buffer.from('GIF89a'), 'photo.gif');
    expect(other).toMatchObject({ status: 400, body: { code: 'file_refused' } });
  });

  test("[API-22, DATA-19] has the name and size of the applicant's own uploads only", async () => {
    const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
    await upload(server, ada, png, 'C:\\fakepath\\m\u202eé scan.png');
    const mine = { [DOCUMENT_KEY]: { id: expect.any(String), file_name: 'mé scan.png', file_size: png.length } };
    expect((await ada.call(documentAnswers)).body).toEqual(mine);
    expect((await ada.call(profile)).body.document_answer).toEqual(mine);
    expect((await bo.call(documentAnswers)).body).toEqual({});
    expect((await bo.call(conversionStatus, KEY_PARAMS)).body).toEqual({ status: 'NOT_ANSWERED' });
  });

  test('[DOC-09] readers of the application see a document once it is converted', async () => {
    const ada = await newApplicant(server);
    await upload(server, ada, png, 'scan.png');
    const application = { id: ada.applicationId, account_id: ada.accountId };
    const read = async () => {
      const service_token = await mintStaffToken({ ...server.deps, operator: 'ada' }, application, 5);
      return (await server.client().call(serviceApplication, { query: { service_token } })).body.document_answer;
    };
    expect(await read()).toEqual({});
    await end(ada.applicationId, { status: 'COMPLETED' });
    expect(Object.keys((await read()) ?? {})).toEqual([DOCUMENT_KEY]);
  });
});

describe('deleting', () => {
  test('[API-26, DOC-07, DATA-09] a document is deleted with its file, conversion and answer', async () => {
    const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
    await upload(server, ada, png, 'scan.png');
    await upload(server, bo, png, 'scan.png');
    await end(ada.applicationId, { status: 'COMPLETED' });
    await server.db
      .updateTable('application')
      .set({ answers: JSON.stringify({ [DOCUMENT_KEY]: 'ANSWERED', city: 'Sampleton' }) })
      .where('id', '=', ada.applicationId)
      .execute();
    for (let round = 0; round < 2; round += 1) {
      expect(await ada.call(deleteDocument, KEY_PARAMS)).toMatchObject({ status: 200, body: {} });
      expect((await ada.call(documentAnswers)).body).toEqual({});
      expect((await ada.call(conversionStatus, KEY_PARAMS)).body).toEqual({ status: 'NOT_ANSWERED' });
      expect((await ada.call(profile)).body.answer).toMatchObject({ [DOCUMENT_KEY]: '', city: 'Sampleton' });
    }
    expect(Object.keys((await bo.call(documentAnswers)).body)).toEqual([DOCUMENT_KEY]);
  });

  test('[API-25, DATA-09] a conversion alone leaves the status NOT_ANSWERED and no answer', async () => {
    const ada = await newApplicant(server);
    expect((await ada.call(deleteConversion, KEY_PARAMS)).status).toBe(200);
    await upload(server, ada, png, 'scan.png');
    await end(ada.applicationId, { status: 'COMPLETED' });
    expect(await ada.call(deleteConversion, KEY_PARAMS)).toMatchObject({ status: 200, body: {} });
    expect((await ada.call(conversionStatus, KEY_PARAMS)).body).toEqual({ status: 'NOT_ANSWERED' });
    expect((await ada.call(profile)).body.answer?.[DOCUMENT_KEY] ?? '').toBe('');
    expect((await upload(server, ada, png, 'again.png')).status).toBe(200);
    expect((await ada.call(documentAnswers)).body[DOCUMENT_KEY]?.file_name).toBe('again.png');
  });
});

describe('permissions and states', () => {
  test('[DATA-09] a client’s own value of a document answer never counts', async () => {
    const ada = await newApplicant(server);
    await ada.call(answer, { payload: { [DOCUMENT_KEY]: 'ANSWERED', city: 'Sampleton' } });
    const { body } = await ada.call(profile);
    expect(body.answer?.city).toBe('Sampleton');
    expect(body.answer?.[DOCUMENT_KEY] ?? '').toBe('');
  });

  test('after the submission documents are locked, and can still be read', async () => {
    const ada = await newApplicant(server);
    await upload(server, ada, png, 'scan.png');
    await endConversion(server, ada.applicationId);
    const key = await sendFile(server, ada, png);
    await fillIn(server, ada);
    expect((await ada.call(submit)).status).toBe(200);
    const responses = [
      await ada.call(presignedUrl, PRESIGN),
      await ada.call(startConversion, start(key, 'other.png')),
      await ada.call(deleteConversion, KEY_PARAMS),
      await ada.call(deleteDocument, KEY_PARAMS),
    ];
    expect(responses.map((response) => response.body.code)).toEqual(['locked', 'locked', 'locked', 'locked']);
    expect((await ada.call(conversionStatus, KEY_PARAMS)).status).toBe(200);
    expect(Object.keys((await ada.call(documentAnswers)).body)).toEqual([DOCUMENT_KEY]);
  });

  test("storage that doesn't respond is a 503 that says so, and a later try works", async () => {
    const ada = await newApplicant(server);
    const broken = {
      endpoint: 'http://127.0.0.1:9',
      bucket: 'none',
      region: 'x',
      accessKeyId: 'x',
      secretAccessKey: 'x',
    };
    const other = await testApp({ config: { s3: broken } });
    try {
      const bo = await newApplicant(other);
      const { body } = await bo.call(presignedUrl, PRESIGN);
      const response = await bo.call(startConversion, start(body.fields?.key ?? '', 'a.png'));
      expect(response).toMatchObject({ status: 503, body: { code: 'storage_gone' } });
      expect(response.headers['retry-after']).toBeDefined();
      const page = await other.app.inject({ method: 'GET', url: '/health' });
      expect(page.headers['content-security-policy']).toContain("connect-src 'self' http://127.0.0.1:9");
    } finally {
      await other.stop();
    }
    expect((await upload(server, ada, png, 'scan.png')).status).toBe(200);
  });
});

test('a document is deleted when a condition hides its question, and only then', async () => {
  const { transcript } = freshman.documents;
  const items = [
    text({ key: 'city', label: 'City' }),
    check({ key: 'mother', label: 'Mother' }),
    showWhen(equals('mother', true), [file(transcript)]),
  ];
  const form = englishForm({ pages: [{ id: 'about', navLabel: 'About', title: 'About', items }] });
  const ownServer = await testApp({ form });
  onTestFinished(() => ownServer.stop());
  const ada = await newApplicant(ownServer);
  await ada.call(answer, { payload: { mother: true } });
  await upload(ownServer, ada, png, 'scan.png');
  await ada.call(answer, { payload: { city: 'Sampleton' } });
  expect(Object.keys((await ada.call(documentAnswers)).body)).toEqual([DOCUMENT_KEY]);
  await ada.call(answer, { payload: { mother: false } });
  expect((await ada.call(documentAnswers)).body).toEqual({});
  expect((await ada.call(conversionStatus, KEY_PARAMS)).body).toEqual({ status: 'NOT_ANSWERED' });
});

describe('a conversion that is stuck', () => {
  test('[API-24, DATA-17, DATA-20] becomes FAILED with a message after ten minutes', async () => {
    const ada = await newApplicant(server);
    await upload(server, ada, png, 'scan.png');
    server.clock.advance(CONVERSION_TIMEOUT_MS - 1);
    expect((await ada.call(conversionStatus, KEY_PARAMS)).body).toEqual({ status: 'UNPROCESSED' });
    server.clock.advance(1);
    expect((await ada.call(conversionStatus, KEY_PARAMS)).body).toEqual({
      status: 'FAILED',
      message: expect.stringContaining('Please upload it again'),
    });
  });

  test('ends even if nobody polls, but not while it waits for a program', async () => {
    const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
    await upload(server, ada, png, 'scan.png');
    await upload(server, bo, png, 'scan.png');
    await server.db
      .updateTable('document')
      .set({ waits_for: 'word' })
      .where('application_id', '=', bo.applicationId)
      .execute();
    server.clock.advance(CONVERSION_TIMEOUT_MS + 1000);
    const log = { error: vi.fn(), warn: vi.fn() };
    await failOverdue({ ...server.deps, clock: server.clock.now, log });
    const facts = expect.objectContaining({ bytes: png.length, seconds: 601, problem: 'took_too_long' });
    expect(log.warn).toHaveBeenCalledWith(facts, 'a document could not be converted');
    expect(await server.deps.metrics.registry.metrics()).toMatch(/outcome="GIVEN_UP"} [1-9]/);
    expect((await ada.call(conversionStatus, KEY_PARAMS)).body.status).toBe('FAILED');
    expect((await bo.call(conversionStatus, KEY_PARAMS)).body).toEqual({
      status: 'UNPROCESSED',
      message: expect.stringContaining('We have your file'),
    });
  });
});
