import * as desk from '@firstyear/api-contract/desk';
import { ENGLISH } from '@firstyear/words';
import { formatDay } from '@firstyear/words/format';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { DAY_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { submitted } from '../row/applicant.testing.ts';
import { queueItemReminders } from './reminders.ts';
import { insertItems } from './repository.ts';

const server = await suiteApp();
const clerk = await newColleague(server, 'clerk');

test('a request is reminded of once, three days before its day, unless it came', async () => {
  const ada = await submitted(server);
  const now = server.clock.now();
  const dayIn = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const ask = (due_on: string | null) =>
    clerk.call(desk.requestItem, {
      params: { id: ada.applicationId },
      payload: { id: crypto.randomUUID(), request: 'paper', title: `Due ${due_on}`, text: '', due_on },
    });
  for (const due_on of [dayIn(3), dayIn(20), dayIn(20), null]) expect((await ask(due_on)).status).toBe(200);
  const reminders = async () => (await mailsTo(server.db, ada.email)).filter(({ kind }) => kind === 'item_reminder');
  // What is due within three days when it is asked needs no reminder.
  await queueItemReminders(server.deps, now);
  expect(await reminders()).toEqual([]);
  const later = new Date(now.getTime() + 18 * DAY_MS);
  const of = { params: { id: ada.applicationId }, payload: { reason: 'A mistake.' } };
  const director = await newColleague(server, 'director');
  await director.call(desk.withdraw, of);
  await queueItemReminders(server.deps, later);
  expect(await reminders()).toEqual([]);
  await director.call(desk.undoWithdrawal, of);
  await queueItemReminders(server.deps, later);
  await queueItemReminders(server.deps, later);
  expect((await reminders()).map(({ text }) => text.includes(`Due ${dayIn(20)}`))).toEqual([true, true]);
  expect((await reminders())[0]?.text).toContain(formatDay(ENGLISH, dayIn(20)));
});

test('a request is reminded of until its day, also if it was sent back, and not while it is hidden', async () => {
  const ada = await submitted(server);
  const now = server.clock.now();
  const timeIn = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const due_on = timeIn(20).toISOString().slice(0, 10);
  const ask = async () => {
    const id = crypto.randomUUID();
    const payload = { id, request: 'explanation', title: 'Your gap year', text: '', due_on } as const;
    await clerk.call(desk.requestItem, { params: { id: ada.applicationId }, payload });
    return id;
  };
  const [hidden, returned] = [await ask(), await ask()];
  await server.db.updateTable('item').set({ is_hidden: true }).where('id', '=', hidden).execute();
  await server.db.updateTable('item').set({ state: 'returned' }).where('id', '=', returned).execute();
  const reminded = async (at: Date) => {
    await queueItemReminders(server.deps, at);
    const items = server.db.selectFrom('item').select('id').where('reminded_at', 'is not', null);
    return (await items.where('application_id', '=', ada.applicationId).execute()).map(({ id }) => id);
  };
  // More than one batch of them.
  const one = { application_id: ada.applicationId, source: 'applicant', due_on } as const;
  const many = Array.from({ length: 100 }, (_, number) => ({ ...one, rule: `paper-${number}` }));
  const others = await inTransaction(server.db, (tx) => insertItems(tx, many, now));
  expect((await reminded(timeIn(18))).toSorted()).toEqual([returned, ...others].toSorted());
  await server.db.updateTable('item').set({ is_hidden: false }).where('id', '=', hidden).execute();
  expect(await reminded(timeIn(22))).not.toContain(hidden);
});
