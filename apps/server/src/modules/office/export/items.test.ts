import { randomUUID } from 'node:crypto';
import * as desk from '@firstyear/api-contract/desk';
import { textPdf } from '@firstyear/document-converter/testing/corpus';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { suiteApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { itemsOf, sendPaper } from '../../application/items/items.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';
import { requestExport, workerDeps } from '../office.testing.ts';
import { runPackets } from './packets.ts';
import { runExport } from './service.ts';

const server = await suiteApp();
const director = await newColleague(server, 'director');

async function exported(format: desk.ExportFormat) {
  const id = await requestExport(director, format);
  const browser = { concurrency: 1, print: () => textPdf('Ada'), warm: async () => {}, close: async () => {} };
  const deps = { ...workerDeps(server), browser, internalUrl: 'http://localhost' };
  const { signal } = new AbortController();
  await runExport(deps, id, signal);
  await runPackets(deps, id, signal);
  return (await director.open(desk.officePaths.exportFile(id))).rawPayload;
}

test('exports have what each application needs: a sheet for people, an array for programs, its papers in packets', async () => {
  const ada = await submitted(server);
  const content = await textPdf('A made-up transcript');
  await sendPaper(server, ada, (await itemsOf(server, ada.applicationId)).get('transcript')?.id ?? '', content);
  const request = { id: randomUUID(), request: 'paper', title: 'Newest grades', text: '', due_on: null } as const;
  await director.call(desk.requestItem, { params: { id: ada.applicationId }, payload: request });
  await sendPaper(server, ada, request.id, content);
  const pdf_key = sql<string>`'documents/' || id || '.pdf'`;
  const converted = server.db.updateTable('document').set({ status: 'COMPLETED', page_count: 1, pdf_key });
  const documents = await converted.where('application_id', '=', ada.applicationId).returning('pdf_key').execute();
  for (const { pdf_key: key } of documents) await objectStoreOf(server.deps.config).put(key ?? '', content);
  // What was altered in the database is in none.
  const { applicationId: altered } = await submitted(server);
  await sql`update submission set content = jsonb_set(content, '{answers,first_name}', '"Eve"')
    where application_id = ${altered}`.execute(server.db);

  const workbook = await unpackWordZip(await exported('people_xlsx'));
  const text = [...workbook.values()].map(String).join('\n');
  for (const said of ['Items', 'Official high school transcript', 'To check', 'Awaited', 'School'])
    expect(text, said).toContain(said);
  const { items } = JSON.parse((await exported('machine_jsonl')).toString());
  expect(items.filter(({ rule }: { rule: string | null }) => rule !== null)).toMatchObject([
    { rule: 'counselor_report', source: 'school', state: 'awaiting', came_at: null },
    { rule: 'transcript', source: 'school', state: 'came', came_at: expect.any(String) },
  ]);
  const packets = await unpackWordZip(await exported('packets'));
  for (const paper of ['transcript', 'paper']) {
    const [name = ''] = [...packets.keys()].filter((file) => new RegExp(`/item-[12]-${paper}.pdf$`).test(file));
    expect(packets.get(name)?.equals(content), paper).toBe(true);
  }
  const index = packets.get('index.tsv')?.toString();
  for (const said of ['Official high school transcript', 'Newest grades', 'changed in the database since'])
    expect(index, said).toContain(said);
});
