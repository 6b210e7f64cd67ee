import { buffer } from 'node:stream/consumers';
import { retryDelay } from '@firstyear/api-client/retry';
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
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import type { WorkerClaim } from '../../../db/worker-claim.ts';
import { A_WEEK_LATER, forgetObjects } from '../../../jobs/all-jobs.ts';
import type { Log } from '../../../log/log.ts';
import { SECOND_MS } from '../../../process/durations.ts';
import { tellThatItCame } from '../items/service.ts';
import { lockApplicationById } from '../row/application.ts';
import { type ClaimedDocument, completeDocument, endRun, releaseDocument } from './conversion-repository.ts';
import { filesOf, pdfKeyOf, type StoredKeys, storedBy, thumbnailKeyOf } from './document-files.ts';
import {
  CONVERSION_TIMEOUT_MS,
  failInTransaction,
  setDocumentAnswer,
  type TimeoutDependencies,
} from './end-conversion.ts';
import { type Lane, laneOf } from './lanes.ts';
import type { AwaitedPart, DocumentProblem } from './problems.ts';
import { type DocumentRow, paperOf, selectPdfKey } from './repository.ts';

export interface ConvertDependencies extends TimeoutDependencies {
  readonly objects: ObjectStore;
  readonly converter: DocumentConverter;
  /** Undefined: uploads are not scanned. */
  readonly scanner: Scanner | undefined;
  readonly claim: WorkerClaim;
}

export interface ConversionSignals {
  /** The document was deleted, replaced, timed out or taken over. */
  readonly canceled: AbortSignal;
  /** Another applicant's short job needs the slot: the conversion goes back to the queue. */
  readonly yielded: AbortSignal;
  /** The worker stops: the conversion goes back to the queue. */
  readonly stopped: AbortSignal;
}

type Outcome =
  | { readonly outcome: 'COMPLETED'; readonly stored: StoredKeys; readonly converted: Converted }
  | { readonly outcome: 'FAILED'; readonly problem: DocumentProblem; readonly page?: number | undefined }
  | { readonly outcome: 'CANCELED' }
  | { readonly outcome: 'WAITING'; readonly part: AwaitedPart }
  | { readonly outcome: 'MOVED'; readonly lane: Lane }
  /** Without a time for the retry, the worker stops, and another one retries at once. */
  | { readonly outcome: 'FAULT'; readonly reason: string; readonly retryAt?: Date };

/** A document that has crashed a worker this often isn't retried. */
const MAX_ATTEMPTS = 8;
/** After this many attempts, internal faults aren't retried. */
const MAX_FAULTS = 6;

const failed = (problem: DocumentProblem): Outcome => ({ outcome: 'FAILED', problem });

/** The content of a stored file; undefined for one that is missing, empty or too large. */
async function readFile({ objects }: ConvertDependencies, key: string): Promise<Buffer | undefined> {
  const file = await objects.get(key);
  if (file && file.info.size > 0 && file.info.size <= MAX_FILE_BYTES) return buffer(file.stream);
  file?.stream.destroy();
  return undefined;
}

/** Scans a file. Photos uploaded together are also scanned separately, since scanners don't know the format that joins them. */
async function isInfected({ scanner }: ConvertDependencies, content: Buffer, signal: AbortSignal): Promise<boolean> {
  for (const part of scanner ? [content, ...(splitPhotos(content) ?? [])] : []) {
    if ((await scanner?.scan(part, signal)) === 'infected') return true;
  }
  return false;
}

function kindOrOther(content: Uint8Array): UploadKind | 'other' {
  try {
    return kindOf(content);
  } catch {
    return 'other';
  }
}

function outcomeOf(deps: ConvertDependencies, claimed: ClaimedDocument, error: unknown): Outcome {
  if (error instanceof ConversionError) return { outcome: 'FAILED', problem: error.problem, page: error.page };
  if (error instanceof ConverterTimedOut) return failed('took_too_long');
  if (error instanceof ConverterMissing) return { outcome: 'WAITING', part: error.part };
  if (error instanceof ScannerUnavailable) return { outcome: 'WAITING', part: 'scanner' };
  const { attempts } = claimed.document;
  if (attempts >= MAX_FAULTS) return failed('took_too_long');
  const reason = error instanceof Error ? error.name : 'unknown';
  return { outcome: 'FAULT', reason, retryAt: new Date(deps.clock().getTime() + retryDelay(attempts)) };
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
  const [pdf_key, ...thumbnails] = stored;
  const { pages: page_count, hints } = converted;
  const end = { pdf_key, page_count, hints, thumbnail_count: thumbnails.length, finished_at: now };
  if (!application || !(await completeDocument(tx, { document, claim }, end))) return false;
  const paperId = paperOf(document.answer_key);
  if (paperId === undefined) await setDocumentAnswer(tx, application, document.answer_key, ANSWERED, now);
  else await tellThatItCame(deps, tx, { application_id: application.id, paperId }, now);
  // The PDF replaces the upload.
  const keys = filesOf(document).filter((key) => !stored.includes(key));
  await deps.jobs.send(forgetObjects, { keys }, tx, A_WEEK_LATER);
  return true;
}

