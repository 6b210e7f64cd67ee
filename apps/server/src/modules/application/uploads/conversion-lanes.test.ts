import { textPdf, wordFile } from '@firstyear/document-converter/testing/corpus';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../../../log/create-log.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type Applicant, newApplicant } from '../row/applicant.testing.ts';
import { startConversionLanes } from './conversion-lanes.ts';
import { endRun } from './conversion-repository.ts';
import { convertDependencies, converterOf, convertingServer, takeAsPdf, untilAborted } from './converting.testing.ts';
import { laneOf } from './lanes.ts';
import { documentOf, upload } from './uploading.testing.ts';

const server = await convertingServer();
afterAll(() => server.stop());
afterEach(() => server.db.deleteFrom('document').execute());

/** A converter that ends conversions only on command, and lists those it has begun. */
function patientConverter() {
  const begun: { readonly lane: string; end(): void }[] = [];
  const converter = converterOf(async (content, signal) => {
    const ended = Promise.withResolvers<void>();
    begun.push({ lane: laneOf(content), end: ended.resolve });
    await Promise.race([ended.promise, untilAborted(signal)]);
    return takeAsPdf(content, signal);
  });
  return { begun, converter };
}

test('three conversions of each lane run at a time, and the next begins when one has ended', async () => {
  for (const content of [await textPdf('Ada'), await wordFile()]) {
    for (let count = 0; count < 4; count += 1) await upload(server, await newApplicant(server), content, 'record');
  }
  const { begun, converter } = patientConverter();
  const lanes = startConversionLanes(convertDependencies(server, { converter, claim: server.claim }));
  const lanesBegun = () => begun.map(({ lane }) => lane).sort();
  const running = async () => {
    const rows = server.db.selectFrom('document').select('status').orderBy('status');
    return (await rows.execute()).map(({ status }) => status);
  };
  try {
    await eventually(() => expect(lanesBegun()).toEqual([...Array(3).fill('quick'), ...Array(3).fill('word')]));
    lanes.wake();
    begun.find(({ lane }) => lane === 'quick')?.end();
    await eventually(() => expect(lanesBegun()).toEqual([...Array(4).fill('quick'), ...Array(3).fill('word')]));
    expect(await running()).toEqual(['COMPLETED', ...Array(6).fill('IN_PROGRESS'), 'UNPROCESSED']);
    for (const { end } of begun) end();
    await eventually(() => expect(begun).toHaveLength(8));
    for (const { end } of begun) end();
    await eventually(async () => expect(await running()).toEqual(Array(8).fill('COMPLETED')));
  } finally {
    await lanes.stop();
  }
});

test("applicants whose files take long don't get the last slot of a lane", async () => {
  const pdf = await textPdf('Ada');
  const { begun, converter } = patientConverter();
  const claim = await server.claim.current();
  const startedAt = server.clock.now();
  server.clock.advance(5_000);
  for (let count = 0; count < 3; count += 1) {
    const applicant = await newApplicant(server);
    await upload(server, applicant, pdf, 'record.pdf');
    const { id, application_id, file_size, lane } = await documentOf(server, applicant);
    await server.db
      .insertInto('conversion_run')
      .values({ application_id, document_id: id, lane, claimed_by: claim, started_at: startedAt, file_size })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then((run) =>
        endRun(server.db, run.id, { outcome: 'COMPLETED', problem: null, kind: 'pdf', ended_at: server.clock.now() }),
      );
  }
  const lanes = startConversionLanes(convertDependencies(server, { converter, claim: server.claim }));
  try {
    await eventually(() => expect(begun).toHaveLength(2));
    const quick = await newApplicant(server);
    await upload(server, quick, pdf, 'record.pdf');
    lanes.wake();
    await eventually(async () => expect((await documentOf(server, quick)).status).toBe('IN_PROGRESS'));
    await eventually(() => expect(begun).toHaveLength(3));
    for (const { end } of begun) end();
    await eventually(() => expect(begun).toHaveLength(4));
    for (const { end } of begun) end();
  } finally {
    await lanes.stop();
  }
});

test('a long job in the last slot returns to the queue when a short one waits, and is converted later', async () => {
  const word = await wordFile();
  const applicants = [await newApplicant(server), await newApplicant(server), await newApplicant(server)];
  const { begun, converter } = patientConverter();
  const lanes = startConversionLanes(convertDependencies(server, { converter, claim: server.claim }));
  const statusesOf = (all: readonly Applicant[]) =>
    Promise.all(all.map(async (item) => (await documentOf(server, item)).status));
  try {
    for (const [number, applicant] of applicants.entries()) {
      await upload(server, applicant, word, 'record.docx');
      lanes.wake();
      await eventually(() => expect(begun).toHaveLength(number + 1));
    }
    const short = await newApplicant(server);
    await upload(server, short, word, 'record.docx');
    server.clock.advance(31_000);
    lanes.wake();
    await eventually(async () =>
      expect(await statusesOf([...applicants, short])).toEqual([
        'IN_PROGRESS',
        'IN_PROGRESS',
        'UNPROCESSED',
        'IN_PROGRESS',
      ]),
    );
    begun[0]?.end();
    await eventually(() => expect(begun).toHaveLength(5));
    for (const { end } of begun) end();
    await eventually(async () => expect(await statusesOf([...applicants, short])).toEqual(Array(4).fill('COMPLETED')));
  } finally {
    await lanes.stop();
  }
});

test('stopping the lanes waits for all running conversions, which succeed, and begins no others', async () => {
  const [ada, bo, cy] = [await newApplicant(server), await newApplicant(server), await newApplicant(server)];
  for (const owner of [ada, cy]) await upload(server, owner, await textPdf('Ada'), 'record.pdf');
  const { begun, converter } = patientConverter();
  const lanes = startConversionLanes(convertDependencies(server, { converter, claim: server.claim }));
  await eventually(() => expect(begun).toHaveLength(2));
  const stopped = lanes.stop();
  await upload(server, bo, await textPdf('Bo'), 'record.pdf');
  lanes.wake();
  const statuses = async () =>
    [await documentOf(server, ada), await documentOf(server, cy)].map(({ status }) => status);
  begun[0]?.end();
  await eventually(async () => expect(await statuses()).toContain('COMPLETED'));
  begun[1]?.end();
  await stopped;
  expect(begun).toHaveLength(2);
  expect(await statuses()).toEqual(['COMPLETED', 'COMPLETED']);
  expect(await documentOf(server, bo)).toMatchObject({ status: 'UNPROCESSED', attempts: 0 });
});

test('a lost database is logged once, and again only after it was back', async () => {
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  let looks = 0;
  let isAway = true;
  const current = () => {
    looks += 1;
    return isAway ? Promise.reject(new Error('away')) : server.claim.current();
  };
  const { converter } = patientConverter();
  const lanes = startConversionLanes(
    convertDependencies(server, { converter, log, claim: { ...server.claim, current } }),
  );
  const lookAgain = async () => {
    const before = looks;
    await eventually(() => {
      lanes.wake();
      // A poll is certainly over when the second one after it begins.
      expect(looks).toBeGreaterThan(before + 4);
    });
  };
  try {
    await lookAgain();
    expect(warn.mock.calls).toEqual([[{ reason: 'Error' }, expect.stringContaining('tried again')]]);
    isAway = false;
    await lookAgain();
    isAway = true;
    await lookAgain();
    expect(warn).toHaveBeenCalledTimes(2);
  } finally {
    await lanes.stop();
  }
});
