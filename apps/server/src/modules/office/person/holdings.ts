import { extname } from 'node:path';
import type { FileStore } from '../../../adapters/object-store/object-store.ts';
import type { Db } from '../../../db/transaction.ts';
import { keysToForget, selectJobsAbout } from '../../../jobs/job-rows.ts';
import { listTokensAbout } from '../../accounts/access-token/service.ts';
import { type Account, findAccount, listLogins } from '../../accounts/account/service.ts';
import {
  listConfirmedSignups,
  listEmailChanges,
  listPendingSignups,
  listResets,
} from '../../accounts/identity/service.ts';
import { listCalls } from '../../accounts/limits/calls.ts';
import { listFailures } from '../../accounts/limits/failures.ts';
import { listSessions } from '../../accounts/session/service.ts';
import type { AnswerReader } from '../../application/answers/sealed-answers.ts';
import { listHelpers, listLinks, listRequestsOf, listRequestsTo } from '../../application/helpers/service.ts';
import { listItems, listPaperRows, listPapersFrom } from '../../application/items/service.ts';
import { type ApplicationRow, findApplicationsByEmail } from '../../application/row/application.ts';
import { readAttic } from '../../application/row/saved-answers.ts';
import {
  findSnapshot,
  findSubmission,
  listReopened,
  listStatuses,
  type Snapshot,
} from '../../application/row/submission.ts';
import { paperKey } from '../../application/uploads/intake.ts';
import { filesOf, listConversionRuns, listDocuments, listUploads } from '../../application/uploads/service.ts';
import { listEvents, listReasons } from '../../audit/service.ts';
import { listCopies } from '../../copies/pdf/service.ts';
import { listMailsOf, listMailsOfNobody } from '../../mail/service.ts';
import { listOfficeRows } from '../list/service.ts';
import { listNotes } from '../one-application/service.ts';

type Row = Readonly<Record<string, unknown>>;

/** A person's file in the object store, and its name in an archive. */
interface StoredFile {
  readonly key: string;
  readonly name: string;
  /** A letter that the applicant has waived the right to see. */
  readonly isWaived?: boolean;
}

/** Everything held about one person. */
export interface Holdings {
  readonly email: string;
  /** This address, and the account's earlier ones. */
  readonly addresses: readonly string[];
  readonly account: Account | undefined;
  readonly applications: readonly ApplicationRow[];
  /** Rows by table, without hashes and with sealed answers opened. */
  readonly rows: Readonly<Record<HeldTable | 'job', readonly Row[]>>;
  readonly files: readonly StoredFile[];
  readonly jobIds: readonly string[];
  readonly callSubjects: readonly string[];
}

/** The tables with personal data. The others are about schools and the product itself. */
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
  'helper',
  'helper_link',
  'helper_request',
  'pdf_copy',
  'office_application',
  'office_look',
  'office_note',
  'office_reason',
  'reopened_submission',
  'answer_attic',
  'item',
  'paper',
  'audit_event',
] as const;
type HeldTable = (typeof HELD_TABLES)[number];

export interface HoldingsDependencies {
  readonly db: Db;
  readonly answers: AnswerReader;
  readonly objects: FileStore;
}

/** A row without its hashes, which mean nothing to the person. */
const withoutHashes = (row: object): Row =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => !name.endsWith('_hash') && !Buffer.isBuffer(value)));

/** A submission's content with its sealed answers opened. */
const openContent = (
  reader: AnswerReader,
  id: string,
  { content, sealed_answers }: Pick<Snapshot, 'content' | 'sealed_answers'>,
) => ({ ...content, answers: reader.read({ id, answers: content.answers, sealed_answers }) });

type Rows<List extends (db: Db, id: string) => Promise<readonly unknown[]>> = Awaited<ReturnType<List>>;

