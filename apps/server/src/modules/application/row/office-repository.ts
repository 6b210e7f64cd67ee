import { type Answers, descKey, type Role } from '@firstyear/form-engine';
import { sql } from 'kysely';
import type { ServedForms } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import type { SubmittedContent } from '../../../db/types.ts';
import type { ApplicationStatus } from './application-status.ts';
import {
  isUnsubmitted,
  SHOWN,
  type ShownApplication,
  type Snapshot,
  type SubmissionRow,
  snapshotOf,
} from './repository.ts';

/** Which applications: of a form if one is named, of these statuses, submitted (or else changed) from a moment on and before another one. */
export interface ApplicationFilter {
  readonly form?: string;
  readonly statuses: readonly ApplicationStatus[];
  readonly since: Date | undefined;
  readonly until: Date;
}

const statusOf = sql<ApplicationStatus>`case
  when submission.application_id is not null then 'submitted'
  when validating.application_id is not null then 'validating'
  when started.application_id is not null then 'started'
  else 'none' end`;
/** When it was submitted; before that, when it was changed last. */
const momentOf = sql<Date>`coalesce(submission.submitted_at, application.updated_at)`;

const joinAll = (db: Db) =>
  db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.account_id')
    .leftJoin('submission', 'submission.application_id', 'application.id')
    .leftJoin('application_status as started', (join) =>
      join.onRef('started.application_id', '=', 'application.id').on('started.web_status', '=', 'started'),
    )
    .leftJoin('application_status as validating', (join) =>
      join.onRef('validating.application_id', '=', 'application.id').on('validating.web_status', '=', 'validating'),
    );

const joinFiltered = (db: Db, { form, statuses, since, until }: ApplicationFilter) =>
  joinAll(db)
    .where(statusOf, 'in', statuses)
    .where(momentOf, '<', until)
    .$if(form !== undefined, (query) => query.where('application.form', '=', form ?? ''))
    .$if(since !== undefined, (query) => query.where(momentOf, '>=', since ?? until));

