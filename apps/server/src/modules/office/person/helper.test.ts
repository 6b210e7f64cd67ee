import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { helperOther } from '@firstyear/api-contract/ask-helper';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { afterAll, expect, test } from 'vitest';
import { deleteOnceConfirmed, exportToFile } from '../../../operator/person.ts';
import { suiteApp } from '../../../testing/app.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { asks, PDF, sendHelp, studentsOf, tokenTo } from '../../application/helpers/helpers.testing.ts';
import { itemsOf, sendPaper } from '../../application/items/items.testing.ts';
import { type Applicant, submitted } from '../../application/row/applicant.testing.ts';

const server = await suiteApp();
const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-helper-'));
afterAll(() => rm(folder, { recursive: true }));
const operator = () => ({ ...server.deps, publicUrl: server.deps.config.publicUrl, operator: 'grace' });

async function exported(email: string) {
  const file = path.join(folder, `${email}.zip`);
  await exportToFile(operator(), email, file);
  const parts = await unpackWordZip(await readFile(file));
  const papers = [...parts.keys()].filter((name) => name.startsWith('documents/paper-'));
  return { papers, json: JSON.parse(parts.get('person.json')?.toString() ?? '') };
}

/** Sends a file for the first item on the page of a helper's link. */
async function sendFirst(email: string): Promise<string> {
  const token = await tokenTo(server, email);
  const [student] = await studentsOf(server.client(), token);
  return (await sendHelp(server, server.client(), { token, item: student?.items[0]?.id ?? '' })).paper_id;
}

test('a helper gets the own mails and papers without what they are about, and a deletion leaves no address', async () => {
  const email = 'casey.gone@school.example';
  const ada = await submitted(server);
  expect((await ada.call(helperOther, { payload: { name: 'Casey', email } })).status).toBe(200);
  const id = await sendFirst(email);
  const { json, papers } = await exported(email);
  expect(json.held.mail_outbox).toMatchObject([{ kind: 'helper_asked', recipient: email, body_text: null }]);
  expect(json.held.paper).toEqual([{ id, came_at: expect.any(String), helper_email: email }]);
  expect(papers).toEqual([]);
  await deleteOnceConfirmed(operator(), email, true);
  expect(await mailsTo(server.db, email)).toEqual([]);
  const paper = server.db.selectFrom('paper').select(['sent_by', 'helper_email']).where('id', '=', id);
  expect(await paper.execute()).toEqual([{ sent_by: 'helper', helper_email: null }]);
  await expect(exported(email)).rejects.toThrow('Nothing is held about this address.');
});

test.each([
  ['yes', 'only the own copy, and says that letters are left out'],
  ['no', 'the letters too'],
])('where the waiver is %s, an applicant is given %s', async (waiver) => {
  const email = `casey.${waiver}@school.example`;
  const ada: Applicant = await asks(server, email, { counselor_waiver_request: waiver });
  // A copy is taken until the school has sent the original.
  await sendPaper(server, ada, (await itemsOf(server, ada.applicationId)).get('transcript')?.id ?? '', PDF);
  const letters = [await sendFirst(email), await sendFirst(email)];
  const { json, papers } = await exported(ada.email);
  const names = letters.map((id) => `documents/paper-${id}-uploaded.pdf`).sort();
  expect(papers).toHaveLength(waiver === 'yes' ? 1 : 3);
  expect(names.map((name) => papers.includes(name))).toEqual(names.map(() => waiver === 'no'));
  expect(json.left_out_as_waived?.toSorted()).toEqual(waiver === 'yes' ? names : undefined);
  // A deletion takes all files away.
  expect(await deleteOnceConfirmed(operator(), ada.email, true)).toMatch(/3 {2}stored files/);
});
