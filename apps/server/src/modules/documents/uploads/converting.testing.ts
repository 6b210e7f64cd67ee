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

/** A converter whose parts are all there, and that does nothing but this. */
export const converterOf = (convert: DocumentConverter['convert']): DocumentConverter => ({
  has: () => true,
  convert,
  close: async () => {},
});

/** Takes a file for its own PDF of one page. */
export const takeAsPdf: DocumentConverter['convert'] = async (pdf) => ({ pdf, pages: 1, hints: [], thumbnails: [] });

/** A conversion that ends only when it is ended. */
export const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** What a worker converts with on the database, the files and the clock of a server under test: silent, without a scanner. */
export function convertDependencies(
  { db, jobs, clock, deps }: TestApp,
  own: Pick<ConvertDependencies, 'converter' | 'claim'> & Partial<ConvertDependencies>,
): ConvertDependencies {
  const { config, metrics } = deps;
  const objects = objectStoreOf(config);
  return { db, jobs, clock: clock.now, objects, scanner: undefined, log: createLog('silent'), metrics, ...own };
}

/** Begins the conversion whose turn it is in a lane, and goes through it. */
export async function convertNext(
  deps: ConvertDependencies,
  lane: Lane = 'quick',
  signals: Partial<ConversionSignals> = {},
): Promise<void> {
  const claimed = await claimNextDocument(deps.db, { lane, claim: await deps.claim.current(), now: deps.clock() });
  if (!claimed) throw new Error('Nothing waits.');
  await (
    await convertOne(deps, claimed, { canceled: never(), yielded: never(), stopped: never(), ...signals })
  ).write();
}
