import { conversionStatus, deleteConversion, deleteDocument, startConversion } from '@firstyear/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textPdf } from '../../adapters/converter/corpus.testing.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { newApplicant } from '../application/applicant.testing.ts';
import { dropDocuments } from './service.ts';
import { DOCUMENT_KEY, documentOf, endConversion, jobsFor, KEY_PARAMS, upload } from './uploading.testing.ts';

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.stop());

test('a PDF that the store has lost is not found, instead of an error', async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, await textPdf('Ada'), 'record.pdf');
  await endConversion(server, ada.applicationId);
  const reply = await ada.open(`/files/document/${DOCUMENT_KEY}`);
  expect([reply.statusCode, reply.json()]).toMatchObject([404, { code: 'not_found' }]);
});

test('what is dropped with its question leaves no file behind', async () => {
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  const keys: string[] = [];
  for (const owner of [ada, bo]) {
    await upload(server, owner, await textPdf('Ada'), 'record.pdf');
    keys.push((await documentOf(server, owner)).file_key);
  }
  const drop = (of: readonly string[]) =>
    inTransaction(server.db, (tx) => dropDocuments(server.jobs, tx, ada.applicationId, of));
  await drop(['first_name']);
  expect((await ada.call(conversionStatus, KEY_PARAMS)).body.status).toBe('UNPROCESSED');
  await drop(['first_name', DOCUMENT_KEY]);
  expect((await ada.call(conversionStatus, KEY_PARAMS)).body.status).toBe('NOT_ANSWERED');
  const [own = '', other = ''] = keys;
  const forgotten = JSON.stringify(await jobsFor(server, 'forget-objects'));
  expect(forgotten).toContain(own);
  expect(forgotten).not.toContain(other);
});

test('[API-23, API-24, API-26] every call about a document is refused for a question that takes none', async () => {
  const ada = await newApplicant(server);
  for (const key of ['first_name', 'nothing', '__proto__', 'x'.repeat(81)]) {
    const params = { key };
    const replies = [
      await ada.call(startConversion, { params, payload: { file_key: 'uploads/x', file_name: 'record.pdf' } }),
      await ada.call(conversionStatus, { params }),
      await ada.call(deleteConversion, { params }),
      await ada.call(deleteDocument, { params }),
    ];
    for (const reply of replies)
      expect(reply, key).toMatchObject({ status: 400, body: { code: 'no_document_question' } });
  }
});