export async function countApplications(db: Db, filter: ApplicationFilter): Promise<number> {
  const { count } = await joinFiltered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const SHOWN_WITHOUT_ANSWERS = SHOWN.filter((column) => column !== 'answers').map(
  (column) => `application.${column}` as const,
);
const answersWithoutSnapshot = sql<Answers>`case when submission.content is null then application.answers else '{}' end`;

/** An application with its account's address, where it stands, and what was submitted. */
export interface ExportRow {
  /** Without its answers where there is a snapshot: nobody reads both, and they are most of a row. */
  readonly application: ShownApplication;
  readonly email: string;
  readonly status: ApplicationStatus;
  readonly submission: SubmissionRow | undefined;
  /** Nothing before the submission, and for those of earlier versions. */
  readonly snapshot: Snapshot | undefined;
}

/** Some applications in the order of their ids, and the last id that was read; undefined at the end of the table. */
export interface ExportPage {
  readonly rows: readonly ExportRow[];
  readonly lastId: string | undefined;
}

/**
 * Of the next applications in the order of their ids those that fit. It reads no more than the given number, so
 * that a page costs the same at the beginning of a season's rows and at their end.
 */
export async function listApplicationsAfter(
  db: Db,
  id: string,
  filter: ApplicationFilter,
  count: number,
): Promise<ExportPage> {
  const ids = db.selectFrom('application').select('id').where('id', '>', id).orderBy('id').limit(count);
  const lastId = (await ids.execute()).at(-1)?.id;
  if (lastId === undefined) return { rows: [], lastId };
  const fitting = joinFiltered(db, filter).where('application.id', '>', id).where('application.id', '<=', lastId);
  return { rows: await readRows(fitting), lastId };
}

/** Some applications in the order of their ids. */
export function listApplicationsOf(db: Db, ids: readonly string[]): Promise<readonly ExportRow[]> {
  return readRows(joinAll(db).where('application.id', 'in', ids));
}

async function readRows(query: ReturnType<typeof joinAll>): Promise<readonly ExportRow[]> {
  const found = await query
    .select(SHOWN_WITHOUT_ANSWERS)
    .select([
      answersWithoutSnapshot.as('answers'),
      'account.email',
      statusOf.as('status'),
      'submission.confirmation_number',
      'submission.submitted_at',
      'submission.content',
      'submission.sealed_answers as submitted_sealed_answers',
      'submission.form_version',
      'submission.content_hash',
    ])
    .orderBy('application.id')
    .execute();
  return found.map((row) => {
    const { email, status, confirmation_number, submitted_at, content, form_version, content_hash } = row;
    const { submitted_sealed_answers: sealed_answers, ...application } = row;
    return {
      application,
      email,
      status,
      submission: confirmation_number && submitted_at ? { confirmation_number, submitted_at } : undefined,
      snapshot: snapshotOf({ content, sealed_answers, form_version, content_hash }),
    };
  });
}

/** What an operator reads of an application to tell it from others. */
export interface ListedApplication {
  readonly id: string;
  readonly email: string;
  readonly status: ApplicationStatus;
  readonly at: Date;
  readonly confirmation_number: string | null;
  readonly term: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
}

interface OfficeReader {
  readonly db: Db;
  readonly forms: ServedForms;
}

/** The answer to the question with a role in the application's own form, or what is kept beside it; null when there is none. */
const answerOfRole = ({ all }: ServedForms, role: Role, keyOf = (key: string) => key) => {
  const keys = all.map(({ id, form }) => sql`when ${id} then ${keyOf(form.roles[role] ?? '')}`);
  return sql<string | null>`application.answers ->> case application.form ${sql.join(keys, sql` `)} end`;
};

/**
 * The newest of some applications. Answers are read of those alone: they lie compressed beside their rows, and take longer
 * to read than all else of a season.
 */
const selectListed = (
  { db, forms }: OfficeReader,
  query: ReturnType<typeof joinAll>,
  limit: number,
): Promise<readonly ListedApplication[]> => {
  const newest = query
    .select(['application.id', 'account.email', statusOf.as('status'), momentOf.as('at')])
    .select('submission.confirmation_number')
    .orderBy(momentOf, 'desc')
    .limit(limit);
  return db
    .selectFrom(newest.as('newest'))
    .innerJoin('application', 'application.id', 'newest.id')
    .select(['newest.id', 'newest.email', 'newest.status', 'newest.at', 'newest.confirmation_number'])
    .select([
      answerOfRole(forms, 'term', descKey).as('term'),
      answerOfRole(forms, 'given_name').as('given_name'),
      answerOfRole(forms, 'family_name').as('family_name'),
    ])
    .orderBy('newest.at', 'desc')
    .execute();
};

/** The newest applications that fit. After a submission nobody can change the answers of the application itself. */
export function listNewestApplications(
  reader: OfficeReader,
  filter: ApplicationFilter,
  limit: number,
): Promise<readonly ListedApplication[]> {
  return selectListed(reader, joinFiltered(reader.db, filter), limit);
}

/** The newest applications with a text in their name or address, or with this confirmation number or id. Reads them all. */
export function searchApplications(
  reader: OfficeReader,
  text: string,
  limit: number,
): Promise<readonly ListedApplication[]> {
  const { db, forms } = reader;
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const refsOf = (...roles: readonly Role[]) =>
    [...new Set(forms.all.flatMap(({ form }) => roles.flatMap((role) => form.roles[role] ?? [])))].map((key) =>
      sql.ref(key),
    );
  // All names at once: with an operator for each, answers would be decompressed as often.
  const columns = refsOf('given_name', 'preferred_name', 'family_name').map((key) => sql`${key} text`);
  const nameFits = (...roles: readonly Role[]) =>
    sql`concat_ws(${sql.join([sql.lit(' '), ...refsOf(...roles)])}) ilike ${pattern}`;
  const fits =
    columns.length === 0
      ? sql<boolean>`false`
      : sql<boolean>`exists (select from jsonb_to_record(application.answers) as names(${sql.join(columns)})
          where ${nameFits('given_name', 'family_name')} or ${nameFits('preferred_name', 'family_name')})`;
  const query = joinAll(db).where((eb) =>
    eb.or([
      eb('account.email', 'ilike', pattern),
      eb('submission.confirmation_number', '=', text.toUpperCase()),
      eb(sql<string>`application.id::text`, '=', text.toLowerCase()),
      fits,
    ]),
  );
  return selectListed(reader, query, limit);
}

/** Where the documents of the next submissions lie, in the order of their applications' ids. */
export async function listSubmittedFilesAfter(
  db: Db,
  id: string,
  count: number,
): Promise<readonly { readonly id: string; readonly keys: readonly string[] }[]> {
  const rows = await db
    .selectFrom('submission')
    .select(['application_id', sql<SubmittedContent['documents'] | null>`content -> 'documents'`.as('documents')])
    .where('application_id', '>', id)
    .orderBy('application_id')
    .limit(count)
    .execute();
  return rows.map(({ application_id, documents }) => ({
    id: application_id,
    keys: Object.values(documents ?? {}).map(({ pdf_key }) => pdf_key),
  }));
}

/** Drafts of a form in a season: what is not submitted. */
const drafts = (db: Db, { id, season }: { readonly id: string; readonly season: string }) =>
  db.selectFrom('application').where('form', '=', id).where('season', '=', season).where(isUnsubmitted);

/** Number of drafts that answer one of some questions, or that answer it with one of some values. The values of sealed answers aren't compared. */
export async function countDraftsWith(
  db: Db,
  form: { readonly id: string; readonly season: string },
  keys: readonly string[],
  values?: readonly string[],
): Promise<number> {
  const hasOne = keys.map((key) => {
    const answer = sql<string>`coalesce(answers ->> ${key}, '')`;
    if (values) return sql<boolean>`${answer} = any(${[...values]}::text[])`;
    return sql<boolean>`(${answer} not in ('', 'false') or sealed_answers ? ${key})`;
  });
  const { count } = await drafts(db, form)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or(hasOne))
    .executeTakeFirstOrThrow();
  return count;
}

/** Drafts by the release that they were saved with last. */
export function countDraftsByRelease(
  db: Db,
  form: { readonly id: string; readonly season: string },
): Promise<readonly { readonly release_id: number | null; readonly count: number }[]> {
  return drafts(db, form)
    .select((eb) => ['release_id', eb.fn.countAll<number>().as('count')])
    .groupBy('release_id')
    .execute();
}

/** The releases with which applications to a form in a season were submitted. */
export async function submittedReleases(
  db: Db,
  { id, season }: { readonly id: string; readonly season: string },
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('submission')
    .innerJoin('application', 'application.id', 'submission.application_id')
    .select('submission.release_id')
    .distinct()
    .where('application.form', '=', id)
    .where('application.season', '=', season)
    .execute();
  return rows.flatMap(({ release_id }) => release_id ?? []);
}
