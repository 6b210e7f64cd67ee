import { presignedUrl, startConversion } from '@firstyear/api-contract/documents';
import { ANSWERED } from '@firstyear/form-engine';
import { expect } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import type { TestApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { lockApplicationById } from '../row/application.ts';
import { completeDocument } from './conversion-repository.ts';
import { setDocumentAnswer } from './end-conversion.ts';

/** The document question of the partner under test. */
export const DOCUMENT_KEY = 'transcript';
export const KEY_PARAMS = { params: { key: DOCUMENT_KEY } } as const;

/** Posts a file to a presigned url of our own server, as a browser does. */
export async function postFile(
  server: TestApp,
  upload: { readonly url: string; readonly fields: Readonly<Record<string, string>> },
  content: Uint8Array,
): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(content)]), 'upload.bin');
  const request = new Request(new URL(upload.url, server.deps.config.publicUrl), { method: 'POST', body: form });
  const response = await server.app.inject({
    method: 'POST',
    url: new URL(request.url).pathname,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      origin: server.deps.config.publicUrl,
      'sec-fetch-site': 'same-origin',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return response.statusCode;
}

/** A document question, by default of the first form. */
interface DocumentQuestion {
  readonly key: string;
  readonly form?: string;
}

/** Requests an upload and sends the file; returns its key. */
export async function sendFile(
  server: TestApp,
  client: Client,
  content: Uint8Array,
  { key, ...form }: DocumentQuestion = { key: DOCUMENT_KEY },
): Promise<string> {
  const { status, body } = await client.call(presignedUrl, { ...form, payload: { answer_key: key } });
  expect(status).toBe(200);
  const { url = '', fields = {} } = body;
  expect(await postFile(server, { url, fields }, content)).toBe(204);
  return fields.key ?? '';
}

/** All three steps of an upload (DOC-01). */
export async function upload(
  server: TestApp,
  client: Client,
  content: Uint8Array,
  name: string,
  question: DocumentQuestion = { key: DOCUMENT_KEY },
) {
  const file_key = await sendFile(server, client, content, question);
  const { key, ...form } = question;
  return client.call(startConversion, { ...form, params: { key }, payload: { file_key, file_name: name } });
}

/** The row of an applicant's only document. */
export const documentOf = (server: TestApp, { applicationId }: { readonly applicationId: string }) =>
  server.db.selectFrom('document').selectAll().where('application_id', '=', applicationId).executeTakeFirstOrThrow();

/** The payloads of all jobs of one kind, oldest first. */
export async function jobsFor(server: TestApp, name: string): Promise<readonly unknown[]> {
  const { rows } = await server.database.pool.query<{ data: unknown }>(
    'select data from pgboss.job where name = $1 order by created_on',
    [name],
  );
  return rows.map(({ data }) => data);
}

/** Ends the conversion of a document as a worker does, but without a PDF. */
export async function endConversion(server: TestApp, applicationId: string): Promise<void> {
  const claim = 7;
  const document = await server.db
    .updateTable('document')
    .set({ status: 'IN_PROGRESS', claimed_by: claim })
    .where('application_id', '=', applicationId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await inTransaction(server.db, async (tx) => {
    const application = await lockApplicationById(tx, applicationId);
    if (!application) throw new Error('The application is gone.');
    const now = server.clock.now();
    await completeDocument(
      tx,
      { document, claim },
      { pdf_key: `documents/${document.id}-1.pdf`, page_count: 1, hints: [], thumbnail_count: 0, finished_at: now },
    );
    await setDocumentAnswer(tx, application, document.answer_key, ANSWERED, server.clock.now());
  });
}
