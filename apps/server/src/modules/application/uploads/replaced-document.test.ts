import { deleteDocument, documentAnswers } from '@firstyear/api-contract/documents';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { newApplicant } from '../row/applicant.testing.ts';
import { DOCUMENT_KEY, KEY_PARAMS, upload } from './uploading.testing.ts';

const server = await suiteApp();

const png = Buffer.from('89504e470d0a1a0a', 'hex');

test('[API-26] a page that names its document deletes no newer one, and is refused only while there is one', async () => {
  const ada = await newApplicant(server);
  await upload(server, ada, png, 'scan.png');
  const shown = (await ada.call(documentAnswers)).body[DOCUMENT_KEY]?.id;
  const named = { ...KEY_PARAMS, query: { document: shown } };
  await upload(server, ada, png, 'newer.png');
  expect(await ada.call(deleteDocument, named)).toMatchObject({ status: 409, body: { code: 'document_replaced' } });
  const { body } = await ada.call(documentAnswers);
  expect(body).toMatchObject({ [DOCUMENT_KEY]: { file_name: 'newer.png' } });
  const newest = { ...KEY_PARAMS, query: { document: body[DOCUMENT_KEY]?.id } };
  expect((await ada.call(deleteDocument, newest)).status).toBe(200);
  expect((await ada.call(documentAnswers)).body).toEqual({});
  expect((await ada.call(deleteDocument, named)).status).toBe(200);
});
