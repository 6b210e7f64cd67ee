import type { PayloadOf, ResponseOf } from '@firstyear/api-contract/call';
import type { DocumentState } from '@firstyear/api-contract/desk';
import type {
  ConversionStatus,
  conversionStatus,
  documentAnswers,
  presignedUrl,
  startConversion as startConversionCall,
} from '@firstyear/api-contract/documents';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { type Form, isDocument } from '@firstyear/form-engine';
import type { Language } from '@firstyear/words';
import type { ObjectStore } from '../../../adapters/object-store/object-store.ts';
import type { SubmittedContent } from '../../../db/columns.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Applicant, OwnApplication } from '../../../plugins/applicant.ts';
import { ApiError, overloaded } from '../../../plugins/errors.ts';
import { HOUR_MS } from '../../../process/durations.ts';
import { audit, byApplicant } from '../../audit/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { draftForm, newestForm } from '../releases/page-release.ts';
import { lockForChange, readApplication, type ShownApplication } from '../row/application.ts';
import { filesOf, thumbnailKeyOf } from './document-files.ts';
import {
  CONVERSION_TIMEOUT_MS,
  setDocumentAnswer,
  type TimeoutDependencies,
  timeOutConversion,
} from './end-conversion.ts';
import { allowUpload, beginConversion, checkUpload, forget, formFor, refuseSize } from './intake.ts';
import { hintWords, problemWords, waitingWords } from './problems.ts';
import {
  type DocumentRow,
  dropOldUploads,
  listQuestionDocuments,
  removeDocument,
  resetConversion,
  selectDocument,
} from './repository.ts';

export { filesOf } from './document-files.ts';
export {
  filesQuery,
  listOpenConversions,
  listQuestionDocuments,
  moveDocuments,
} from './repository.ts';

type DocumentDependencies = Pick<AppDependencies, 'db' | 'jobs' | 'clock'> & { readonly objects: ObjectStore };

async function requireDocumentQuestion(db: Db, { served }: OwnApplication, key: string): Promise<void> {
  const hasQuestion = (form: Form | undefined) => {
    const question = form?.byKey.get(key)?.question;
    return question !== undefined && isDocument(question);
  };
  // During a rollout, the page may have a newer form.
  if (!hasQuestion(served.form) && !hasQuestion(await newestForm(db, served)))
    throw new ApiError('no_document_question');
}

/** 400 when the applicant has opened another tab than the question's, in another window or on another device. */
function refuseClosedTab({ served: { form } }: OwnApplication, key: string, tabs: ShownApplication['tabs']): void {
  const isOther = (group: string, tab: string) =>
    form.tabGroups.get(group)?.tabs.some(({ id }) => id !== tab && id === tabs[group]);
  if (form.byKey.get(key)?.gates.some((gate) => gate.kind === 'tab' && isOther(gate.group, gate.tab)))
    throw new ApiError('no_document_question', { words: { id: 'no_document_question_tab' } });
}

/** A form for one upload to one question. 400 for other keys, 409 after the submission, 429 for very many. */
export async function presignUpload(
  deps: DocumentDependencies,
  applicant: OwnApplication,
  { answer_key, file_size }: PayloadOf<typeof presignedUrl>,
): Promise<ResponseOf<typeof presignedUrl>> {
  await requireDocumentQuestion(deps.db, applicant, answer_key);
  refuseSize(file_size);
  const fileKey = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockForChange(tx, applicant, now);
    // A newer server may have moved the draft on, and given its documents other names.
    const draft = await draftForm(tx, application, applicant.served);
    if (draft.age === 'newer' && !draft.form.byKey.has(answer_key)) throw overloaded();
    return allowUpload(tx, application.id, answer_key, now);
  });
  return formFor(deps.objects, fileKey);
}

/** Deletes uploads whose conversion did not begin within an hour. */
export async function deleteAbandonedUploads(
  { db, jobs }: Pick<DocumentDependencies, 'db' | 'jobs'>,
  now: Date,
): Promise<void> {
  const anHourAgo = new Date(now.getTime() - HOUR_MS);
  for (;;) {
    const count = await inTransaction(db, async (tx) => {
      const uploads = await dropOldUploads(tx, anHourAgo);
      // A job for each application, since the export of a person takes all files of its jobs.
      for (const own of Map.groupBy(uploads, ({ application_id }) => application_id).values()) {
        const keys = own.map(({ file_key }) => file_key);
        await forget(jobs, keys, tx);
      }
      return uploads.length;
    });
    if (count === 0) return;
  }
}

/** Begins the conversion of a question's uploaded file; see checkUpload(). 400 when another tab is open. Idempotent. */
export async function startConversion(
  deps: DocumentDependencies,
  applicant: Applicant,
  key: string,
  { file_key, ...given }: PayloadOf<typeof startConversionCall>,
): Promise<void> {
  await requireDocumentQuestion(deps.db, applicant, key);
  const { id: application_id } = await readApplication(deps.db, applicant, deps.clock());
  const upload = { file_key, application_id, answer_key: key };
  const file = await checkUpload(deps, upload, given);
  if (!file) return;
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockForChange(tx, applicant, now);
    refuseClosedTab(applicant, key, application.tabs);
    const document_id = await beginConversion(deps, tx, upload, file, now);
    if (document_id === undefined) return;
    await setDocumentAnswer(tx, application, key, '', now);
    const detail = { document_id, answer_key: key };
    await audit(tx, { kind: 'document_uploaded', ...byApplicant(applicant), detail, at: now });
  });
}

