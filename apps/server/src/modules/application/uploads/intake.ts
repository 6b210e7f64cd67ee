import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { PayloadOf, ResponseOf } from '@firstyear/api-contract/call';
import type { presignedUrl, startConversion } from '@firstyear/api-contract/documents';
import { nameForContent } from '@firstyear/api-contract/file-content';
import { brokenFileRules, type FileMessage, MAX_FILE_BYTES, type NamedFile } from '@firstyear/api-contract/file-rules';
import type { ObjectStore } from '../../../adapters/object-store/object-store.ts';
import { UPLOADS_PER_HOUR } from '../../../config/limits.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import { A_WEEK_LATER, convertDocument, forgetObjects } from '../../../jobs/all-jobs.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { HOUR_MS } from '../../../process/durations.ts';
import { filesOf } from './document-files.ts';
import { type Lane, laneOf } from './lanes.ts';
import {
  countUploads,
  type DocumentRow,
  findUpload,
  insertDocument,
  insertUpload,
  removeDocument,
  selectDocument,
  takeUpload,
} from './repository.ts';

export { paperKey } from './repository.ts';

/** For each broken rule, a size that breaks it. */
const REFUSED_SIZES = { size: MAX_FILE_BYTES + 1, empty: 0 } as const;

/** Throws 503 when the storage doesn't respond. */
async function fromStorage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new ApiError('storage_gone', { headers: { 'retry-after': '5' }, cause });
  }
}

/** Deletes stored files once no backup needs them. */
export async function forget(jobs: Jobs, keys: readonly string[], tx: Tx): Promise<void> {
  await jobs.send(forgetObjects, { keys: [...keys] }, tx, A_WEEK_LATER);
}

/** Allows an upload in a locked application; returns the key of its file. 429 for very many. */
export async function allowUpload(tx: Tx, application_id: string, answer_key: string, now: Date): Promise<string> {
  const anHourAgo = new Date(now.getTime() - HOUR_MS);
  if ((await countUploads(tx, application_id, anHourAgo)) >= UPLOADS_PER_HOUR) {
    throw new ApiError('too_many', { headers: { 'retry-after': '600' } });
  }
  const file_key = `uploads/${application_id}/${randomUUID()}`;
  await insertUpload(tx, { file_key, application_id, answer_key, created_at: now });
  return file_key;
}

/** The form that sends a file to its key. */
export async function formFor(objects: ObjectStore, fileKey: string): Promise<ResponseOf<typeof presignedUrl>> {
  const { url, fields } = await fromStorage(objects.presignUpload(fileKey));
  return { url, fields: { ...fields } };
}

/** 400 file_refused, in words, for a file whose size alone breaks a rule. */
export function refuseSize(size: number | undefined): void {
  if (size !== undefined) refuseBroken(brokenFileRules({ name: 'any.pdf', size }));
}

function refuseBroken(rules: readonly FileMessage[]): void {
  if (rules.length > 0) throw new ApiError('file_refused', { words: { id: 'brokenFileRules', rules } });
}

/** The last part of the browser's file name, without invisible characters. */
const displayName = (name: string) =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .normalize('NFC')
    .trim();

/** The lane of a file by its content, and its name with the right ending, since phones name some PNG files .jpg. */
async function readContent(
  objects: ObjectStore,
  fileKey: string,
  { name, size }: NamedFile,
): Promise<{ readonly name: string; readonly lane: Lane }> {
  const file = size <= MAX_FILE_BYTES ? await objects.get(fileKey) : undefined;
  if (!file) return { name, lane: 'quick' };
  const content = await buffer(file.stream);
  return { name: nameForContent(name, content), lane: laneOf(content) };
}

/** An upload that was allowed, for a question or a paper. */
type Upload = Parameters<typeof findUpload>[1];
type CheckedFile = Pick<DocumentRow, 'file_name' | 'file_size' | 'lane'>;

const isStarted = async (db: Db, { application_id, answer_key, file_key }: Upload) =>
  (await selectDocument(db, application_id, answer_key))?.file_key === file_key;

/**
 * Checks an uploaded file, since the browser can't see whether its upload failed (no-cors). 400 with the words of the broken rule,
 * 403 for a file that was allowed for something else. Undefined if its conversion has begun.
 */
export async function checkUpload(
  { db, objects }: { readonly db: Db; readonly objects: ObjectStore },
  upload: Upload,
  given: Pick<PayloadOf<typeof startConversion>, 'file_name' | 'file_size'>,
): Promise<CheckedFile | undefined> {
  const { file_key } = upload;
  const name = displayName(given.file_name);
  const pendingUpload = await findUpload(db, upload);
  if (!pendingUpload) {
    if (await isStarted(db, upload)) return undefined;
    throw new ApiError('foreign_upload');
  }
  const object = await fromStorage(objects.head(file_key));
  if (!object) {
    const refusedSize = pendingUpload.broken_rule === null ? undefined : REFUSED_SIZES[pendingUpload.broken_rule];
    refuseBroken(brokenFileRules({ name, size: given.file_size ?? refusedSize ?? 1 }));
    throw new ApiError('upload_missing');
  }
  const { size } = object;
  const { name: file_name, lane } = await fromStorage(readContent(objects, file_key, { name, size }));
  refuseBroken(brokenFileRules({ name: file_name, size }));
  return { file_name, file_size: size, lane };
}

/** Begins the conversion of a checked file, in place of an earlier one; returns its document. Undefined if it has begun. */
export async function beginConversion(
  { jobs }: { readonly jobs: Jobs },
  tx: Tx,
  upload: Upload,
  file: CheckedFile,
  now: Date,
): Promise<string | undefined> {
  if (!(await takeUpload(tx, upload))) {
    if (await isStarted(tx, upload)) return undefined;
    throw new ApiError('foreign_upload');
  }
  const earlier = await removeDocument(tx, upload.application_id, upload.answer_key);
  if (earlier) await forget(jobs, filesOf(earlier), tx);
  const document_id = await insertDocument(tx, { ...upload, ...file, created_at: now });
  await jobs.send(convertDocument, { document_id }, tx);
  return document_id;
}
