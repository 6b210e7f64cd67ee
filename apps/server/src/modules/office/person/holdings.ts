import { extname } from 'node:path';
import type { FileStore } from '../../../adapters/object-store/object-store.ts';
import type { Db } from '../../../db/transaction.ts';
import { keysToForget, selectJobsAbout } from '../../../jobs/job-rows.ts';
import { listTokensAbout } from '../../accounts/access-token/service.ts';
import { type Account, findAccount, listLogins } from '../../accounts/account/service.ts';
import {
  type EmailChange,
  listConfirmedSignups,
  listEmailChanges,
  listPendingSignups,
  listResets,
} from '../../accounts/identity/service.ts';
import { listSessions } from '../../accounts/session/service.ts';
import { listFailures } from '../../accounts/throttle/service.ts';
import type { AnswerReader } from '../../application/answers/answer-reader.ts';
import {
  type ApplicationRow,
  type AtticRow,
  findApplicationsByEmail,
  findSnapshot,
  findSubmission,
  listReopened,
  listStatuses,
  readAttic,
  type Snapshot,
} from '../../application/row/service.ts';
import { listCopies } from '../../documents/pdf/service.ts';
import { filesOf, listConversionRuns, listDocuments, listUploads } from '../../documents/uploads/service.ts';
import { listCalls } from '../../operations/call-count/service.ts';
import { listMails } from '../../reference/mail/service.ts';
import { listEvents } from '../audit/service.ts';
import { listOfficeRows } from '../list/service.ts';
import { listNotes } from '../one-application/service.ts';

type Row = Readonly<Record<string, unknown>>;

/** A stored file of a person: its key in the object store, and what it is called in an archive. */
export interface StoredFile {
  readonly key: string;
  readonly name: string;
}

/** Everything that is held about one person. */
export interface Holdings {
  readonly email: string;
  /** That one, and those that the account had before. */
  readonly addresses: readonly string[];
  readonly account: Account | undefined;
  readonly applications: readonly ApplicationRow[];
  /** Rows by the name of their table. Nothing in them is a hash, and sealed answers are opened. */
  readonly rows: Readonly<Record<HeldTable | 'job', readonly Row[]>>;
  readonly files: readonly StoredFile[];
  readonly jobIds: readonly string[];
  readonly callSubjects: readonly string[];
}

/** The tables that hold something about people; the rest hold schools, and what the product knows of itself. */
export const HELD_TABLES = [
  'account',
  'successful_login',
  'session',
  'password_reset',
  'email_change',
  'pending_signup',
  'confirmed_signup',
  'throttle',
  'call_count',
  'mail_outbox',
  'application',
  'application_status',
  'submission',
  'access_token',
  'document',
  'document_upload',
  'conversion_run',
  'pdf_copy',
  'office_application',
  'office_look',
  'office_note',
  'reopened_submission',
  'answer_attic',
  'audit_event',
] as const;
export type HeldTable = (typeof HELD_TABLES)[number];

export interface HoldingsDependencies {
  readonly db: Db;
  readonly answers: AnswerReader;
  readonly objects: FileStore;
}

/** A row without its hashes: they prove something to the product, and say nothing to the person. */
function withoutHashes(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => !name.endsWith('_hash') && !Buffer.isBuffer(value)),
  );
}

const listOf = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

/** The application with its answers as they were given. */
function openAnswers(answers: AnswerReader, application: ApplicationRow): Row {
  const { sealed_answers: _, ...row } = application;
  return { ...row, answers: answers.read(application) };
}

const openOf = (
  answers: AnswerReader,
  id: string,
  content: Snapshot['content'],
  sealed_answers: Snapshot['sealed_answers'],
) => ({ ...content, answers: answers.read({ id, answers: content.answers, sealed_answers }) });

/** What was submitted, with its answers as they were given. */
function openSnapshot(answers: AnswerReader, application: ApplicationRow, snapshot: Snapshot | undefined) {
  if (!snapshot) return {};
  const { content, sealed_answers, form_version } = snapshot;
  return { content: openOf(answers, application.id, content, sealed_answers), form_version };
}

/** What is set aside, as it was given. */
function openSetAside(answers: AnswerReader, { sealed_answers, content, ...row }: AtticRow): Row {
  const sealed = answers.read({ id: row.application_id, answers: {}, sealed_answers });
  return { ...row, content: { ...content, ...sealed } };
}

async function ofAccount(db: Db, account: Account | undefined) {
  if (!account) return { sessions: [], resets: [], changes: [], confirmed: [], logins: [], events: [] };
  return {
    sessions: await listSessions(db, account.id),
    resets: await listResets(db, account.id),
    changes: await listEmailChanges(db, account.id),
    confirmed: await listConfirmedSignups(db, account.id),
    logins: (await listLogins(db, account.id)).map((at) => ({ at })),
    events: await listEvents(db, account.id),
  };
}

/** Addresses that the account had, as long as its changes are kept and nobody else has them now. */
async function listEarlierAddresses(db: Db, changes: readonly EmailChange[]): Promise<readonly string[]> {
  const earlier = new Set(changes.filter(({ changed_at }) => changed_at !== null).map(({ old_email }) => old_email));
  const free: string[] = [];
  for (const email of earlier) if (!(await findAccount(db, email))) free.push(email);
  return free;
}

