import { randomUUID } from 'node:crypto';
import { deleteDocument } from '@firstyear/api-contract/documents';
import { textPdf } from '@firstyear/document-converter/testing/corpus';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDatabase, createPool } from '../../../db/database.ts';
import { holdClaim } from '../../../db/worker-claim.ts';
import { HOUR_MS, MINUTE_MS } from '../../../process/durations.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type Applicant, newApplicant } from '../row/applicant.testing.ts';
import { startConversionLanes } from './conversion-lanes.ts';
import { type ClaimedDocument, claimNextDocument, endRun } from './conversion-repository.ts';
import { convertDependencies, converterOf, convertingServer, untilAborted } from './converting.testing.ts';
import { releaseDeadClaims } from './end-conversion.ts';
import type { Lane } from './lanes.ts';
import { KEY_PARAMS, upload } from './uploading.testing.ts';

let ada: Applicant;
let bo: Applicant;
let cy: Applicant;

const server = await convertingServer();
afterAll(() => server.stop());
beforeAll(async () => {
  [ada, bo, cy] = [await newApplicant(server), await newApplicant(server), await newApplicant(server)];
});
afterEach(async () => {
  await server.db.deleteFrom('document').execute();
  await server.db.deleteFrom('conversion_run').execute();
});

/** Inserts a waiting document; each is a second newer than the one before. */
async function addDocument(owner: Applicant, answer_key: string, lane: Lane = 'quick'): Promise<void> {
  server.clock.advance(1_000);
  await server.db
    .insertInto('document')
    .values({
      application_id: owner.applicationId,
      answer_key,
      file_name: 'record.pdf',
      file_size: 1,
      file_key: `uploads/${randomUUID()}`,
      status: 'UNPROCESSED',
      lane,
      created_at: server.clock.now(),
      pdf_key: null,
      page_count: null,
      hints: '[]',
      problem: null,
      waits_for: null,
      retry_at: null,
      claimed_by: null,
      finished_at: null,
    })
    .execute();
}

const claimNext = async (lane: Lane = 'quick', by = server.claim, isLastSlot = false) =>
  claimNextDocument(server.db, { lane, claim: await by.current(), isLastSlot, now: server.clock.now() });

/** Ends a conversion that has taken this many seconds. */
async function finish({ document, runId }: ClaimedDocument, seconds = 1): Promise<void> {
  server.clock.advance(seconds * 1_000);
  await server.db.deleteFrom('document').where('id', '=', document.id).execute();
  await endRun(server.db, runId, { outcome: 'COMPLETED', problem: null, kind: 'pdf', ended_at: server.clock.now() });
}

/** The documents of a lane in the order in which a single slot converts them. */
async function order(lane: Lane = 'quick'): Promise<readonly string[]> {
  const converted: string[] = [];
  for (let next = await claimNext(lane); next; next = await claimNext(lane)) {
    converted.push(next.document.answer_key);
    await finish(next);
  }
  return converted;
}

