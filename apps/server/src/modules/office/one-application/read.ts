import type { ResponseOf } from '@firstyear/api-contract/call';
import { type Note, type officeApplication, officePaths } from '@firstyear/api-contract/desk';
import type { Form } from '@firstyear/form-engine';
import { type ServedForms, servedFor } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { StaffSession } from '../../../plugins/staff-session.ts';
import { staffNames } from '../../accounts/staff/service.ts';
import type { AnswerReader } from '../../application/answers/answer-reader.ts';
import { formOf, otherDefinition } from '../../application/releases/service.ts';
import {
  findApplicationById,
  findSnapshot,
  listReopened,
  listStatuses,
  type ReopenedRow,
  type ShownApplication,
} from '../../application/row/service.ts';
import { type ApplicationContent, openContent } from '../../application/submission/content.ts';
import { documentStateOf, listDocuments } from '../../documents/uploads/service.ts';
import { listMails } from '../../reference/mail/service.ts';
import { audit, listEvents, staffActor } from '../audit/service.ts';
import { withoutSealed } from '../export/service.ts';
import { type ListDependencies, listLooks, type OfficeRow, requireRow, shownRow } from '../list/service.ts';
import { type NoteRow, selectNotes } from './repository.ts';

export interface ReadDependencies extends ListDependencies {
  readonly db: Db;
  readonly forms: ServedForms;
  readonly answers: AnswerReader;
  readonly clock: () => Date;
}

/** What was sent with an application: of a draft nobody reads documents. 404 not_found. */
export async function requireSent(deps: ListDependencies, staff: StaffSession, id: string): Promise<void> {
  const { submitted_at } = await requireRow(deps, staff, id);
  if (submitted_at === null) throw new ApiError('not_found');
}

/** An application that somebody may read, with its row in the list; 404 not_found otherwise. */
export async function requireApplication(deps: ListDependencies, staff: StaffSession, id: string) {
  const row = await requireRow(deps, staff, id);
  const application = await findApplicationById(deps.db, id);
  if (!application) throw new ApiError('not_found');
  return { row, application };
}

export const shownNote = (
  { id, author_id, text, version, created_at, changed_at }: NoteRow,
  names: ReadonlyMap<string, string>,
  staffId: string,
): Note => ({
  id,
  author: names.get(author_id) ?? '',
  is_mine: author_id === staffId,
  text,
  version,
  created_at: created_at.toISOString(),
  changed_at: changed_at.toISOString(),
});

const EMPTY: ApplicationContent = { answers: {}, tabs: {}, add_another: {}, documents: {} };

/** Digits and letters of a sealed answer are never shown in part. */
const MASK = '••••••';

/** What was sent, without the sealed answers, and which of these there are. Of a draft nobody sees answers. */
async function contentOf(deps: ReadDependencies, row: OfficeRow, application: ShownApplication) {
  const today = servedFor(deps.forms, application).form;
  if (row.submitted_at === null) {
    return { content: EMPTY, sealed: [], form: today };
  }
  const snapshot = await findSnapshot(deps.db, application.id);
  const form = await formOf(deps, application, snapshot);
  const content = snapshot?.content ?? (await openContent(deps, form, application, snapshot));
  const { sealed_answers } = snapshot ?? application;
  const answers = withoutSealed(content.answers, [form, today], sealed_answers);
  const sealed = Object.keys(sealed_answers).flatMap((key) => {
    const label = form.byKey.get(key)?.question.label;
    return label === undefined ? [] : [{ key, label, masked: MASK }];
  });
  return { content: { ...content, answers }, sealed, form };
}

/** What was sent before a reopening, in the form that it was sent with, without its sealed answers. */
async function setAside(
  deps: ReadDependencies,
  application: ShownApplication,
  { content, sealed_answers, form_version, submitted_at, reopened_at }: ReopenedRow,
) {
  const today = servedFor(deps.forms, application).form;
  const form = await formOf(deps, application, { form_version });
  const other = otherDefinition(form, today);
  const { answers, tabs, add_another, documents } = content ?? EMPTY;
  return {
    answers: withoutSealed(answers, [form, today], sealed_answers),
    ...{ tabs, add_another },
    ...(other && { form: other }),
    documents: Object.fromEntries(Object.entries(documents).map(([key, { file_name }]) => [key, file_name])),
    submitted_at: submitted_at.toISOString(),
    reopened_at: reopened_at.toISOString(),
  };
}

