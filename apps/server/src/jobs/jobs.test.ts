import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log/create-log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { databaseLine } from '../testing/database-line.ts';
import { eventually } from '../testing/eventually.ts';
import { printPdf, sendMail } from './all-jobs.ts';
import { jobHandler } from './job.ts';
import { type Jobs, openJobQueue, startJobSender } from './jobs.ts';

const log = createLog('silent');
let database: TestDatabase;
let jobs: Jobs;
let cleanUp: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  jobs = await startJobSender(database.pool, log);
});
afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
  cleanUp = [];
});
afterAll(async () => {
  await jobs.stop();
  await database.stop();
});

/** Starts a worker that records the ids of its jobs. */
async function startRecordingWorker(databaseUrl: string): Promise<string[]> {
  const done: string[] = [];
  const handler = jobHandler(sendMail, async ({ mail_id }) => void done.push(mail_id));
  const queue = await openJobQueue(databaseUrl, log);
  cleanUp.push(() => queue.stop());
  await queue.work([handler]);
  return done;
}
async function send(): Promise<string> {
  const mail_id = randomUUID();
  await jobs.send(sendMail, { mail_id });
  return mail_id;
}

test('queued jobs run one after another without a notification for each', async () => {
  const sent = [];
  for (let number = 0; number < 12; number += 1) sent.push(await send());
  const done = await startRecordingWorker(database.url);
  // With a pause of 10 s between any two of them, this would take two minutes.
  await eventually(() => expect(done).toHaveLength(12));
  expect(done.toSorted()).toEqual(sent.toSorted());
});

test('a worker that loses its database continues when it is back', async () => {
  const line = await databaseLine(database.url);
  const done = await startRecordingWorker(line.url);
  const first = await send();
  await eventually(() => expect(done).toContain(first));
  await line.cut();
  const second = await send();
  await line.mend();
  await eventually(() => expect(done).toContain(second), { interval: 100 });
  cleanUp.unshift(() => line.cut());
});

test('groups of handlers stop separately, and a running job finishes first', async () => {
  const queue = await openJobQueue(database.url, log);
  cleanUp.push(() => queue.stop());
  const mail = randomUUID();
  const seen: string[] = [];
  const release = Promise.withResolvers<void>();
  const slow = await queue.work([
    jobHandler(sendMail, async ({ mail_id }) => {
      if (mail_id !== mail) return;
      seen.push('begun');
      await release.promise;
      seen.push('done');
    }),
  ]);
  const others: string[] = [];
  await queue.work([jobHandler(printPdf, async ({ copy_id }) => void others.push(copy_id))]);
  await queue.send(sendMail, { mail_id: mail });
  await eventually(() => expect(seen).toEqual(['begun']));
  const stopping = slow.stop();
  const copy_id = randomUUID();
  await queue.send(printPdf, { copy_id });
  await eventually(() => expect(others).toEqual([copy_id]));
  release.resolve();
  await stopping;
  expect(seen).toEqual(['begun', 'done']);
});

test('only the last try of a job is told that it is the last', async () => {
  const [early, last] = [await send(), await send()];
  await database.pool.query(
    `update pgboss.job set retry_count = retry_limit - case data ->> 'mail_id' when $1 then 0 else 1 end
     where data ->> 'mail_id' in ($1, $2)`,
    [last, early],
  );
  const told = new Map<string, boolean>();
  const queue = await openJobQueue(database.url, log);
  cleanUp.push(() => queue.stop());
  await queue.work([jobHandler(sendMail, async ({ mail_id }, { isLast }) => void told.set(mail_id, isLast))]);
  await eventually(() => expect([told.get(early), told.get(last)]).toEqual([false, true]));
});

test('an invalid payload is refused before it is queued', async () => {
  await expect(jobs.send(sendMail, { mail_id: 'no id' })).rejects.toThrow();
});
