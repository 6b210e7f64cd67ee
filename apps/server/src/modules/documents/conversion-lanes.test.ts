import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Converted, DocumentConverter } from '../../adapters/converter/converter.ts';
import { textPdf, wordFile } from '../../adapters/converter/corpus.testing.ts';
import { objectStoreOf } from '../../adapters/object-store/object-store-of.ts';
import { holdClaim, type WorkerClaim } from '../../db/worker-claim.ts';
import { createLog } from '../../log/create-log.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { newApplicant } from '../application/applicant.testing.ts';
import { startConversionLanes } from './conversion-lanes.ts';
import type { ConvertDependencies } from './convert-one.ts';
import { laneOf } from './lanes.ts';
import { upload } from './uploading.testing.ts';

let server: TestApp;
let claim: WorkerClaim;
beforeAll(async () => {
  server = await testApp();
  claim = holdClaim(server.database.url);
});
afterAll(async () => {
  await claim.release();
  await server.stop();
});

function dependencies(own: Pick<ConvertDependencies, 'converter'> & Partial<ConvertDependencies>): ConvertDependencies {
  const { db, jobs, deps, clock } = server;
  const objects = objectStoreOf(deps.config);
  const log = createLog('silent');
  return { db, jobs, clock: clock.now, objects, scanner: undefined, claim, log, metrics: deps.metrics, ...own };
}

/** Converts only when it is told to, and tells what it has begun. */
function patientConverter() {
  const begun: { readonly lane: string; end(): void }[] = [];
  const converter: DocumentConverter = {
    has: () => true,
    convert: (content, signal) =>
      new Promise<Converted>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        const end = () => resolve({ pdf: content, pages: 1, hints: [], thumbnails: [] });
        begun.push({ lane: laneOf(content), end });
      }),
    close: async () => {},
  };
  return { begun, converter };
}

test('of each lane two conversions run at a time, and the next begins when one has ended', async () => {
  for (const content of [await textPdf('Ada'), await wordFile()]) {
    for (let count = 0; count < 3; count += 1) await upload(server, await newApplicant(server), content, 'record');
  }
  const { begun, converter } = patientConverter();
  const lanes = startConversionLanes(dependencies({ converter }));
  const lanesBegun = () => begun.map(({ lane }) => lane).sort();
  const running = async () => {
    const rows = server.db.selectFrom('document').select('status').orderBy('status');
    return (await rows.execute()).map(({ status }) => status);
  };
  try {
    await eventually(() => expect(lanesBegun()).toEqual(['quick', 'quick', 'word', 'word']));
    lanes.wake();
    begun.find(({ lane }) => lane === 'quick')?.end();
    await eventually(() => expect(lanesBegun()).toEqual(['quick', 'quick', 'quick', 'word', 'word']));
    expect(await running()).toEqual(['COMPLETED', ...Array(4).fill('IN_PROGRESS'), 'UNPROCESSED']);
    for (const { end } of begun) end();
    await eventually(() => expect(begun).toHaveLength(6));
    begun.at(-1)?.end();
    await eventually(async () => expect(await running()).toEqual(Array(6).fill('COMPLETED')));
  } finally {
    await lanes.stop();
  }
});

test('that the database is away is said once, and again after it was back', async () => {
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  let looks = 0;
  let isAway = true;
  const current = () => {
    looks += 1;
    return isAway ? Promise.reject(new Error('away')) : claim.current();
  };
  const { converter } = patientConverter();
  const lanes = startConversionLanes(dependencies({ converter, log, claim: { ...claim, current } }));
  const lookAgain = async () => {
    const before = looks;
    await eventually(() => {
      lanes.wake();
      // One look is over when the next but one begins.
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