test('the queue serves applicants in turn, each with their oldest document first', async () => {
  for (const key of ['a1', 'a2', 'a3']) await addDocument(ada, key);
  for (const key of ['b1', 'b2']) await addDocument(bo, key);
  await addDocument(cy, 'c1');
  expect(await order()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('pictures and PDFs never wait behind Word files', async () => {
  await addDocument(ada, 'word', 'word');
  await addDocument(bo, 'photo');
  expect((await claimNext('quick'))?.document.answer_key).toBe('photo');
  expect(await claimNext('quick')).toBeUndefined();
  expect((await claimNext('word'))?.document.answer_key).toBe('word');
});

test('each applicant has one running conversion, until it has really ended', async () => {
  await addDocument(ada, 'a1');
  const first = await claimNext();
  await addDocument(ada, 'a2', 'word');
  expect(await claimNext('word')).toBeUndefined();
  // Deleting the document doesn't end its run: the converter may still be running.
  await server.db.deleteFrom('document').where('answer_key', '=', 'a1').execute();
  expect(await claimNext('word')).toBeUndefined();
  if (first) await finish(first);
  expect((await claimNext('word'))?.document.answer_key).toBe('a2');
});

test('if many slots poll at the same time, each applicant gets one conversion and nobody is left out', async () => {
  const owners = [ada, bo, cy];
  for (const owner of owners) for (const key of ['1', '2', '3', '4']) await addDocument(owner, key);
  const claimed = await Promise.all(Array.from({ length: 12 }, () => claimNext()));
  const begun = claimed.flatMap((item) => (item ? [item.document.application_id] : []));
  expect(begun.sort()).toEqual(owners.map((owner) => owner.applicationId).sort());
});

test('Word files of costly applicants wait behind those of others, but not forever', async () => {
  await addDocument(ada, 'slow', 'word');
  const slow = await claimNext('word');
  if (slow) await finish(slow, 40);
  await addDocument(bo, 'quick', 'word');
  const quick = await claimNext('word');
  if (quick) await finish(quick, 5);
  // Ada was served longer ago, and comes first in the lane where she isn't costly.
  for (const lane of ['word', 'quick'] as const) {
    await addDocument(ada, `a in ${lane}`, lane);
    await addDocument(bo, `b in ${lane}`, lane);
  }
  expect((await order('quick'))[0]).toBe('a in quick');
  expect(await order('word')).toEqual(['b in word', 'a in word']);

  await addDocument(bo, 'b again', 'word');
  await order('word');
  await addDocument(ada, 'a waiting', 'word');
  server.clock.advance(5 * MINUTE_MS);
  await addDocument(bo, 'b waiting', 'word');
  expect(await order('word')).toEqual(['a waiting', 'b waiting']);

  server.clock.advance(HOUR_MS);
  await addDocument(ada, 'a later', 'word');
  await addDocument(bo, 'b later', 'word');
  expect(await order('word')).toEqual(['a later', 'b later']);
});

test("with three applicants who have ten long jobs each, the last slot of a lane takes a fourth one's short job at once", async () => {
  const di = await newApplicant(server);
  for (const [lane, seconds] of [
    ['quick', 3],
    ['word', 40],
  ] as const) {
    for (const owner of [ada, bo, cy]) {
      await addDocument(owner, 'long', lane);
      const long = await claimNext(lane);
      if (long) await finish(long, seconds);
      for (let count = 0; count < 10; count += 1) await addDocument(owner, `long ${count}`, lane);
    }
    const [first, second] = [await claimNext(lane), await claimNext(lane)];
    expect([first, second]).toEqual([expect.anything(), expect.anything()]);
    expect(await claimNext(lane, server.claim, true)).toBeUndefined();
    await addDocument(di, 'short', lane);
    const short = await claimNext(lane, server.claim, true);
    expect(short?.document.answer_key).toBe('short');
    for (const item of [first, second, short]) if (item) await finish(item);
    await server.db.deleteFrom('document').execute();
  }
});

test('the run of a dead worker delays its applicant only until the death is detected', async () => {
  const dead = holdClaim(server.database.url);
  await addDocument(bo, 'b1');
  const ended = await claimNext('quick', dead);
  if (ended) await finish(ended);
  await addDocument(ada, 'a1');
  await claimNext('quick', dead);
  await server.db.deleteFrom('document').execute();
  await addDocument(cy, 'c1');
  await claimNext('quick');
  await addDocument(ada, 'a2');
  expect(await claimNext()).toBeUndefined();
  await dead.release();
  await eventually(async () => {
    await releaseDeadClaims({ db: server.db, clock: server.clock.now });
    expect((await claimNext())?.document.answer_key).toBe('a2');
  });
  // Neither runs that had ended nor those of living workers are touched.
  const runs = await server.db.selectFrom('conversion_run').select('outcome').orderBy('id').execute();
  expect(runs.map(({ outcome }) => outcome)).toEqual(['COMPLETED', 'WORKER_DIED', null, null]);
});

test('[DOC-05] replacing or deleting a document ends its conversion on any worker, and the next one begins', async () => {
  const begun: AbortSignal[] = [];
  const stillRuns = () => begun.filter((signal) => !signal.aborted);
  const converter = converterOf((_, signal) => {
    begun.push(signal);
    return untilAborted(signal);
  });
  const lanes = startConversionLanes(convertDependencies(server, { converter, claim: server.claim }));
  const pdf = await textPdf('Ada');
  // The sessions of the others have expired.
  const di = await newApplicant(server);
  try {
    // Nobody notifies the lanes: they see canceled conversions in the database.
    for (const times of [1, 2, 3]) {
      await upload(server, di, pdf, 'record.pdf');
      await eventually(() => expect(begun).toHaveLength(times));
      expect(stillRuns()).toHaveLength(1);
    }
    await di.call(deleteDocument, KEY_PARAMS);
    await eventually(() => expect(stillRuns()).toEqual([]));
    const runs = () => server.db.selectFrom('conversion_run').select('outcome').execute();
    await eventually(async () =>
      expect(await runs()).toEqual(Array.from({ length: 3 }, () => ({ outcome: 'CANCELED' }))),
    );
  } finally {
    await lanes.stop();
  }
});

test('an unreachable database is reported at once', async () => {
  const nowhere = new URL(server.database.url);
  nowhere.pathname = '/nowhere';
  const db = createDatabase(createPool(nowhere.href, { connections: 1 }));
  const claimed = claimNextDocument(db, { lane: 'quick', claim: 7, now: server.clock.now() });
  await expect(claimed).rejects.toThrow('"nowhere" does not exist');
  await db.destroy();
});
