import { buffer } from 'node:stream/consumers';
import { MAX_FILE_BYTES } from '@firstyear/api-contract/file-rules';
import { splitPhotos } from '@firstyear/api-contract/photo-pages';
import {
  ConversionError,
  type Converted,
  ConverterMissing,
  ConverterTimedOut,
  type DocumentConverter,
} from '@firstyear/document-converter';
import { kindOf, type UploadKind } from '@firstyear/document-converter/file-kind';
import { ANSWERED } from '@firstyear/form-engine';
import type { ObjectStore } from '../../../adapters/object-store/object-store.ts';
import { type Scanner, ScannerUnavailable } from '../../../adapters/scanner/clamav-scanner.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import type { WorkerClaim } from '../../../db/worker-claim.ts';
import { forgetObjects } from '../../../jobs/all-jobs.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Log } from '../../../log/log.ts';
import type { Metrics } from '../../../metrics/metrics.ts';
import { SECOND_MS } from '../../../time/durations.ts';
import { lockApplicationById } from '../../application/row/service.ts';
import { setDocumentAnswer } from './answer.ts';
import { type ClaimedDocument, completeDocument, endRun, releaseDocument } from './conversion-repository.ts';
import { CONVERSION_TIMEOUT_MS, failInTransaction } from './conversion-timeout.ts';
import { filesOf, pdfKeyOf, type StoredKeys, storedBy, thumbnailKeyOf } from './document-files.ts';
import { type Lane, laneOf } from './lanes.ts';
import type { AwaitedPart, DocumentProblem } from './problems.ts';
import { selectPdfKey } from './repository.ts';

export interface ConvertDependencies {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: () => Date;
  readonly objects: ObjectStore;
  readonly converter: DocumentConverter;
  /** Undefined: uploads are not scanned. */
  readonly scanner: Scanner | undefined;
  readonly claim: WorkerClaim;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'conversions'>;
}

export interface ConversionSignals {
  /** Nobody asks for this conversion any more: its document was deleted, replaced, given up or taken over. */
  readonly canceled: AbortSignal;
  /** Another applicant's short job needs the slot: the conversion goes back to the queue. */
  readonly yielded: AbortSignal;
  /** The worker stops: the conversion goes back to the queue. */
  readonly stopped: AbortSignal;
}

type Outcome =
  | {
      readonly outcome: 'COMPLETED';
      readonly stored: StoredKeys;
      readonly converted: Pick<Converted, 'pages' | 'hints'>;
    }
  | { readonly outcome: 'FAILED'; readonly problem: DocumentProblem; readonly page?: number | undefined }
  | { readonly outcome: 'CANCELED' }
  | { readonly outcome: 'WAITING'; readonly part: AwaitedPart }
  | { readonly outcome: 'MOVED'; readonly lane: Lane }
  | { readonly outcome: 'FAULT'; readonly reason: string; readonly retryAt: Date };

/** A document that takes a worker down this often is not retried. */
const MAX_ATTEMPTS = 8;
/** So often a fault of ours is tried again. */
const MAX_FAULTS = 6;
const MAX_RETRY_DELAY_S = 30;
/** The file is at fault, found before it reaches a converter. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(`A document is refused: ${problem}.`);
    this.problem = problem;
  }
}

/** The file belongs in the other lane: it was changed after its upload was checked. */
class WrongLane extends Error {
  override readonly name = 'WrongLane';
  readonly lane: Lane;

  constructor(lane: Lane) {
    super(`A document belongs into the lane ${lane}.`);
    this.lane = lane;
  }
}

async function contentOf(deps: ConvertDependencies, { document }: ClaimedDocument): Promise<Buffer> {
  if (document.attempts > MAX_ATTEMPTS) throw new Refused('unconvertible');
  const found = await deps.objects.get(document.file_key);
  if (!found || found.info.size === 0 || found.info.size > MAX_FILE_BYTES) {
    found?.stream.destroy();
    throw new Refused('missing');
  }
  return buffer(found.stream);
}

/** Scans a file; of photos that are uploaded together each by itself, since a scanner does not know how they are joined. */
async function refuseInfected({ scanner }: ConvertDependencies, content: Buffer, signal: AbortSignal): Promise<void> {
  if (!scanner) return;
  for (const part of [content, ...(splitPhotos(content) ?? [])]) {
    if ((await scanner.scan(part, signal)) === 'infected') throw new Refused('infected');
  }
}

function nameKind(content: Uint8Array): UploadKind | 'other' {
  try {
    return kindOf(content);
  } catch {
    return 'other';
  }
}

function outcomeOf(deps: ConvertDependencies, claimed: ClaimedDocument, error: unknown): Outcome {
  if (error instanceof Refused) return { outcome: 'FAILED', problem: error.problem };
  if (error instanceof ConversionError) return { outcome: 'FAILED', problem: error.problem, page: error.page };
  if (error instanceof ConverterTimedOut) return { outcome: 'FAILED', problem: 'took_too_long' };
  if (error instanceof ConverterMissing) return { outcome: 'WAITING', part: error.part };
  if (error instanceof ScannerUnavailable) return { outcome: 'WAITING', part: 'scanner' };
  if (error instanceof WrongLane) return { outcome: 'MOVED', lane: error.lane };
  const { attempts } = claimed.document;
  if (attempts >= MAX_FAULTS) return { outcome: 'FAILED', problem: 'took_too_long' };
  const delay = Math.min(2 ** attempts, MAX_RETRY_DELAY_S) * SECOND_MS;
  const reason = error instanceof Error ? error.name : 'unknown';
  return { outcome: 'FAULT', reason, retryAt: new Date(deps.clock().getTime() + delay) };
}

