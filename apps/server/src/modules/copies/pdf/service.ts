import type { ResponseOf } from '@firstyear/api-contract/call';
import type { pdf } from '@firstyear/api-contract/documents';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { type Language, type LanguageCode, languageCode } from '@firstyear/words';
import type { Selectable } from 'kysely';
import * as z from 'zod';
import type { InstallationSecret } from '../../../crypto/secret.ts';
import { isSignature, sign } from '../../../crypto/signature.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import { isClaimDead } from '../../../db/worker-claim.ts';
import { printPdf } from '../../../jobs/all-jobs.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { DAY_MS, MINUTE_MS } from '../../../process/durations.ts';
import {
  type ApplicationRow,
  findApplicationById,
  lockApplication,
  lockApplicationById,
} from '../../application/row/application.ts';
import { findSubmission } from '../../application/row/submission.ts';
import type { AppDependencies } from '../../dependencies.ts';

export type PdfCopyRow = Selectable<Database['pdf_copy']>;

/** An application as it is now. */
type Version = Pick<ApplicationRow, 'id' | 'version'>;

/** The applicant's own copy of a version, or the office's. */
export function selectCopy(db: Db, { id, version }: Version, is_sealed = false): Promise<PdfCopyRow | undefined> {
  return db
    .selectFrom('pdf_copy')
    .selectAll()
    .where('application_id', '=', id)
    .where('version', '=', version)
    .where('is_sealed', '=', is_sealed)
    .executeTakeFirst();
}

export function selectCopyById(db: Db, id: string): Promise<PdfCopyRow | undefined> {
  return db.selectFrom('pdf_copy').selectAll().where('id', '=', id).executeTakeFirst();
}

interface Request {
  /** Null: the university's own. */
  readonly language: LanguageCode | null;
  /** For the office: sealed answers stay sealed. */
  readonly is_sealed: boolean;
  readonly now: Date;
}

const waiting = ({ now, ...copy }: Request) =>
  ({ ...copy, status: 'UNPROCESSED', claimed_by: null, created_at: now, finished_at: null }) as const;