/** What hangs on one application. */
async function ofApplication({ db, answers }: HoldingsDependencies, application: ApplicationRow) {
  const submission = await findSubmission(db, application.id);
  const snapshot = await findSnapshot(db, application.id);
  return {
    statuses: await listStatuses(db, application.id),
    submissions: listOf(submission).map((row) => ({ ...row, ...openSnapshot(answers, application, snapshot) })),
    documents: await listDocuments(db, application.id),
    uploads: await listUploads(db, application.id),
    runs: await listConversionRuns(db, application.id),
    copies: await listCopies(db, application.id),
    ...(await listOfficeRows(db, application.id)),
    notes: await listNotes(db, application.id),
    attic: (await readAttic(db, application.id)).map((row) => openSetAside(answers, row)),
    reopened: (await listReopened(db, application.id)).map(({ sealed_answers, content, ...row }) => ({
      ...row,
      content: content && openOf(answers, application.id, content, sealed_answers),
    })),
  };
}

/** What hangs on some applications, by kind. */
async function ofApplications(deps: HoldingsDependencies, applications: readonly ApplicationRow[]) {
  const parts = await Promise.all(applications.map((application) => ofApplication(deps, application)));
  return {
    statuses: parts.flatMap((part) => part.statuses),
    submissions: parts.flatMap((part) => part.submissions),
    documents: parts.flatMap((part) => part.documents),
    uploads: parts.flatMap((part) => part.uploads),
    runs: parts.flatMap((part) => part.runs),
    copies: parts.flatMap((part) => part.copies),
    listed: parts.flatMap((part) => part.listed),
    looks: parts.flatMap((part) => part.looks),
    notes: parts.flatMap((part) => part.notes),
    reopened: parts.flatMap((part) => part.reopened),
    attic: parts.flatMap((part) => part.attic),
  };
}

type ApplicationParts = Awaited<ReturnType<typeof ofApplications>>;

function storedFiles({ documents, uploads, copies, reopened }: ApplicationParts, forgotten: readonly string[]) {
  const files: StoredFile[] = [];
  for (const document of documents) {
    for (const key of filesOf(document)) {
      const isUploaded = key === document.file_key;
      const ending = isUploaded
        ? extname(document.file_name)
            .toLowerCase()
            .replaceAll(/[^a-z.]/g, '')
        : extname(key);
      const part = isUploaded ? 'uploaded' : `converted-${files.length}`;
      files.push({ key, name: `documents/${document.answer_key}-${part}${ending}` });
    }
  }
  for (const { file_key, answer_key } of uploads) {
    files.push({ key: file_key, name: `documents/${answer_key}-not-used-${files.length}` });
  }
  for (const { id, version, object_key } of copies) {
    files.push({ key: object_key ?? `pdf/${id}.pdf`, name: `pdf-copies/version-${version}.pdf` });
  }
  const known = new Set(files.map(({ key }) => key));
  for (const key of new Set(reopened.flatMap(({ pdf_keys }) => pdf_keys ?? []))) {
    if (!known.has(key)) files.push({ key, name: `documents/sent-before-${files.length}.pdf` });
    known.add(key);
  }
  const rest = forgotten.filter((key) => !known.has(key));
  return [...files, ...rest.map((key, index) => ({ key, name: `being-deleted/${index + 1}` }))];
}

/**
 * Gathers what is held about the person with an address (in lower case), with an account or without one. Each table is
 * read through its own repository.
 */
export async function collectHoldings(deps: HoldingsDependencies, email: string): Promise<Holdings> {
  const { db, answers } = deps;
  const account = await findAccount(db, email);
  const applications = await findApplicationsByEmail(db, email);
  const person = await ofAccount(db, account);
  const parts = await ofApplications(deps, applications);
  const addresses = [email, ...(await listEarlierAddresses(db, person.changes))];
  const mails = (await Promise.all(addresses.map((address) => listMails(db, address)))).flat();
  const callSubjects = person.sessions.map(({ id }) => `session ${id}`);
  const named = [...parts.documents, ...parts.copies, ...mails, ...listOf(account), ...applications];
  const jobs = await selectJobsAbout(
    db,
    named.map(({ id }) => id),
  );
  const rows: Holdings['rows'] = {
    account: listOf(account),
    successful_login: person.logins,
    session: person.sessions,
    password_reset: person.resets,
    email_change: person.changes.map((row) => ({ ...row })),
    pending_signup: await listPendingSignups(db, email),
    confirmed_signup: person.confirmed.map((row) => ({ ...row })),
    throttle: (await Promise.all(addresses.map((address) => listFailures(db, address)))).flat(),
    call_count: await listCalls(db, callSubjects),
    mail_outbox: mails,
    application: applications.map((row) => openAnswers(answers, row)),
    application_status: parts.statuses.map((row) => ({ ...row })),
    submission: parts.submissions,
    access_token: await listTokensAbout(
      db,
      email,
      applications.map(({ id }) => id),
    ),
    document: parts.documents,
    document_upload: parts.uploads,
    conversion_run: parts.runs.map((row) => ({ ...row })),
    pdf_copy: parts.copies,
    office_application: parts.listed.map((row) => ({ ...row })),
    office_note: parts.notes.map((row) => ({ ...row })),
    reopened_submission: parts.reopened,
    answer_attic: parts.attic,
    office_look: parts.looks.map((row) => ({ ...row })),
    audit_event: person.events,
    job: jobs.map((job) => ({ ...job })),
  };
  const open = Object.entries(rows).map(([table, list]) => [table, list.map(withoutHashes)]);
  return {
    email,
    addresses,
    account,
    applications,
    rows: Object.fromEntries(open),
    files: storedFiles(parts, jobs.flatMap(keysToForget)),
    jobIds: jobs.map(({ id }) => id),
    callSubjects,
  };
}

/** Whether nothing at all is held about the address. */
export function isUnknown(holdings: Holdings): boolean {
  return Object.values(holdings.rows).every((rows) => rows.length === 0);
}
