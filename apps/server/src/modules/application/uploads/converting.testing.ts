import type { DocumentConverter } from '@firstyear/document-converter';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { holdClaim, type WorkerClaim } from '../../../db/worker-claim.ts';
import { createLog } from '../../../log/create-log.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { claimNextDocument } from './conversion-repository.ts';
import { type ConversionSignals, type ConvertDependencies, convertOne } from './convert-one.ts';
import type { Lane } from './lanes.ts';

const never = () => new AbortController().signal;

/** A server under test, and the claim of a worker on its database. */
export interface ConvertingServer extends TestApp {
  readonly claim: WorkerClaim;
}

export async function convertingServer(): Promise<ConvertingServer> {
  const server = await testApp();
  const claim = holdClaim(server.database.url);
  const stop = async () => {
    await claim.release();
    await server.stop();
  };
  return { ...server, claim, stop };
}

/** A converter with all parts that only calls this function. */
export const converterOf = (convert: DocumentConverter['convert']): DocumentConverter => ({
  has: () => true,
  convert,
  close: async () => {},
});

/** Returns the file itself as a PDF of one page. */
export const takeAsPdf: DocumentConverter['convert'] = async (pdf) => ({ pdf, pages: 1, hints: [], thumbnails: [] });

/** A conversion that ends only when it is aborted. */
export const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** A worker's dependencies with the database, the files and the clock of a server under test, without log and scanner. */
export function convertDependencies(
  { db, jobs, clock, deps }: TestApp,
  overrides: Pick<ConvertDependencies, 'converter' | 'claim'> & Partial<ConvertDependencies>,
): ConvertDependencies {
  const objects = objectStoreOf(deps.config);
  return { ...deps, db, jobs, clock: clock.now, objects, scanner: undefined, log: createLog('silent'), ...overrides };
}

/** Runs the next conversion of a lane, and returns it with its outcome unwritten. */
export async function beginNext(
  deps: ConvertDependencies,
  lane: Lane = 'quick',
  signals: Partial<ConversionSignals> = {},
) {
  const claimed = await claimNextDocument(deps.db, { lane, claim: await deps.claim.current(), now: deps.clock() });
  if (!claimed) throw new Error('No document is waiting.');
  return convertOne(deps, claimed, { canceled: never(), yielded: never(), stopped: never(), ...signals });
}

/** Runs the next conversion of a lane to its end. */
export const convertNext = async (...next: Parameters<typeof beginNext>): Promise<void> =>
  (await beginNext(...next)).write();
