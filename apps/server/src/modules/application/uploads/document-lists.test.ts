import { randomUUID } from 'node:crypto';
import { documentAnswers } from '@firstyear/api-contract/documents';
import { textPdf, wordFile } from '@firstyear/document-converter/testing/corpus';
import { expect, test } from 'vitest';
import { selectRows } from '../../../db/listed-tables.ts';
import { suiteApp } from '../../../testing/app.ts';
import { type Applicant, newApplicant } from '../row/applicant.testing.ts';
import { readConversionDepths, resumeAwaited } from './end-conversion.ts';
import { listAttachedDocuments, listOpenConversions } from './service.ts';
import { DOCUMENT_KEY, documentOf, endConversion, sendFile, upload } from './uploading.testing.ts';

const server = await suiteApp();

async function withDocument(content: Uint8Array): Promise<Applicant> {
  const applicant = await newApplicant(server);
  await upload(server, applicant, content, 'record.pdf');
  return applicant;
}

/** The possible states of a document, with their columns. */
const STATES = [
  { status: 'UNPROCESSED', isOpen: true },
  { status: 'IN_PROGRESS', claimed_by: 7, isOpen: true },
  { status: 'COMPLETED', pdf_key: 'documents/x.pdf', isOpen: false },
  { status: 'FAILED', problem: 'damaged', isOpen: false },
] as const;

test('a conversion is open until it has succeeded or failed', async () => {
  for (const { isOpen, ...values } of STATES) {
    const ada = await withDocument(await textPdf('Ada'));
    await server.db.updateTable('document').set(values).where('application_id', '=', ada.applicationId).execute();
    expect(await listOpenConversions(server.db, ada.applicationId), values.status).toEqual(
      isOpen ? [DOCUMENT_KEY] : [],
    );
  }
  expect(await listOpenConversions(server.db, (await newApplicant(server)).applicationId)).toEqual([]);
});

test("an applicant's uploads whose conversion hasn't begun are listed", async () => {
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  const keys = [await sendFile(server, ada, await textPdf('Ada')), await sendFile(server, ada, await textPdf('Ada'))];
  await sendFile(server, bo, await textPdf('Bo'));
  const uploads = await selectRows(server.db, 'document_upload', 'application_id', [ada.applicationId]);
  expect(uploads.map(({ file_key }) => file_key).sort()).toEqual(keys.sort());
  expect(uploads[0]).toMatchObject({ application_id: ada.applicationId, answer_key: DOCUMENT_KEY, broken_rule: null });
});

test('attached documents are those that have a PDF, with its key', async () => {
  const pdf = await textPdf('Ada');
  const ada = await withDocument(pdf);
  expect(await listAttachedDocuments(server.db, ada.applicationId)).toEqual({});
  await endConversion(server, ada.applicationId);
  const row = await documentOf(server, ada);
  const add = (answer_key: string, pdf_key: string | null) =>
    server.db
      .insertInto('document')
      .values({
        ...row,
        id: randomUUID(),
        answer_key,
        pdf_key,
        hints: '[]',
        status: pdf_key === null ? 'UNPROCESSED' : 'COMPLETED',
      })
      .execute();
  await add('essay', 'documents/essay.pdf');
  await add('paper:of-a-counselor', 'documents/paper.pdf');
  for (const key of ['open', 'portfolio', 'paper:open']) await add(key, null);
  const attached = { file_name: 'record.pdf', file_size: pdf.length };
  expect(await listAttachedDocuments(server.db, ada.applicationId)).toEqual({
    [DOCUMENT_KEY]: { ...attached, pdf_key: row.pdf_key },
    essay: { ...attached, pdf_key: 'documents/essay.pdf' },
  });
  expect(await listOpenConversions(server.db, ada.applicationId)).toEqual(['open', 'portfolio']);
  const own = ['essay', 'open', 'portfolio', DOCUMENT_KEY];
  expect(Object.keys((await ada.call(documentAnswers)).body).sort()).toEqual(own);
});

test('documents that waited for a part resume when it is available, with a new timeout; others keep waiting', async () => {
  const parts = ['pdf', 'word', 'scanner'] as const;
  const waiting = await Promise.all(
    parts.map(async (waits_for) => {
      const one = await withDocument(await textPdf('Ada'));
      await server.db
        .updateTable('document')
        .set({ waits_for })
        .where('application_id', '=', one.applicationId)
        .execute();
      return one;
    }),
  );
  const begun = server.clock.now();
  server.clock.advance(60_000);
  await resumeAwaited({ db: server.db, clock: server.clock.now }, ['pdf', 'scanner']);
  const rows = await Promise.all(waiting.map((item) => documentOf(server, item)));
  expect(rows.map(({ waits_for, created_at }) => [waits_for, created_at])).toEqual([
    [null, server.clock.now()],
    ['word', begun],
    [null, server.clock.now()],
  ]);
});

test('waiting documents are counted by lane, without those being converted', async () => {
  await server.db.deleteFrom('document').execute();
  const ada = await withDocument(await textPdf('Ada'));
  await withDocument(await textPdf('Ada'));
  await withDocument(await wordFile());
  const anAge = expect.any(Number);
  expect(await readConversionDepths(server.db)).toEqual([
    { queue: 'documents-quick', waiting: 2, oldestSeconds: anAge },
    { queue: 'documents-word', waiting: 1, oldestSeconds: anAge },
  ]);
  const claimed = { status: 'IN_PROGRESS', claimed_by: 7 } as const;
  await server.db.updateTable('document').set(claimed).where('application_id', '=', ada.applicationId).execute();
  expect((await readConversionDepths(server.db)).map(({ waiting }) => waiting)).toEqual([1, 1]);
});
