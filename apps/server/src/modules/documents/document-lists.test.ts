import { afterAll, beforeAll, expect, test } from 'vitest';
import { textPdf, wordFile } from '../../adapters/converter/corpus.testing.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { type Applicant, newApplicant } from '../application/applicant.testing.ts';
import { listFilesAfter, listOpenConversions } from './service.ts';
import { DOCUMENT_KEY, upload } from './uploading.testing.ts';
import { readConversionDepths } from './waiting.ts';

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.stop());

async function withDocument(content: Uint8Array): Promise<Applicant> {
  const applicant = await newApplicant(server);
  await upload(server, applicant, content, 'record.pdf');
  return applicant;
}

/** How a document may stand, with what belongs to it. */
const STATES = [
  { status: 'UNPROCESSED', isOpen: true },
  { status: 'IN_PROGRESS', claimed_by: 7, isOpen: true },
  { status: 'COMPLETED', pdf_key: 'documents/x.pdf', isOpen: false },
  { status: 'FAILED', problem: 'damaged', isOpen: false },
] as const;

test('a conversion is open until it has ended, well or badly', async () => {
  for (const { isOpen, ...values } of STATES) {
    const ada = await withDocument(await textPdf('Ada'));
    await server.db.updateTable('document').set(values).where('application_id', '=', ada.applicationId).execute();
    expect(await listOpenConversions(server.db, ada.applicationId), values.status).toEqual(
      isOpen ? [DOCUMENT_KEY] : [],
    );
  }
  expect(await listOpenConversions(server.db, (await newApplicant(server)).applicationId)).toEqual([]);
});

test('the files of all documents are listed in pages that leave none out and repeat none', async () => {
  for (let count = 0; count < 3; count += 1) await withDocument(await textPdf('Ada'));
  const all = await server.db.selectFrom('document').select(['id', 'file_key']).orderBy('id').execute();
  const found: { readonly id: string; readonly file_key: string }[] = [];
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await listFilesAfter(server.db, after, 2);
    found.push(...page.map(({ id, file_key }) => ({ id, file_key })));
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  expect(found).toEqual(all);
});

test('what waits is counted by lane; what is being converted does not wait', async () => {
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
