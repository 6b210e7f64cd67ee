import type { ResponseOf } from '@firstyear/api-contract/call';
import { type Note, type officeApplication, officePaths } from '@firstyear/api-contract/desk';
import type { Form } from '@firstyear/form-engine';
import type { FileStore } from '../../../adapters/object-store/object-store.ts';
import { servedFor } from '../../../config/served-forms.ts';
import type { SubmittedContent } from '../../../db/columns.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { OpenFile } from '../../../plugins/send-stored.ts';
import type { StaffSession } from '../../../plugins/staff-session.ts';
import { staffNames } from '../../accounts/staff/service.ts';
import { type AnswerReader, withoutSealed } from '../../application/answers/sealed-answers.ts';
import { formOf, otherDefinition } from '../../application/releases/service.ts';
import type { ShownApplication } from '../../application/row/application.ts';
import { listApplicationsOf } from '../../application/row/listing.ts';
import { listReopened, listStatuses, type ReopenedRow } from '../../application/row/submission.ts';
import { isIntact } from '../../application/submission/content.ts';
import {
  documentStateOf,
  findConverted,
  findThumbnail,
  listQuestionDocuments,
} from '../../application/uploads/service.ts';
import { type AuditEvent, type AuditRow, audit, listEvents, staffActor } from '../../audit/service.ts';
import { requestSealedCopy, selectCopy } from '../../copies/pdf/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { listMailsOf } from '../../mail/service.ts';
import { asOwnEvent, type EventNames, factsOf } from '../audit/describe-event.ts';
import { colleaguesOf, eventNames } from '../audit/event-names.ts';
import { type ListDependencies, listLooks, requireRow, toListRow } from '../list/service.ts';
import { type NoteRow, selectNotes } from './repository.ts';

export interface ReadDependencies extends ListDependencies {
  readonly answers: AnswerReader;
  readonly clock: () => Date;
}

/** An application with its row in the list, and its submission unless it is a draft. 404 not_found unless the colleague may see it. */
async function requireApplication(deps: ListDependencies, staff: StaffSession, id: string) {
  const row = await requireRow(deps, staff, id);
  const [found] = await listApplicationsOf(deps.db, [id]);
  if (!found) throw new ApiError('not_found');
  const { application, snapshot } = found;
  return { row, application, submission: row.submitted_at === null ? undefined : snapshot };
}
type Opened = Awaited<ReturnType<typeof requireApplication>>;

/** Records what a colleague has read of an application. */
const auditReading = (
  { db, clock }: ReadDependencies,
  staff: StaffSession,
  { account_id: accountId, id: application_id }: ShownApplication,
  kind: AuditEvent['kind'],
  detail: AuditEvent['detail'] = {},
) => audit(db, { kind, by: staffActor(staff), accountId, detail: { application_id, ...detail }, at: clock() });

export const toNote = (
  { id, text, version, created_at, changed_at }: NoteRow,
  author: string,
  is_mine: boolean,
): Note => ({
  id,
  author,
  is_mine,
  text,
  version,
  created_at: created_at.toISOString(),
  changed_at: changed_at.toISOString(),
});

const EMPTY: SubmittedContent = { answers: {}, tabs: {}, add_another: {}, documents: {} };

/** Sealed answers aren't shown even in part. */
const MASK = '••••••';

/** The submission without its sealed answers, and a list of them. Empty for a draft, whose answers nobody sees. */
async function contentOf(deps: ReadDependencies, { application, submission }: Opened) {
  const today = servedFor(deps.forms, application).form;
  if (!submission) return { content: EMPTY, sealed: [], form: today, isAltered: false };
  const { content, sealed_answers } = submission;
  const form = await formOf(deps, application, submission);
  const answers = withoutSealed(content.answers, [form, today], sealed_answers);
  const sealed = Object.keys(sealed_answers).flatMap((key) => {
    const label = form.byKey.get(key)?.question.label;
    return label === undefined ? [] : [{ key, label, masked: MASK }];
  });
  return { content: { ...content, answers }, sealed, form, isAltered: !isIntact(submission) };
}