function isOverdue({ status, waits_for, created_at }: DocumentRow, now: Date): boolean {
  const isOpen = (status === 'UNPROCESSED' || status === 'IN_PROGRESS') && waits_for === null;
  return isOpen && now.getTime() - created_at.getTime() >= CONVERSION_TIMEOUT_MS;
}

/** The status of a question's conversion; NOT_ANSWERED if there is none. Ends a stuck conversion. */
export async function readConversion(
  deps: TimeoutDependencies,
  applicant: OwnApplication,
  key: string,
  language: Language,
): Promise<ResponseOf<typeof conversionStatus>> {
  await requireDocumentQuestion(deps.db, applicant, key);
  const { id } = await readApplication(deps.db, applicant, deps.clock());
  let document = await selectDocument(deps.db, id, key);
  if (document && isOverdue(document, deps.clock())) {
    await timeOutConversion(deps, document);
    document = await selectDocument(deps.db, id, key);
  }
  if (!document) return { status: 'NOT_ANSWERED' };
  const { status, page_count, hints, thumbnail_count, waits_for } = document;
  if (status === 'FAILED') return { status, message: problemWords(document.problem, document.problem_page, language) };
  if (waits_for !== null) return { status, message: waitingWords(waits_for, language) };
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

/** The id, name and size of each file by question key. */
export function documentAnswersOf(
  files: readonly Pick<DocumentRow, 'id' | 'answer_key' | 'file_name' | 'file_size'>[],
): ResponseOf<typeof documentAnswers> {
  return Object.fromEntries(
    files.map(({ id, answer_key, file_name, file_size }) => [answer_key, { id, file_name, file_size }]),
  );
}

/** The converted documents by question key. */
export async function listAttachedDocuments(db: Db, applicationId: string): Promise<SubmittedContent['documents']> {
  const rows = await listQuestionDocuments(db, applicationId);
  return Object.fromEntries(
    rows.flatMap(({ answer_key, file_name, file_size, pdf_key }) =>
      pdf_key === null ? [] : [[answer_key, { file_name, file_size, pdf_key }]],
    ),
  );
}

/** A document's status as the office sees it. */
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

/** The document of a question if its conversion is COMPLETED. */
export async function findConverted(db: Db, applicationId: string, key: string): Promise<DocumentRow | undefined> {
  const document = await selectDocument(db, applicationId, key);
  return document?.status === 'COMPLETED' ? document : undefined;
}

/** The key of a page's thumbnail, if the question still has this document. */
export async function findThumbnail(
  db: Db,
  applicationId: string,
  { key, document, page }: { readonly key: string; readonly document: string; readonly page: number },
): Promise<string | undefined> {
  const row = await findConverted(db, applicationId, key);
  if (row?.id !== document || page > row.thumbnail_count) return undefined;
  return thumbnailKeyOf(row, page);
}

/** Cancels a conversion, if there is one: the status becomes NOT_ANSWERED, the answer ''. */
export async function deleteConversion(
  deps: DocumentDependencies,
  applicant: OwnApplication,
  key: string,
): Promise<void> {
  await requireDocumentQuestion(deps.db, applicant, key);
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockForChange(tx, applicant, now);
    const document = await selectDocument(tx, application.id, key);
    if (!document) return;
    await resetConversion(tx, document.id, now);
    await setDocumentAnswer(tx, application, key, '', now);
    await forget(deps.jobs, filesOf(document), tx);
  });
}

/**
 * Removes a document, if there is one, with its file, conversion and answer. 409 document_replaced when the question has another
 * document than the given one.
 */
export async function deleteDocument(
  deps: DocumentDependencies,
  applicant: Applicant,
  key: string,
  shownId?: string,
): Promise<void> {
  await requireDocumentQuestion(deps.db, applicant, key);
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockForChange(tx, applicant, now);
    const document = await removeDocument(tx, application.id, key);
    if (document && shownId !== undefined && document.id !== shownId) throw new ApiError('document_replaced');
    await setDocumentAnswer(tx, application, key, '', now);
    if (!document) return;
    await forget(deps.jobs, filesOf(document), tx);
    const detail = { document_id: document.id, answer_key: key };
    await audit(tx, { kind: 'document_deleted', ...byApplicant(applicant), detail, at: now });
  });
}

/** Removes documents of hidden questions. The save that hid them clears their answers. */
export async function dropDocuments(jobs: Jobs, tx: Tx, applicationId: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const document = await removeDocument(tx, applicationId, key);
    if (document) await forget(jobs, filesOf(document), tx);
  }
}
