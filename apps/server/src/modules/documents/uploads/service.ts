import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ResponseOf } from '@firstyear/api-contract/call';
import type { DocumentState } from '@firstyear/api-contract/desk';
import type {
  ConversionStatus,
  conversionStatus,
  documentAnswers,
  presignedUrl,
} from '@firstyear/api-contract/documents';
import { filePaths } from '@firstyear/api-contract/file-paths';
import {
  brokenFileRules,
  type FileMessage,
  MAX_FILE_BYTES,
  type NamedFile,
  nameForContent,
} from '@firstyear/api-contract/file-rules';
import { isDocument } from '@firstyear/form-engine';
import type { Language } from '@firstyear/words';
import type { ObjectStore } from '../../../adapters/object-store/object-store.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { convertDocument, forgetObjects } from '../../../jobs/all-jobs.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Applicant, OwnApplication } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { HOUR_MS } from '../../../time/durations.ts';
import { lockForChange, readApplication } from '../../application/row/service.ts';
import { audit } from '../../office/audit/service.ts';
import { setDocumentAnswer } from './answer.ts';
import { deleteRunsBefore } from './conversion-repository.ts';
import { CONVERSION_TIMEOUT_MS, type TimeoutDependencies, timeOutConversion } from './conversion-timeout.ts';
import { filesOf, thumbnailKeyOf } from './document-files.ts';
import { type Lane, laneOf } from './lanes.ts';
import { hintWords, problemWords, waitingWords } from './problems.ts';
import {
  type DocumentRow,
  insertDocument,
  listDocuments,
  moveDocument,
  type OwnersFile,
  removeDocument,
  resetConversion,
  selectDocument,
} from './repository.ts';
import {
  countUploads,
  dropOldUploads,
  findUpload,
  insertUpload,
  markUploadBroken,
  selectUpload,
  takeUpload,
} from './upload-repository.ts';

export {
  deleteConversionRunsOf,
  listConversionRuns,
  readConversionTotals,
} from './conversion-repository.ts';
export { filesOf } from './document-files.ts';
export {
  filesQuery,
  listDocuments,
  listFilesAfter,
  listOpenConversions,
} from './repository.ts';
export { listUploadKeysAfter, listUploads } from './upload-repository.ts';

export interface DocumentDependencies {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: () => Date;
  readonly objects: ObjectStore;
}

/** What reading a status may have to do as well: end a conversion that took too long. */
type StatusDependencies = DocumentDependencies & TimeoutDependencies;

/** Nobody uploads so often by hand. */
const MAX_UPLOADS_AN_HOUR = 60;

/** A size for which an upload is refused by each rule. */
const REFUSED_SIZES = { size: MAX_FILE_BYTES + 1, empty: 0 } as const;

function requireDocumentQuestion({ served }: OwnApplication, key: string): void {
  const question = served.form.byKey.get(key)?.question;
  if (!question || !isDocument(question)) throw new ApiError('no_document_question');
}

/** Storage that does not respond is nobody's fault here: 503, try again in a moment. */
async function fromStorage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new ApiError('storage_gone', { headers: { 'retry-after': '5' } });
  }
}

async function forget(jobs: Jobs, keys: readonly string[], tx: Tx): Promise<void> {
  if (keys.length > 0) await jobs.send(forgetObjects, { keys: [...keys] }, tx);
}

/** A form for one upload to one question. 400 for other keys, 409 after the submission, 429 for very many. */
export async function presignUpload(
  deps: DocumentDependencies,
  own: OwnApplication,
  { answerKey, fileSize }: { readonly answerKey: string; readonly fileSize: number | undefined },
): Promise<ResponseOf<typeof presignedUrl>> {
  requireDocumentQuestion(own, answerKey);
  refuseSize(fileSize);
  const fileKey = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const anHourAgo = new Date(now.getTime() - HOUR_MS);
    const application = await lockForChange(tx, own, now);
    if ((await countUploads(tx, application.id, anHourAgo)) >= MAX_UPLOADS_AN_HOUR) {
      throw new ApiError('too_many', { headers: { 'retry-after': '600' } });
    }
    await forget(deps.jobs, await dropOldUploads(tx, anHourAgo), tx);
    const key = `uploads/${application.id}/${randomUUID()}`;
    await insertUpload(tx, { file_key: key, application_id: application.id, answer_key: answerKey, created_at: now });
    return key;
  });
  const { url, fields } = await fromStorage(deps.objects.presignUpload(fileKey));
  return { url, fields: { ...fields } };
}

/** Whether this upload was allowed and its conversion has not begun. */
export async function isUploadAwaited(db: Db, fileKey: string): Promise<boolean> {
  return (await selectUpload(db, fileKey)) !== undefined;
}