/** A submission from before a reopening or a correction, in its own form, without its sealed answers. */
async function showReopened(
  deps: ReadDependencies,
  application: ShownApplication,
  { content, sealed_answers, form_version, submitted_at, reopened_at, changed_keys, item_id }: ReopenedRow,
) {
  const today = servedFor(deps.forms, application).form;
  const form = await formOf(deps, application, { form_version });
  const other = otherDefinition(form, today);
  const { answers, tabs, add_another, documents } = content;
  return {
    answers: withoutSealed(answers, [form, today], sealed_answers),
    tabs,
    add_another,
    ...(other && { form: other }),
    documents: Object.fromEntries(Object.entries(documents).map(([key, { file_name }]) => [key, file_name])),
    sealed_keys: Object.keys(sealed_answers),
    submitted_at: submitted_at.toISOString(),
    reopened_at: reopened_at.toISOString(),
    ...(changed_keys && { changed_keys: [...changed_keys] }),
    ...(item_id !== null && { item_id }),
  };
}

const toDocuments = (rows: Awaited<ReturnType<typeof listQuestionDocuments>>, id: string, form: Form) =>
  rows.map((row) => ({
    key: row.answer_key,
    label: form.byKey.get(row.answer_key)?.question.label ?? row.answer_key,
    file_name: row.file_name,
    file_size: row.file_size,
    state: documentStateOf(row.status),
    page_count: row.page_count,
    href: row.pdf_key === null ? null : officePaths.document(id, row.answer_key),
    thumbnails: Array.from({ length: row.pdf_key === null ? 0 : row.thumbnail_count }, (_, index) =>
      officePaths.thumbnail(id, row.answer_key, row.id, index + 1),
    ),
  }));

/** Events that don't matter for a decision about an application. */
const NOT_SHOWN = new Set(['login', 'logout', 'login_failed']);

type History = ResponseOf<typeof officeApplication>['history'];

/** What happened to an application. */
function historyOf(
  { id }: ShownApplication,
  events: readonly AuditRow[],
  statuses: Awaited<ReturnType<typeof listStatuses>>,
  mails: Awaited<ReturnType<typeof listMailsOf>>,
  names: EventNames,
): History {
  const shown = events.filter(
    ({ kind, detail: { application_id = id } }) => !NOT_SHOWN.has(kind) && application_id === id,
  );
  const lines: History = [
    ...shown.map(asOwnEvent).map((event) => {
      const { reason = event.detail.purpose } = event.detail;
      const what = factsOf(event, names).join(', ');
      return {
        at: event.at.toISOString(),
        kind: event.kind,
        by: names.actor(event.actor),
        ...(what !== '' && { what }),
        ...(typeof reason === 'string' && reason !== '' && { reason }),
      };
    }),
    // The audit trail has the submission itself.
    ...statuses.flatMap(({ web_status, created_at }) =>
      web_status === 'submitted'
        ? []
        : [{ at: created_at.toISOString(), kind: `status:${web_status}`, by: 'applicant' }],
    ),
    ...mails.map(({ kind, created_at, sent_at, last_error }) => ({
      at: created_at.toISOString(),
      kind: `mail:${kind}`,
      by: 'system',
      state: sent_at !== null ? 'sent' : last_error === null ? 'waiting' : 'failed',
    })),
  ];
  return lines.toSorted((a, b) => a.at.localeCompare(b.at));
}

/** One application as the colleague may see it. Audited. */
export async function readOne(
  deps: ReadDependencies,
  staff: StaffSession,
  id: string,
): Promise<ResponseOf<typeof officeApplication>> {
  const { db } = deps;
  const opened = await requireApplication(deps, staff, id);
  const { row, application } = opened;
  const [{ content, sealed, form, isAltered }, notes, looks, events, statuses, mails, documents, reopened] =
    await Promise.all([
      contentOf(deps, opened),
      selectNotes(db, id),
      listLooks(db, id),
      listEvents(db, application.account_id, { id, number: row.confirmation_number }),
      listStatuses(db, id),
      listMailsOf(db, application.account_id),
      listQuestionDocuments(db, id),
      listReopened(db, id),
    ]);
  const names = await staffNames(db, [
    ...notes.map(({ author_id }) => author_id),
    ...looks.map(({ staff_id }) => staff_id),
    ...colleaguesOf(events),
  ]);
  const eventWords = await eventNames(deps, servedFor(deps.forms, application), events, names);
  const mine = looks.find(({ staff_id }) => staff_id === staff.staffId);
  const { last_page, updated_at: changed_at } = application;
  await auditReading(deps, staff, application, 'application_read');
  const other = otherDefinition(form, servedFor(deps.forms, application).form);
  return {
    row: toListRow(
      deps,
      { ...row, last_page, changed_at, viewer_opened_at: mine?.present_at ?? mine?.looked_at ?? null },
      staff,
    ),
    version: row.version,
    is_altered: isAltered,
    answers: content.answers,
    sealed,
    add_another: content.add_another,
    tabs: content.tabs,
    ...(other && { form: other }),
    documents: row.submitted_at === null ? [] : toDocuments(documents, id, form),
    notes: notes.map((note) => toNote(note, names.get(note.author_id) ?? '', note.author_id === staff.staffId)),
    history: historyOf(application, events, statuses, mails, eventWords),
    looked_at: looks.flatMap(({ staff_id, looked_at }) =>
      looked_at === null
        ? []
        : [{ name: names.get(staff_id) ?? '', is_mine: staff_id === staff.staffId, at: looked_at.toISOString() }],
    ),
    earlier_submissions: await Promise.all(reopened.map((item) => showReopened(deps, application, item))),
  };
}