async function insertCopy(tx: Tx, { id: application_id, version }: Version, request: Request): Promise<string> {
  const { id } = await tx
    .insertInto('pdf_copy')
    .values({ application_id, version, ...waiting(request) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function resetCopy(tx: Tx, id: string, request: Request): Promise<void> {
  await tx.updateTable('pdf_copy').set(waiting(request)).where('id', '=', id).execute();
}

/** Locks a copy until the transaction ends. */
export function lockCopy(tx: Tx, id: string): Promise<PdfCopyRow | undefined> {
  return tx.selectFrom('pdf_copy').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Claims a print for a worker. */
export async function claimCopy(tx: Tx, id: string, claim: number): Promise<void> {
  await tx
    .updateTable('pdf_copy')
    .set({ status: 'IN_PROGRESS', claimed_by: claim, finished_at: null })
    .where('id', '=', id)
    .execute();
}

/** Updates a copy only while the worker holds its print. It may have been restarted meanwhile. */
const updateClaimed = (db: Db, id: string, claim: number) =>
  db.updateTable('pdf_copy').where('id', '=', id).where('status', '=', 'IN_PROGRESS').where('claimed_by', '=', claim);

/** False if the worker no longer holds the print. */
export async function completeCopy(
  db: Db,
  id: string,
  claim: number,
  end: { readonly objectKey: string; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(db, id, claim)
    .set({ status: 'COMPLETED', object_key: end.objectKey, claimed_by: null, finished_at: end.now })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns a print to the queue, or ends it as FAILED. */
export async function releaseCopy(
  db: Db,
  id: string,
  claim: number,
  end: { readonly status: 'UNPROCESSED' | 'FAILED'; readonly now: Date },
): Promise<void> {
  const finished_at = end.status === 'FAILED' ? end.now : null;
  await updateClaimed(db, id, claim).set({ status: end.status, claimed_by: null, finished_at }).execute();
}

/** Deletes the copies of earlier versions that were finished before the given time. Returns the keys of their files. */
export async function deleteOutdatedCopies(tx: Tx, copy: PdfCopyRow, before: Date): Promise<string[]> {
  const rows = await tx
    .deleteFrom('pdf_copy')
    .where('application_id', '=', copy.application_id)
    .where('version', '<', copy.version)
    .where('finished_at', '<', before)
    .returning('object_key')
    .execute();
  return rows.flatMap(({ object_key }) => object_key ?? []);
}

export async function deleteCopy(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pdf_copy').where('id', '=', id).execute();
}

/** Whether a living worker prints this copy now. */
export async function isBeingPrinted(tx: Tx, copy: Pick<PdfCopyRow, 'status' | 'claimed_by'>): Promise<boolean> {
  return copy.status === 'IN_PROGRESS' && copy.claimed_by !== null && !(await isClaimDead(tx, copy.claimed_by));
}

/** How long a link works. The page renews its link every 10 minutes (PDF-04), so that a link on the screen always works. */
export const LINK_LIFE_MS = 11 * MINUTE_MS;

export const linkQuerySchema = z.object({
  expires: z.string().regex(/^\d{1,15}$/),
  signature: z.string().max(100),
});

const PURPOSE = 'pdf links';

const signedText = (parts: { copyId: string; accountId: string; expires: string }) =>
  [parts.copyId, parts.accountId, parts.expires].join('\n');

/** Makes the path and query of a link to a PDF copy, which works for its owner until it expires. */
export function signLink(secret: InstallationSecret, copyId: string, accountId: string, now: Date): string {
  const expires = String(now.getTime() + LINK_LIFE_MS);
  const signature = sign(secret, PURPOSE, signedText({ copyId, accountId, expires })).toString('base64url');
  return filePaths.pdfCopy(copyId, { expires, signature });
}

/** Whether a link was signed for this owner and has not expired. */
export function isSignedLink(
  secret: InstallationSecret,
  link: { copyId: string; accountId: string; expires: string; signature: string },
  now: Date,
): boolean {
  const signature = Buffer.from(link.signature, 'base64url');
  return isSignature(secret, PURPOSE, signedText(link), signature) && Number(link.expires) > now.getTime();
}

type PdfDependencies = Pick<AppDependencies, 'db' | 'jobs' | 'clock' | 'config'>;

/** How long after a failed print a new request prints again. */
const FAILED_RETRY_DELAY_MS = MINUTE_MS;
/** A copy that waits longer has lost its job: the queue keeps jobs much longer. */
const MAX_WAITING_MS = DAY_MS;

/** For a copy that no living worker prints. */
function mustPrintAgain(copy: PdfCopyRow, now: Date): boolean {
  const since = (date: Date | null) => (date ? now.getTime() - date.getTime() : 0);
  switch (copy.status) {
    case 'FAILED':
      return since(copy.finished_at) >= FAILED_RETRY_DELAY_MS;
    case 'IN_PROGRESS':
      return true;
    case 'UNPROCESSED':
      return since(copy.created_at) >= MAX_WAITING_MS;
    case 'COMPLETED':
      return false;
  }
}

/** A copy of the locked application that is printed or printing. Undefined when there is none: it is requested. */
async function findOrRequest(
  { jobs }: Pick<PdfDependencies, 'jobs'>,
  tx: Tx,
  application: Version,
  request: Request,
): Promise<PdfCopyRow | undefined> {
  const earlier = await selectCopy(tx, application, request.is_sealed);
  // Two prints, such as in two languages, would write the same file.
  if (earlier && (await isBeingPrinted(tx, earlier))) return earlier;
  if (earlier?.language === request.language && !mustPrintAgain(earlier, request.now)) return earlier;
  if (earlier) await resetCopy(tx, earlier.id, request);
  await jobs.send(printPdf, { copy_id: earlier?.id ?? (await insertCopy(tx, application, request)) }, tx);
  return undefined;
}

/** Where the print of the office's copy stands, which is requested if there is none. */
export function requestSealedCopy(
  { db, jobs, clock }: Pick<PdfDependencies, 'db' | 'jobs' | 'clock'>,
  applicationId: string,
): Promise<PdfCopyRow['status']> {
  return inTransaction(db, async (tx) => {
    const application = await lockApplicationById(tx, applicationId);
    if (!application) throw new ApiError('not_found');
    const request = { language: null, is_sealed: true, now: clock() };
    return (await findOrRequest({ jobs }, tx, application, request))?.status ?? 'UNPROCESSED';
  });
}

/**
 * The only PDF copy of the application's current version, in the language of the last request. Requests it if there is none, and links
 * to it once it is printed.
 */
export async function pdfCopy(
  deps: PdfDependencies,
  applicant: OwnApplication,
  language: Language,
): Promise<ResponseOf<typeof pdf>> {
  const now = deps.clock();
  const code = languageCode(language);
  const request = { language: code === 'en' ? null : code, is_sealed: false, now };
  const copy = await inTransaction(deps.db, async (tx) =>
    findOrRequest(deps, tx, await lockApplication(tx, applicant, now), request),
  );
  if (!copy) return { status: 'UNPROCESSED', url: '' };
  if (copy.status !== 'COMPLETED') return { status: copy.status, url: '' };
  return { status: 'COMPLETED', url: signLink(deps.config.secret, copy.id, applicant.accountId, now) };
}

/**
 * The file of a link to a copy of this account's application: the copy of the current version once it is printed, before that the
 * link's own copy, but not after the submission.
 */
export async function findFinishedCopy(
  db: Db,
  id: string,
  accountId: string,
): Promise<{ readonly id: string; readonly objectKey: string; readonly form: string } | undefined> {
  const linked = await selectCopyById(db, id);
  if (!linked) return undefined;
  const application = await findApplicationById(db, linked.application_id);
  if (application?.account_id !== accountId) return undefined;
  const isCurrent = linked.version === application.version;
  const current = isCurrent ? linked : await selectCopy(db, application);
  const copy = current?.status === 'COMPLETED' ? current : linked;
  if (copy.version !== application.version && (await findSubmission(db, application.id))) {
    throw new ApiError('locked', { words: { id: 'locked_since_draft' } });
  }
  return copy.status === 'COMPLETED' && copy.object_key !== null
    ? { id: copy.id, objectKey: copy.object_key, form: application.form }
    : undefined;
}
