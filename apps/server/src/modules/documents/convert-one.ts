import { buffer } from 'node:stream/consumers';
import { MAX_FILE_BYTES } from '@firstyear/api-contract';
import { ANSWERED } from '@firstyear/application-form';
import { ConversionError, ConverterMissing, type DocumentConverter } from '../../adapters/converter/converter.ts';
import type { ObjectStore } from '../../adapters/object-store/object-store.ts';
import { type Scanner, ScannerUnavailable } from '../../adapters/scanner/scanner.ts';
import { type Db, inTransaction } from '../../db/transaction.ts';
import type { WorkerClaim } from '../../db/worker-claim.ts';
import { forgetObjects } from '../../jobs/forget-objects.ts';
import type { JobRun } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { lockApplicationById } from '../application/service.ts';
import { setDocumentAnswer } from './answer.ts';
import { endAsFailed } from './give-up.ts';
import type { DocumentProblem } from './problems.ts';
import { claimDocument, completeDocument, type DocumentRow, filesOf, pdfKeyOf, releaseDocument } from './repository.ts';

export interface ConvertDependencies {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: () => Date;
  readonly objects: ObjectStore;
  readonly converter: DocumentConverter;
  /** Undefined: uploads are not scanned. */
  readonly scanner: Scanner | undefined;
  readonly claim: WorkerClaim;
}

/** Whoever takes a worker down this often is not tried again. */
const MAX_ATTEMPTS = 8;

/** The file is at fault, found before it reaches a converter. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(`A document is refused: ${problem}.`);
    this.problem = problem;
  }
}

async function pdfOf(deps: ConvertDependencies, document: DocumentRow, signal: AbortSignal): Promise<Uint8Array> {
  if (document.attempts > MAX_ATTEMPTS) throw new Refused('unconvertible');
  const found = await deps.objects.get(document.file_key);
  if (!found || found.info.size === 0 || found.info.size > MAX_FILE_BYTES) {
    found?.stream.destroy();
    throw new Refused('missing');
  }
  const content = await buffer(found.stream);
  if (deps.scanner && (await deps.scanner.scan(content, signal)) === 'infected') throw new Refused('infected');
  return deps.converter.convert(content, signal);
}

async function complete(
  deps: ConvertDependencies,
  document: DocumentRow,
  claim: number,
  pdfKey: string,
): Promise<void> {
  const isKept = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockApplicationById(tx, document.application_id);
    if (!application || !(await completeDocument(tx, document.id, claim, pdfKey, now))) return false;
    await setDocumentAnswer(tx, application, document.answer_key, ANSWERED, now);
    // The PDF takes the place of what was uploaded.
    await deps.jobs.send(forgetObjects, { keys: filesOf(document).filter((key) => key !== pdfKey) }, tx);
    return true;
  });
  // Deleted, replaced or given up meanwhile: nobody asks for this PDF any more.
  if (!isKept) await deps.objects.delete(pdfKey);
}

/**
 * Converts one document: checks it by its content, scans it, makes a clean PDF, stores that, marks it. Runs as often as
 * it takes: the row says whether there is something to do. A file at fault ends FAILED; a missing part makes it wait;
 * anything else hands it back and throws, so that the job is tried again, until the last try ends it FAILED.
 */
export async function convertOne(
  deps: ConvertDependencies,
  documentId: string,
  run: Pick<JobRun, 'isLast' | 'signal'>,
): Promise<void> {
  const claim = await deps.claim.current();
  const document = await claimDocument(deps.db, documentId, claim);
  if (!document) return;
  try {
    const pdf = await pdfOf(deps, document, run.signal);
    const pdfKey = pdfKeyOf(document);
    await deps.objects.put(pdfKey, pdf);
    await complete(deps, document, claim, pdfKey);
  } catch (error) {
    if (error instanceof Refused || error instanceof ConversionError) {
      await endAsFailed(deps, document, error.problem, claim);
    } else if (error instanceof ConverterMissing) {
      await releaseDocument(deps.db, document.id, claim, error.part);
    } else if (error instanceof ScannerUnavailable) {
      await releaseDocument(deps.db, document.id, claim, 'scanner');
    } else {
      if (run.isLast) await endAsFailed(deps, document, 'took_too_long', claim);
      else await releaseDocument(deps.db, document.id, claim, null);
      throw error;
    }
  }
}
