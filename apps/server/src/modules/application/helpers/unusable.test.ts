import { moveOfficeItem } from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { HELPER_MAILS } from '../../../config/limits.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { suiteApp } from '../../../testing/app.ts';
import { lastMailTo } from '../../../testing/mail.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { itemsOf, sendPaper } from '../items/items.testing.ts';
import { failInTransaction } from '../uploads/end-conversion.ts';
import { selectDocument } from '../uploads/repository.ts';
import { asks, PDF, sendHelp, studentsOf, tokensTo, tokenTo } from './helpers.testing.ts';

const server = await suiteApp();
const transcriptOf = async (id: string) => {
  const item = (await itemsOf(server, id)).get('transcript');
  if (!item) throw new Error('no transcript is needed');
  return item;
};

test('a counselor whose paper the office sends back is mailed its words and a link, as far as the limits of mails allow', async () => {
  const email = 'casey@school.example';
  const ada = await asks(server, email);
  const token = await tokenTo(server, email);
  const { id: item } = await transcriptOf(ada.applicationId);
  const clerk = await newColleague(server, 'clerk');
  const giveBack = async () => {
    const { version } = await transcriptOf(ada.applicationId);
    const payload = { act: 'return', version, words: 'Page 2 is cut off.' } as const;
    expect((await clerk.call(moveOfficeItem, { params: { id: ada.applicationId, item }, payload })).status).toBe(200);
  };
  await sendPaper(server, ada, item, PDF);
  await giveBack();
  expect(await tokensTo(server, email)).toEqual([token]);
  for (let sent = 0; sent < HELPER_MAILS.ofOneApplicant; sent += 1) {
    server.clock.advance(1);
    await sendHelp(server, server.client(), { token, item });
    await giveBack();
  }
  const mail = await lastMailTo(server.db, email);
  expect(mail.subject).toBe('Larkmoor University needs papers for Ada Testperson again');
  expect(mail.text).toContain('Official high school transcript\n\nPage 2 is cut off.\n\n');
  const tokens = await tokensTo(server, email);
  expect(new Set(tokens).size).toBe(HELPER_MAILS.ofOneApplicant);
  const [shown] = await studentsOf(server.client(), await tokenTo(server, email));
  expect(shown?.items[0]).toMatchObject({ state: 'again', returned_words: 'Page 2 is cut off.' });
  expect((await lastMailTo(server.db, ada.email)).kind).toBe('item_returned');
});

test('a counselor whose paper cannot be read is mailed why, though the page is closed', async () => {
  const email = 'robin@school.example';
  const { applicationId } = await asks(server, email);
  const { id: item } = await transcriptOf(applicationId);
  const { paper_id } = await sendHelp(server, server.client(), { token: await tokenTo(server, email), item });
  const document = await selectDocument(server.db, applicationId, `paper:${paper_id}`);
  if (!document) throw new Error('the paper has no document');
  await inTransaction(server.db, (tx) => failInTransaction(server.deps, tx, document, { problem: 'encrypted' }));
  expect((await transcriptOf(applicationId)).state).toBe('awaiting');
  const mail = await lastMailTo(server.db, email);
  expect(mail.text).toContain('Official high school transcript\n\nThis file is protected with a password');
  expect(await tokensTo(server, email)).toHaveLength(2);
});