/** The names of a person's files in an archive. `waived` are the ids of papers, `forgotten` the keys of files that a job will delete. */
function nameFiles(
  documents: Rows<typeof listDocuments>,
  waived: readonly string[],
  uploads: Rows<typeof listUploads>,
  copies: Rows<typeof listCopies>,
  reopened: Rows<typeof listReopened>,
  forgotten: readonly string[],
): readonly StoredFile[] {
  const files: StoredFile[] = [];
  const waivedKeys = new Set(waived.map(paperKey));
  for (const document of documents) {
    for (const key of filesOf(document)) {
      const isWaived = waivedKeys.has(document.answer_key);
      const isUploaded = key === document.file_key;
      const ending = isUploaded
        ? extname(document.file_name)
            .toLowerCase()
            .replaceAll(/[^a-z.]/g, '')
        : extname(key);
      const part = isUploaded ? 'uploaded' : `converted-${files.length}`;
      files.push({ key, name: `documents/${document.answer_key.replace(':', '-')}-${part}${ending}`, isWaived });
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
 * Collects everything held about the person with an address (in lower case), with or without an account. Each table is read
 * through its own repository.
 */
export async function collectHoldings({ db, answers }: HoldingsDependencies, email: string): Promise<Holdings> {
  const account = await findAccount(db, email);
  const applications = await findApplicationsByEmail(db, email);
  const ids = applications.map(({ id }) => id);
  const ofAccount = async <T>(list: (db: Db, accountId: string) => Promise<readonly T[]>) =>
    account ? list(db, account.id) : [];
  const ofApplications = async <T>(list: (db: Db, id: string) => Promise<readonly T[]>) =>
    (await Promise.all(ids.map((id) => list(db, id)))).flat();

  const sessions = await ofAccount(listSessions);
  const changes = await ofAccount(listEmailChanges);
  const documents = await ofApplications(listDocuments);
  const uploads = await ofApplications(listUploads);
  const copies = await ofApplications(listCopies);
  const reopened = await ofApplications(listReopened);
  const papers = await ofApplications(listPaperRows);
  const waived = papers.filter(({ is_waived }) => is_waived).map(({ id }) => id);
  const office = await Promise.all(ids.map((id) => listOfficeRows(db, id)));

  // The account's earlier addresses, as long as the changes are stored, unless they belong to another account now.
  const addresses = [email];
  for (const earlier of new Set(changes.flatMap(({ changed_at, old_email }) => (changed_at ? old_email : [])))) {
    if (!(await findAccount(db, earlier))) addresses.push(earlier);
  }
  const mails = [
    ...(await ofAccount(listMailsOf)),
    ...(await Promise.all(addresses.map((address) => listMailsOfNobody(db, address)))).flat(),
  ];
  const callSubjects = sessions.map(({ id }) => `session ${id}`);
  const subjects = [...documents, ...copies, ...mails, ...(account ? [account] : []), ...applications];
  const jobs = await selectJobsAbout(
    db,
    subjects.map(({ id }) => id),
  );
  const rows: Readonly<Record<HeldTable | 'job', readonly object[]>> = {
    account: account ? [account] : [],
    successful_login: (await ofAccount(listLogins)).map((at) => ({ at })),
    session: sessions,
    password_reset: await ofAccount(listResets),
    email_change: changes,
    pending_signup: await listPendingSignups(db, email),
    confirmed_signup: await ofAccount(listConfirmedSignups),
    throttle: (await Promise.all(addresses.map((address) => listFailures(db, address)))).flat(),
    call_count: await listCalls(db, callSubjects),
    // The text of a mail to a helper has a link that is for the helper alone.
    mail_outbox: mails.map((mail) => (mail.kind === 'helper_asked' ? { ...mail, body_text: null } : mail)),
    helper: await listHelpers(db, email),
    helper_link: await listLinks(db, email),
    helper_request: [...(await ofApplications(listRequestsOf)), ...(await listRequestsTo(db, email))],
    application: applications.map(({ sealed_answers, ...row }) => ({
      ...row,
      answers: answers.read({ ...row, sealed_answers }),
    })),
    application_status: await ofApplications(listStatuses),
    submission: await ofApplications(async (_, id) => {
      const submission = await findSubmission(db, id);
      const snapshot = await findSnapshot(db, id);
      const opened = snapshot && { content: openContent(answers, id, snapshot), form_version: snapshot.form_version };
      return submission ? [{ ...submission, ...opened }] : [];
    }),
    access_token: await listTokensAbout(db, email, ids),
    document: documents,
    document_upload: uploads,
    conversion_run: await ofApplications(listConversionRuns),
    pdf_copy: copies,
    office_application: office.flatMap(({ listed }) => listed),
    office_note: await ofApplications(listNotes),
    office_reason: await ofApplications(listReasons),
    reopened_submission: reopened.map(({ sealed_answers, content, ...row }) => ({
      ...row,
      content: openContent(answers, row.application_id, { content, sealed_answers }),
    })),
    answer_attic: (await ofApplications(readAttic)).map(({ sealed_answers, content, ...row }) => ({
      ...row,
      content: { ...content, ...answers.read({ id: row.application_id, answers: {}, sealed_answers }) },
    })),
    item: await ofApplications(listItems),
    paper: [...papers, ...(await listPapersFrom(db, email))],
    office_look: office.flatMap(({ looks }) => looks),
    audit_event: await ofAccount(listEvents),
    job: jobs,
  };
  const shown = Object.entries(rows).map(([table, list]) => [table, list.map(withoutHashes)]);
  return {
    email,
    addresses,
    account,
    applications,
    callSubjects,
    rows: Object.fromEntries(shown),
    files: nameFiles(documents, waived, uploads, copies, reopened, jobs.flatMap(keysToForget)),
    jobIds: jobs.map(({ id }) => id),
  };
}

/** Whether nothing is held about the address. */
export const isUnknown = (holdings: Holdings): boolean =>
  Object.values(holdings.rows).every((rows) => rows.length === 0);