async function documentsOf(deps: ReadDependencies, id: string, form: Form) {
  const rows = await listDocuments(deps.db, id);
  return rows.map((row) => ({
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
}

/** Of no use for a decision about an application. */
const UNTOLD = new Set(['login', 'logout', 'login_failed']);
const STAFF_ACTOR = /^staff ([\da-f-]{36})$/;

type History = ResponseOf<typeof officeApplication>['history'];

async function historyOf(deps: ReadDependencies, row: OfficeRow, application: ShownApplication): Promise<History> {
  const [events, statuses, mails] = [
    await listEvents(deps.db, application.account_id),
    await listStatuses(deps.db, application.id),
    await listMails(deps.db, row.email),
  ];
  const ids = events.flatMap(({ actor }) => STAFF_ACTOR.exec(actor ?? '')?.[1] ?? []);
  const names = await staffNames(deps.db, [...new Set(ids)]);
  const by = (actor: string | null) => names.get(STAFF_ACTOR.exec(actor ?? '')?.[1] ?? '') ?? actor ?? 'system';
  const lines: History = [
    ...events
      .filter(
        ({ kind, detail: { application_id: of } }) =>
          !UNTOLD.has(kind) && (of ?? row.application_id) === row.application_id,
      )
      .map(({ at, kind, actor, detail: { reason } }) => ({
        at: at.toISOString(),
        kind,
        by: by(actor),
        ...(typeof reason === 'string' && { reason }),
      })),
    ...statuses.map(({ web_status, created_at }) => ({
      at: created_at.toISOString(),
      kind: `status:${web_status}`,
      by: 'applicant',
    })),
    ...mails.map(({ kind, created_at, sent_at, last_error }) => ({
      at: created_at.toISOString(),
      kind: `mail:${kind}`,
      by: 'system',
      state: sent_at !== null ? 'sent' : last_error === null ? 'waiting' : 'failed',
    })),
  ];
  return lines.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** One application as somebody of the office reads it; that they did is in the audit trail. */
export async function readOne(
  deps: ReadDependencies,
  staff: StaffSession,
  id: string,
): Promise<ResponseOf<typeof officeApplication>> {
  const { row, application } = await requireApplication(deps, staff, id);
  const { content, sealed, form } = await contentOf(deps, row, application);
  const notes = await selectNotes(deps.db, id);
  const looks = await listLooks(deps.db, id);
  const names = await staffNames(deps.db, [
    ...new Set([...notes.map(({ author_id }) => author_id), ...looks.map(({ staff_id }) => staff_id)]),
  ]);
  const history = await historyOf(deps, row, application);
  const reopened = await listReopened(deps.db, id);
  const mine = looks.find(({ staff_id }) => staff_id === staff.staffId);
  const { last_page, updated_at: changed_at } = application;
  const detail = { application_id: id };
  await audit(deps.db, {
    ...{ kind: 'application_read', by: staffActor(staff), accountId: application.account_id, detail },
    at: deps.clock(),
  });
  const other = otherDefinition(form, servedFor(deps.forms, application).form);
  return {
    row: shownRow(deps, { ...row, last_page, changed_at, mine_looked_at: mine?.looked_at ?? null }, staff),
    version: row.version,
    answers: content.answers,
    sealed,
    add_another: content.add_another,
    tabs: content.tabs,
    ...(other && { form: other }),
    documents: row.submitted_at === null ? [] : await documentsOf(deps, id, form),
    notes: notes.map((note) => shownNote(note, names, staff.staffId)),
    history,
    looked_at: looks.flatMap(({ staff_id, looked_at }) =>
      looked_at === null
        ? []
        : [{ name: names.get(staff_id) ?? '', is_mine: staff_id === staff.staffId, at: looked_at.toISOString() }],
    ),
    earlier_submissions: await Promise.all(reopened.map((item) => setAside(deps, application, item))),
  };
}

/** Opens one sealed answer for a reason, both of which are in the audit trail; 404 where there is no such answer. */
export async function openSealedAnswer(
  deps: ReadDependencies,
  staff: StaffSession,
  id: string,
  { key, reason }: { readonly key: string; readonly reason: string },
): Promise<string | boolean> {
  const { row, application } = await requireApplication(deps, staff, id);
  if (row.submitted_at === null) throw new ApiError('not_found');
  const snapshot = await findSnapshot(deps.db, id);
  const { sealed_answers } = snapshot ?? application;
  if (!Object.hasOwn(sealed_answers, key)) throw new ApiError('not_found');
  const opened = deps.answers.read({ id, answers: {}, sealed_answers: { [key]: sealed_answers[key] ?? '' } });
  const value = opened[key];
  if (value === undefined) throw new ApiError('not_found');
  const detail = { application_id: id, key, reason };
  await audit(deps.db, {
    ...{ kind: 'sealed_answer_opened', by: staffActor(staff), accountId: application.account_id, detail },
    at: deps.clock(),
  });
  return value;
}