/** Writes an outcome into the document; false, without writing, if the worker no longer holds it. */
async function settle(deps: ConvertDependencies, tx: Tx, claimed: ClaimedDocument, outcome: Outcome): Promise<boolean> {
  switch (outcome.outcome) {
    case 'COMPLETED':
      return complete(deps, tx, claimed, outcome);
    case 'FAILED':
      return failInTransaction(deps, tx, claimed.document, { ...outcome, claim: claimed.claim });
    case 'CANCELED':
      return false;
    case 'WAITING':
      return releaseDocument(tx, claimed, { waitsFor: outcome.part });
    case 'MOVED':
      return releaseDocument(tx, claimed, { lane: outcome.lane });
    case 'FAULT':
      return releaseDocument(tx, claimed, outcome);
  }
}

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / SECOND_MS;

/** Logs a file that could not be converted, without its name or its applicant. */
function logFailure(log: Log, claimed: ClaimedDocument, kind: string | null, end: Outcome, now: Date): void {
  const { id, file_size: bytes } = claimed.document;
  const facts = { document: id, kind, bytes, seconds: secondsBetween(claimed.startedAt, now) };
  if (end.outcome === 'FAILED') log.warn({ ...facts, problem: end.problem }, 'a document could not be converted');
  if (end.outcome === 'FAULT') log.warn({ ...facts, problem: end.reason }, 'a conversion failed and is tried again');
}

/** Deletes the PDF and thumbnails of a canceled conversion, unless its completion was written but not acknowledged. */
async function deleteCanceled(deps: ConvertDependencies, documentId: string, stored: StoredKeys): Promise<void> {
  if ((await selectPdfKey(deps.db, documentId)) === stored[0]) return;
  for (const key of stored) await deps.objects.delete(key);
}

/** Stores the PDF and the thumbnails of its pages; returns their keys. */
async function store(
  { objects }: ConvertDependencies,
  document: DocumentRow,
  { pdf, thumbnails }: Converted,
): Promise<StoredKeys> {
  await objects.put(pdfKeyOf(document), pdf);
  for (const [index, content] of thumbnails.entries()) await objects.put(thumbnailKeyOf(document, index + 1), content);
  return storedBy(document, thumbnails.length);
}

/**
 * Converts one document: checks its content, scans it, makes a clean PDF and stores that. A bad file ends as FAILED; a missing part
 * makes it wait; any other error is retried with back-off, and finally FAILED. Ends at once when a signal aborts. The returned write()
 * records the outcome, and can be repeated if it throws because the database is unreachable.
 */
export async function convertOne(
  deps: ConvertDependencies,
  claimed: ClaimedDocument,
  { canceled, yielded, stopped }: ConversionSignals,
): Promise<{ write(): Promise<void> }> {
  const { document } = claimed;
  const signal = AbortSignal.any([canceled, yielded, stopped, AbortSignal.timeout(CONVERSION_TIMEOUT_MS)]);
  let kind: UploadKind | 'other' | null = null;
  const convert = async (): Promise<Outcome> => {
    if (document.attempts > MAX_ATTEMPTS) return failed('unconvertible');
    const content = await readFile(deps, document.file_key);
    if (!content) return failed('missing');
    kind = kindOrOther(content);
    const lane = laneOf(content);
    // The file was changed after its upload was checked.
    if (lane !== document.lane) return { outcome: 'MOVED', lane };
    if (await isInfected(deps, content, signal)) return failed('infected');
    const converted = await deps.converter.convert(content, signal);
    signal.throwIfAborted();
    return { outcome: 'COMPLETED', stored: await store(deps, document, converted), converted };
  };
  let end: Outcome;
  try {
    end = await convert();
  } catch (error) {
    if (canceled.aborted) end = { outcome: 'CANCELED' };
    else if (yielded.aborted) end = { outcome: 'MOVED', lane: document.lane };
    else if (stopped.aborted) end = { outcome: 'FAULT', reason: 'stopped' };
    else end = outcomeOf(deps, claimed, error);
  }
  return {
    write: async () => {
      const now = deps.clock();
      const isSettled = await inTransaction(deps.db, async (tx) => {
        const isHeld = await settle(deps, tx, claimed, end);
        const problem = end.outcome === 'FAILED' ? end.problem : null;
        await endRun(tx, claimed.runId, { outcome: isHeld ? end.outcome : 'CANCELED', problem, kind, ended_at: now });
        return isHeld;
      });
      const outcome = isSettled ? end.outcome : 'CANCELED';
      deps.metrics.conversions.observe({ kind: kind ?? 'none', outcome }, secondsBetween(claimed.startedAt, now));
      if (isSettled) logFailure(deps.log, claimed, kind, end, now);
      else if (end.outcome === 'COMPLETED') await deleteCanceled(deps, document.id, end.stored);
    },
  };
}
