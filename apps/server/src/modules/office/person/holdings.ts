import { extname } from 'node:path';
import type { Selectable } from 'kysely';
import type { FileStore } from '../../../adapters/object-store/object-store.ts';
import { selectRows } from '../../../db/listed-tables.ts';
import type { Db } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import { keysToForget, selectJobsAbout } from '../../../jobs/job-rows.ts';
import { listTokensAbout } from '../../accounts/access-token/service.ts';
import { type Account, findAccount } from '../../accounts/account/service.ts';
import { listFailures } from '../../accounts/limits/failures.ts';
import type { AnswerReader } from '../../application/answers/sealed-answers.ts';
import { listLinks, listRequestsOf, listRequestsTo } from '../../application/helpers/service.ts';
import { listPapersFrom } from '../../application/items/service.ts';
import { type ApplicationRow, findApplicationsByEmail } from '../../application/row/application.ts';
import { paperKey } from '../../application/uploads/intake.ts';
import { filesOf } from '../../application/uploads/service.ts';
import { listEvents } from '../../audit/service.ts';
import { listMailsOf, listMailsOfNobody } from '../../mail/service.ts';

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

const OF_ACCOUNT = ['successful_login', 'session', 'password_reset', 'email_change', 'confirmed_signup'] as const;
const OF_APPLICATION = [
  'application_status',
  'submission',
  'reopened_submission',
  'answer_attic',
  'document',
  'document_upload',
  'conversion_run',
  'pdf_copy',
  'office_application',
  'office_look',
  'office_note',
  'office_reason',
  'item',
] as const;
/** The tables with personal data. The others are about schools and the product itself. */
export const HELD_TABLES = [
  'account',
  ...OF_ACCOUNT,
  'pending_signup',
  'throttle',
  'call_count',
  'mail_outbox',
  'application',
  ...OF_APPLICATION,
  'access_token',
  'helper',
  'helper_link',
  'helper_request',
  'paper',
  'audit_event',
] as const;
type HeldTable = (typeof HELD_TABLES)[number];
type RowsOf<Table extends keyof Database> = readonly Selectable<Database[Table]>[];

export interface HoldingsDependencies {
  readonly db: Db;
  readonly answers: AnswerReader;
  readonly objects: FileStore;
}

/** A row without its hashes and search words, which mean nothing to the person. */
const withoutHashes = (row: object): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => !/_hash$|^search$/.test(name) && !Buffer.isBuffer(value)),
  );

/** The names of a person's files in an archive. `waived` are the ids of papers, `forgotten` the keys of files that a job will delete. */
function nameFiles(
  documents: RowsOf<'document'>,
  waived: readonly string[],
  uploads: RowsOf<'document_upload'>,
  copies: RowsOf<'pdf_copy'>,
  reopened: RowsOf<'reopened_submission'>,
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

/** Collects everything held about the person with an address (in lower case), with or without an account. */
export async function collectHoldings({ db, answers }: HoldingsDependencies, email: string): Promise<Holdings> {
  const account = await findAccount(db, email);
  const applications = await findApplicationsByEmail(db, email);
  const ids = applications.map(({ id }) => id);
  const accountIds = account ? [account.id] : [];
  const ofAccount = <Table extends (typeof OF_ACCOUNT)[number]>(table: Table) =>
    selectRows(db, table, 'account_id', accountIds);
  const ofApplications = <Table extends (typeof OF_APPLICATION)[number]>(table: Table) =>
    selectRows(db, table, 'application_id', ids);
  const ofEach = async <T>(values: readonly string[], list: (db: Db, value: string) => Promise<readonly T[]>) =>
    (await Promise.all(values.map((value) => list(db, value)))).flat();
  const opened = ({ sealed_answers, content, ...row }: RowsOf<'submission' | 'reopened_submission'>[number]) => {
    const { application_id: id } = row;
    return { ...row, content: { ...content, answers: answers.read({ id, answers: content.answers, sealed_answers }) } };
  };

  const sessions = await ofAccount('session');
  const changes = await ofAccount('email_change');
  const documents = await ofApplications('document');
  const uploads = await ofApplications('document_upload');
  const copies = await ofApplications('pdf_copy');
  const reopened = await ofApplications('reopened_submission');
  const items = await ofApplications('item');
  const papers = await selectRows(
    db,
    'paper',
    'item_id',
    items.map(({ id }) => id),
  );
  const waived = papers.filter(({ is_waived }) => is_waived).map(({ id }) => id);

  // The account's earlier addresses, as long as the changes are stored, unless they belong to another account now.
  const addresses = [email];
  for (const earlier of new Set(changes.map(({ old_email }) => old_email))) {
    if (!(await findAccount(db, earlier))) addresses.push(earlier);
  }
  const mails = [...(await ofEach(accountIds, listMailsOf)), ...(await ofEach(addresses, listMailsOfNobody))];
  const callSubjects = sessions.map(({ id }) => `session ${id}`);
  const subjects = [...documents, ...copies, ...mails, ...(account ? [account] : []), ...applications];
  const jobs = await selectJobsAbout(
    db,
    subjects.map(({ id }) => id),
  );
  const rows: Readonly<Record<HeldTable | 'job', readonly object[]>> = {
    account: account ? [account] : [],
    successful_login: await ofAccount('successful_login'),
    session: sessions,
    password_reset: await ofAccount('password_reset'),
    email_change: changes,
    pending_signup: await selectRows(db, 'pending_signup', 'email', [email]),
    confirmed_signup: await ofAccount('confirmed_signup'),
    throttle: await ofEach(addresses, listFailures),
    call_count: await selectRows(db, 'call_count', 'subject', callSubjects),
    // The text of a mail to a helper has a link that is for the helper alone.
    mail_outbox: mails.map((mail) => (mail.kind === 'helper_asked' ? { ...mail, body_text: null } : mail)),
    helper: await selectRows(db, 'helper', 'email', [email]),
    helper_link: await listLinks(db, email),
    helper_request: [...(await ofEach(ids, listRequestsOf)), ...(await listRequestsTo(db, email))],
    application: applications.map(({ sealed_answers, ...row }) => ({
      ...row,
      answers: answers.read({ ...row, sealed_answers }),
    })),
    application_status: await ofApplications('application_status'),
    submission: (await ofApplications('submission')).map(opened),
    access_token: await listTokensAbout(db, email, ids),
    document: documents,
    document_upload: uploads,
    conversion_run: await ofApplications('conversion_run'),
    pdf_copy: copies,
    office_application: await ofApplications('office_application'),
    office_note: await ofApplications('office_note'),
    office_reason: await ofApplications('office_reason'),
    reopened_submission: reopened.map(opened),
    answer_attic: (await ofApplications('answer_attic')).map(({ sealed_answers, content, ...row }) => ({
      ...row,
      content: { ...content, ...answers.read({ id: row.application_id, answers: {}, sealed_answers }) },
    })),
    item: items,
    paper: [...papers, ...(await listPapersFrom(db, email))],
    office_look: await ofApplications('office_look'),
    audit_event: await ofEach(accountIds, listEvents),
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