/** Opens one sealed answer. Audited with the reason. 404 if there is no such answer. */
export async function openSealedAnswer(
  deps: ReadDependencies,
  staff: StaffSession,
  id: string,
  { key, reason }: { readonly key: string; readonly reason: string },
): Promise<string | boolean> {
  const { application, submission } = await requireApplication(deps, staff, id);
  const sealed_answers = submission?.sealed_answers ?? {};
  if (!Object.hasOwn(sealed_answers, key)) throw new ApiError('not_found');
  const opened = deps.answers.read({ id, answers: {}, sealed_answers: { [key]: sealed_answers[key] ?? '' } });
  const value = opened[key];
  if (value === undefined) throw new ApiError('not_found');
  await auditReading(deps, staff, application, 'sealed_answer_opened', { key, reason });
  return value;
}

type FileDependencies = ReadDependencies & { readonly objects: FileStore };

/** Opens the clean PDF of an uploaded document. Audited. 404 not_found for a draft, and while there is none. */
export async function openDocument(
  deps: FileDependencies,
  staff: StaffSession,
  id: string,
  key: string,
): Promise<OpenFile> {
  const { db, objects } = deps;
  const { application, submission } = await requireApplication(deps, staff, id);
  const document = submission && (await findConverted(db, id, key));
  const file = document?.pdf_key ? await objects.get(document.pdf_key) : undefined;
  if (!document || !file) throw new ApiError('not_found');
  await auditReading(deps, staff, application, 'document_read', { document_id: document.id });
  return file;
}

/** Where the print of a submission's PDF copy stands, which is requested if there is none. 404 not_found for a draft. */
export async function requestCopy(
  deps: ReadDependencies & Pick<AppDependencies, 'jobs'>,
  staff: StaffSession,
  id: string,
) {
  const { submission } = await requireApplication(deps, staff, id);
  if (!submission) throw new ApiError('not_found');
  return { status: await requestSealedCopy(deps, id) };
}

/** Opens the PDF copy of a submission, whose sealed answers stay sealed. Audited. 404 not_found until it is printed. */
export async function openCopy(deps: FileDependencies, staff: StaffSession, id: string) {
  const { db, objects } = deps;
  const { row, application } = await requireApplication(deps, staff, id);
  const copy = await selectCopy(db, application, true);
  const file = copy?.status === 'COMPLETED' && copy.object_key !== null && (await objects.get(copy.object_key));
  if (!copy || !file) throw new ApiError('not_found');
  await auditReading(deps, staff, application, 'pdf_read', { copy_id: copy.id });
  const name = [row.confirmation_number, row.family_name, row.given_name].filter(Boolean).join(' ');
  return { file, name };
}

/** Opens the picture of a document's page. Not audited, unlike the PDF: every view of the application loads these. */
export async function openThumbnail(
  deps: FileDependencies,
  staff: StaffSession,
  { id, ...page }: { readonly id: string; readonly key: string; readonly document: string; readonly page: number },
): Promise<OpenFile> {
  const { submitted_at } = await requireRow(deps, staff, id);
  const key = submitted_at && (await findThumbnail(deps.db, id, page));
  const file = key ? await deps.objects.get(key) : undefined;
  if (!file) throw new ApiError('not_found');
  return file;
}