/** Notes that our own store refused an upload: the browser could not see it, and asks for its conversion all the same. */
export function noteBrokenUpload(db: Db, fileKey: string, rule: 'size' | 'empty'): Promise<void> {
  return markUploadBroken(db, fileKey, rule);
}

/** Refuses a size that a caller tells of a file that is not there: too large, or empty. */
function refuseSize(size: number | undefined): void {
  if (size !== undefined) refuseBroken(brokenFileRules({ name: 'any.pdf', size }));
}

function refuseBroken(rules: readonly FileMessage[]): void {
  if (rules.length > 0) throw new ApiError('file_refused', { words: { id: 'brokenFileRules', rules } });
}

/** The last part of what a browser calls the file, without what no screen can show. */
const displayName = (name: string) =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .normalize('NFC')
    .trim();

/** What the content says: the name with the ending that fits, since phones call many a PNG .jpg, and the lane. */
async function judgeContent(
  objects: ObjectStore,
  fileKey: string,
  { name, size }: NamedFile,
): Promise<{ readonly name: string; readonly lane: Lane }> {
  const found = size <= MAX_FILE_BYTES ? await objects.get(fileKey) : undefined;
  if (!found) return { name, lane: 'quick' };
  const content = await buffer(found.stream);
  return { name: nameForContent(name, content), lane: laneOf(content) };
}

/**
 * Begins the conversion of an uploaded file. The upload itself may have failed unseen (no-cors), so the file is
 * looked at here: 400 with the words of the broken rule, 403 for a file of another applicant or question. Repeating
 * the call changes nothing.
 */
export async function startConversion(
  deps: DocumentDependencies,
  applicant: Applicant,
  input: {
    readonly key: string;
    readonly fileKey: string;
    readonly fileName: string;
    readonly fileSize: number | undefined;
  },
): Promise<void> {
  requireDocumentQuestion(applicant, input.key);
  const saidName = displayName(input.fileName);
  const { id: application_id } = await readApplication(deps.db, applicant, deps.clock());
  const upload = { file_key: input.fileKey, application_id, answer_key: input.key };
  const isStarted = async (db: Db) => (await selectDocument(db, application_id, input.key))?.file_key === input.fileKey;
  const awaited = await findUpload(deps.db, upload);
  if (!awaited) {
    if (await isStarted(deps.db)) return;
    throw new ApiError('foreign_upload');
  }
  const object = await fromStorage(deps.objects.head(input.fileKey));
  if (!object) {
    const refusedSize = awaited.broken_rule === null ? undefined : REFUSED_SIZES[awaited.broken_rule];
    refuseBroken(brokenFileRules({ name: saidName, size: input.fileSize ?? refusedSize ?? 1 }));
    throw new ApiError('upload_missing');
  }
  const said = { name: saidName, size: object.size };
  const { name: file_name, lane } = await fromStorage(judgeContent(deps.objects, input.fileKey, said));
  refuseBroken(brokenFileRules({ name: file_name, size: object.size }));
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockForChange(tx, applicant, now);
    if (!(await takeUpload(tx, upload))) {
      if (await isStarted(tx)) return;
      throw new ApiError('foreign_upload');
    }
    const earlier = await removeDocument(tx, application.id, input.key);
    if (earlier) await forget(deps.jobs, filesOf(earlier), tx);
    await setDocumentAnswer(tx, application, input.key, '', now);
    const row = { ...upload, file_name, file_size: object.size, lane, created_at: now };
    const document_id = await insertDocument(tx, row);
    await deps.jobs.send(convertDocument, { document_id }, tx);
    const by = { kind: 'applicant', network: applicant.network } as const;
    const detail = { document_id, answer_key: input.key };
    await audit(tx, { kind: 'document_uploaded', by, accountId: applicant.accountId, detail, at: now });
  });
}

function isOverdue(document: DocumentRow, now: Date): boolean {
  const isOpen = document.status === 'UNPROCESSED' || document.status === 'IN_PROGRESS';
  return (
    isOpen && document.waits_for === null && now.getTime() - document.created_at.getTime() >= CONVERSION_TIMEOUT_MS
  );
}

/** The status of a question's conversion; NOT_ANSWERED without one. Ends a stuck conversion. */
export async function readConversion(
  deps: StatusDependencies,
  own: OwnApplication,
  key: string,
  language: Language,
): Promise<ResponseOf<typeof conversionStatus>> {
  requireDocumentQuestion(own, key);
  const { id } = await readApplication(deps.db, own, deps.clock());
  let document = await selectDocument(deps.db, id, key);
  if (document && isOverdue(document, deps.clock())) {
    await timeOutConversion(deps, document);
    document = await selectDocument(deps.db, id, key);
  }
  if (!document) return { status: 'NOT_ANSWERED' };
  if (document.status === 'FAILED')
    return { status: 'FAILED', message: problemWords(document.problem, document.problem_page, language) };
  if (document.waits_for !== null)
    return { status: document.status, message: waitingWords(document.waits_for, language) };
  const { status, page_count, hints, thumbnail_count } = document;
  const hint = hintWords(hints, page_count ?? 1, language);
  const thumbnails = Array.from({ length: thumbnail_count }, (_, index) =>
    filePaths.thumbnail({ key, document: document.id, page: index + 1 }),
  );
  return {
    status,
    ...(page_count === null ? {} : { page_count }),
    ...(hint === undefined ? {} : { hint }),
    ...(thumbnails.length === 0 ? {} : { thumbnails }),
  };
}

