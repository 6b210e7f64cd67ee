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

test('a counselor whose only paper cannot be read is mailed why, though the page is closed, unless nothing is asked any more', async () => {
  const email = 'robin@school.example';
  const { applicationId } = await asks(server, email);
  const { id: item } = await transcriptOf(applicationId);
  const asked = { token: await tokenTo(server, email), item };
  const fail = async ({ paper_id }: { readonly paper_id: string }) => {
    const document = await selectDocument(server.db, applicationId, `paper:${paper_id}`);
    if (!document) throw new Error('the paper has no document');
    await inTransaction(server.db, (tx) => failInTransaction(server.deps, tx, document, { problem: 'encrypted' }));
    return (await transcriptOf(applicationId)).state;
  };
  const hide = (is_hidden: boolean) =>
    server.db.updateTable('item').set({ is_hidden }).where('id', '=', item).execute();
  const withdraw = (withdrawn_at: Date | null) =>
    server.db
      .updateTable('office_application')
      .set({ withdrawn_at })
      .where('application_id', '=', applicationId)
      .execute();
  const [one, two] = [await sendHelp(server, server.client(), asked), await sendHelp(server, server.client(), asked)];
  expect(await fail(one)).toBe('came');
  await hide(true);
  expect(await fail(two)).toBe('awaiting');
  expect(await tokensTo(server, email)).toHaveLength(1);
  await hide(false);
  const three = await sendHelp(server, server.client(), asked);
  await withdraw(server.clock.now());
  expect(await fail(three)).toBe('awaiting');
  expect(await tokensTo(server, email)).toHaveLength(1);
  await withdraw(null);
  expect(await fail(await sendHelp(server, server.client(), asked))).toBe('awaiting');
  const mail = await lastMailTo(server.db, email);
  expect(mail.text).toContain('Official high school transcript\n\nThis file is protected with a password');
  expect(await tokensTo(server, email)).toHaveLength(2);
});