async function complete(
  deps: ConvertDependencies,
  tx: Tx,
  claimed: ClaimedDocument,
  { stored, converted }: Extract<Outcome, { readonly outcome: 'COMPLETED' }>,
): Promise<boolean> {
  const { document, claim } = claimed;
  const now = deps.clock();
  const application = await lockApplicationById(tx, document.application_id);
  const [pdfKey, ...thumbnails] = stored;
  const end = { pdfKey, thumbnailCount: thumbnails.length, ...converted, now };
  if (!application || !(await completeDocument(tx, { document, claim }, end))) return false;
  await setDocumentAnswer(tx, application, document.answer_key, ANSWERED, now);
  // The PDF takes the place of what was uploaded.
  await deps.jobs.send(forgetObjects, { keys: filesOf(document).filter((key) => !stored.includes(key)) }, tx);
  return true;
}

/** Writes an outcome into the document; false when the worker held it no more, and nothing was written. */
async function settle(deps: ConvertDependencies, tx: Tx, claimed: ClaimedDocument, outcome: Outcome): Promise<boolean> {
  switch (outcome.outcome) {
    case 'COMPLETED':
      return complete(deps, tx, claimed, outcome);
    case 'FAILED':
      return failInTransaction(deps, tx, claimed.document, {
        problem: outcome.problem,
        page: outcome.page,
        claim: claimed.claim,
      });
    case 'CANCELED':
      return false;
    case 'WAITING':
      return releaseDocument(tx, claimed, { waitsFor: outcome.part });
    case 'MOVED':
      return releaseDocument(tx, claimed, { lane: outcome.lane });
    case 'FAULT':
      return releaseDocument(tx, claimed, { retryAt: outcome.retryAt });
  }
}

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / SECOND_MS;

/** One line for each file that did not become a PDF: never its name, never whose it is. */
function logFailure(
  log: Log,
  { document, startedAt }: ClaimedDocument,
  kind: string | null,
  end: Outcome,
  now: Date,
): void {
  const facts = {
    document: document.id,
    kind,
    bytes: document.file_size,
    seconds: secondsBetween(startedAt, now),
  };
  if (end.outcome === 'FAILED') log.warn({ ...facts, problem: end.problem }, 'a document could not be converted');
  if (end.outcome === 'FAULT') log.warn({ ...facts, problem: end.reason }, 'a conversion failed and is tried again');
}

/** Deletes a PDF that nobody asks for any more, with its pictures. One whose completion was written, but not acknowledged, stays. */
async function deleteUnasked(deps: ConvertDependencies, documentId: string, stored: StoredKeys): Promise<void> {
  if ((await selectPdfKey(deps.db, documentId)) === stored[0]) return;
  for (const key of stored) await deps.objects.delete(key);
}

/** Stores the PDF and the small pictures of its pages; returns their keys. */
async function store(
  { objects }: ConvertDependencies,
  document: ClaimedDocument['document'],
  { pdf, thumbnails }: Converted,
): Promise<StoredKeys> {
  await objects.put(pdfKeyOf(document), pdf);
  for (const [index, content] of thumbnails.entries()) await objects.put(thumbnailKeyOf(document, index + 1), content);
  return storedBy(document, thumbnails.length);
}

/** What is to be written of a conversion that has come to its end. */
export interface EndedConversion {
  /** Writes it; to be called again when it throws, because the database was away. */
  write(): Promise<void>;
}

/**
 * Converts one document: checks it by its content, scans it, makes a clean PDF and stores that. A file at fault ends
 * FAILED; a missing part makes it wait; anything else is tried again after a growing delay, at last FAILED. Ends at once
 * when it is canceled or the worker stops.
 */
export async function convertOne(
  deps: ConvertDependencies,
  claimed: ClaimedDocument,
  { canceled, yielded, stopped }: ConversionSignals,
): Promise<EndedConversion> {
  const { document } = claimed;
  const signal = AbortSignal.any([canceled, yielded, stopped, AbortSignal.timeout(CONVERSION_TIMEOUT_MS)]);
  let kind: UploadKind | 'other' | null = null;
  const convert = async (): Promise<Outcome> => {
    const content = await contentOf(deps, claimed);
    kind = nameKind(content);
    if (laneOf(content) !== document.lane) throw new WrongLane(laneOf(content));
    await refuseInfected(deps, content, signal);
    const converted = await deps.converter.convert(content, signal);
    signal.throwIfAborted();
    const { pages, hints } = converted;
    return { outcome: 'COMPLETED', stored: await store(deps, document, converted), converted: { pages, hints } };
  };
  let end: Outcome;
  try {
    end = await convert();
  } catch (error) {
    if (canceled.aborted) end = { outcome: 'CANCELED' };
    else if (yielded.aborted) end = { outcome: 'MOVED', lane: document.lane };
    else if (stopped.aborted) end = { outcome: 'FAULT', reason: 'stopped', retryAt: deps.clock() };
    else end = outcomeOf(deps, claimed, error);
  }
  return {
    write: async () => {
      const now = deps.clock();
      const isHeld = await inTransaction(deps.db, async (tx) => {
        const held = await settle(deps, tx, claimed, end);
        const problem = end.outcome === 'FAILED' ? end.problem : null;
        await endRun(tx, claimed.runId, { outcome: held ? end.outcome : 'CANCELED', problem, kind, now });
        return held;
      });
      const outcome = isHeld ? end.outcome : 'CANCELED';
      deps.metrics.conversions.observe({ kind: kind ?? 'none', outcome }, secondsBetween(claimed.startedAt, now));
      if (isHeld) logFailure(deps.log, claimed, kind, end, now);
      else if (end.outcome === 'COMPLETED') await deleteUnasked(deps, document.id, end.stored);
    },
  };
}
