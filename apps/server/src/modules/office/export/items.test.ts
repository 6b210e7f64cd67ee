import * as desk from '@firstyear/api-contract/desk';
import { textPdf } from '@firstyear/document-converter/testing/corpus';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { expect, test } from 'vitest';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { suiteApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { itemsOf, sendPaper } from '../../application/items/items.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';
import { documentOf, endConversion } from '../../application/uploads/uploading.testing.ts';
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
  await endConversion(server, ada.applicationId);
  await objectStoreOf(server.deps.config).put((await documentOf(server, ada)).pdf_key ?? '', content);

  const workbook = await unpackWordZip(await exported('people_xlsx'));
  const text = [...workbook.values()].map(String).join('\n');
  for (const said of ['Items', 'Official high school transcript', 'To check', 'Awaited', 'School'])
    expect(text, said).toContain(said);
  const { items } = JSON.parse((await exported('machine_jsonl')).toString());
  expect(items).toMatchObject([
    { rule: 'counselor_report', source: 'school', state: 'awaiting', came_at: null },
    { rule: 'transcript', source: 'school', state: 'came', came_at: expect.any(String) },
  ]);
  const packets = await unpackWordZip(await exported('packets'));
  const [name = ''] = [...packets.keys()].filter((file) => file.endsWith('/item-1-transcript.pdf'));
  expect(packets.get(name)?.equals(content)).toBe(true);
  expect(packets.get('index.tsv')?.toString()).toContain('Official high school transcript\t');
});