/** Question key to what was uploaded for it. */
export async function readDocuments(db: Db, applicationId: string): Promise<ResponseOf<typeof documentAnswers>> {
  return documentAnswersOf(await listDocuments(db, applicationId));
}

/** The files by question key. */
export function documentAnswersOf(files: readonly OwnersFile[]): ResponseOf<typeof documentAnswers> {
  return Object.fromEntries(
    files.map(({ answer_key, file_name, file_size }) => [answer_key, { file_name, file_size }]),
  );
}

/** The documents that are converted, by question key, with where their PDFs lie. */
export async function listAttachedDocuments(
  db: Db,
  applicationId: string,
): Promise<Readonly<Record<string, { file_name: string; file_size: number; pdf_key: string }>>> {
  const rows = await listDocuments(db, applicationId);
  return Object.fromEntries(
    rows.flatMap(({ answer_key, file_name, file_size, pdf_key }) =>
      pdf_key === null ? [] : [[answer_key, { file_name, file_size, pdf_key }]],
    ),
  );
}

/** How far a document is, for the office. */
export function documentStateOf(status: ConversionStatus): DocumentState {
  switch (status) {
    case 'COMPLETED':
      return 'ready';
    case 'FAILED':
      return 'failed';
    case 'IN_PROGRESS':
    case 'UNPROCESSED':
      return 'waiting';
    case 'NOT_ANSWERED':
      return 'none';
  }
}

/** Where the converted PDF of a question lies; nothing unless it is COMPLETED. */
export async function findConverted(db: Db, applicationId: string, key: string): Promise<DocumentRow | undefined> {
  const document = await selectDocument(db, applicationId, key);
  return document?.status === 'COMPLETED' ? document : undefined;
}

/** Where the small picture of a page lies, of exactly this document of a question; nothing when there is none. */
export async function findThumbnail(
  db: Db,
  applicationId: string,
  { key, document, page }: { readonly key: string; readonly document: string; readonly page: number },
): Promise<string | undefined> {
  const found = await findConverted(db, applicationId, key);
  if (found?.id !== document || page > found.thumbnail_count) return undefined;
  return thumbnailKeyOf(found, page);
}

/** Takes the conversion back: the status is NOT_ANSWERED, the answer ''. Fine when there is none. */
export async function deleteConversion(deps: DocumentDependencies, own: OwnApplication, key: string): Promise<void> {
  requireDocumentQuestion(own, key);
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockForChange(tx, own, now);
    const document = await selectDocument(tx, application.id, key);
    if (!document) return;
    await resetConversion(tx, document.id, now);
    await setDocumentAnswer(tx, application, key, '', now);
    await forget(deps.jobs, filesOf(document), tx);
  });
}

/** Removes a document altogether: file, conversion and answer. Fine when there is none. */
export async function deleteDocument(deps: DocumentDependencies, applicant: Applicant, key: string): Promise<void> {
  requireDocumentQuestion(applicant, key);
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockForChange(tx, applicant, now);
    const document = await removeDocument(tx, application.id, key);
    await setDocumentAnswer(tx, application, key, '', now);
    if (!document) return;
    await forget(deps.jobs, filesOf(document), tx);
    const by = { kind: 'applicant', network: applicant.network } as const;
    const detail = { document_id: document.id, answer_key: key };
    await audit(tx, { kind: 'document_deleted', by, accountId: applicant.accountId, detail, at: now });
  });
}

/** Removes documents of hidden questions; the save that hid them clears their answers. */
export async function dropDocuments(jobs: Jobs, tx: Tx, applicationId: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const document = await removeDocument(tx, applicationId, key);
    if (document) await forget(jobs, filesOf(document), tx);
  }
}

/** Deletes what is known of conversions that began before the given time. */
export function deleteConversionRuns(db: Db, before: Date): Promise<void> {
  return deleteRunsBefore(db, before);
}

/** Gives documents of an application to questions with other keys: old key to new. */
export async function moveDocuments(tx: Tx, applicationId: string, moves: ReadonlyMap<string, string>): Promise<void> {
  for (const [from, to] of moves) await moveDocument(tx, applicationId, from, to);
}
