import { WEB_STATUSES } from '@firstyear/api-contract/web-status';
import type { Answers } from '@firstyear/form-engine';
import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import { isUnsubmitted, SHOWN, type ShownApplication } from './application.ts';
import { type Snapshot, type SubmissionRow, snapshotOf } from './submission.ts';

/** In the order of an application's life. */
export const APPLICATION_STATUSES = ['none', ...WEB_STATUSES, 'withdrawn'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** Applications with these statuses that were withdrawn or submitted, or else last changed, in a span of time. */
export interface ApplicationFilter {
  readonly form: string;
  readonly statuses: readonly ApplicationStatus[];
  readonly since: Date | undefined;
  readonly until: Date;
}

const isWithdrawn = sql`submission.application_id is not null and office_application.withdrawn_at is not null`;
const statusOf = sql<ApplicationStatus>`case
  when ${isWithdrawn} then 'withdrawn'
  when submission.application_id is not null then 'submitted'
  when validating.application_id is not null then 'validating'
  when started.application_id is not null then 'started'
  else 'none' end`;
/** The time of the withdrawal or submission; before that, of the last change. */
const momentOf = sql<Date>`case when ${isWithdrawn} then office_application.withdrawn_at
  else coalesce(submission.submitted_at, application.updated_at) end`;

const joinAll = (db: Db) =>
  db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.account_id')
    .leftJoin('submission', 'submission.application_id', 'application.id')
    .leftJoin('office_application', 'office_application.application_id', 'application.id')
    .leftJoin('application_status as started', (join) =>
      join.onRef('started.application_id', '=', 'application.id').on('started.web_status', '=', 'started'),
    )
    .leftJoin('application_status as validating', (join) =>
      join.onRef('validating.application_id', '=', 'application.id').on('validating.web_status', '=', 'validating'),
    );

/** The ids of the matching applications, in order. */
export async function listIds(db: Db, { form, statuses, since, until }: ApplicationFilter): Promise<readonly string[]> {
  const rows = await joinAll(db)
    .where('application.form', '=', form)
    .where(statusOf, 'in', statuses)
    .where(momentOf, '<', until)
    .$if(since !== undefined, (query) => query.where(momentOf, '>=', since ?? until))
    .select('application.id')
    .orderBy('application.id')
    .execute();
  return rows.map(({ id }) => id);
}

const SHOWN_WITHOUT_ANSWERS = SHOWN.filter((column) => column !== 'answers').map(
  (column) => `application.${column}` as const,
);
const answersWithoutSnapshot = sql<Answers>`case when submission.content is null then application.answers else '{}' end`;

export interface ExportRow {
  /** Without its answers where there is a snapshot, since nobody reads both and they are most of a row. */
  readonly application: ShownApplication;
  readonly email: string;
  readonly status: ApplicationStatus;
  /** The id of its stage; '' if it has none. */
  readonly stage: string;
  readonly submission: (SubmissionRow & { readonly withdrawn_at: Date | null }) | undefined;
  /** Undefined before the submission. */
  readonly snapshot: Snapshot | undefined;
}

/** These applications, by id. */
export async function listApplicationsOf(db: Db, ids: readonly string[]): Promise<readonly ExportRow[]> {
  const rows = await joinAll(db)
    .where('application.id', 'in', ids)
    .select(SHOWN_WITHOUT_ANSWERS)
    .select([
      answersWithoutSnapshot.as('answers'),
      'account.email',
      statusOf.as('status'),
      'submission.confirmation_number',
      'submission.submitted_at',
      'office_application.withdrawn_at',
      'office_application.stage',
      'submission.content',
      'submission.sealed_answers as submitted_sealed_answers',
      'submission.form_version',
      'submission.content_hash',
    ])
    .orderBy('application.id')
    .execute();
  return rows.map((row) => {
    const { email, status, confirmation_number, submitted_at, content, form_version, content_hash } = row;
    const { submitted_sealed_answers: sealed_answers, withdrawn_at, stage, ...application } = row;
    return {
      application,
      email,
      status,
      stage: stage ?? '',
      submission: confirmation_number && submitted_at ? { confirmation_number, submitted_at, withdrawn_at } : undefined,
      snapshot: snapshotOf({ content, sealed_answers, form_version, content_hash }),
    };
  });
}

interface SeasonForm {
  readonly id: string;
  readonly season: string;
}

/** Answers to these questions, as submitted, or of the draft without a submission. */
export async function listSomeAnswers(db: Db, ids: readonly string[], keys: readonly string[]) {
  if (ids.length === 0) return [];
  const all = sql`coalesce(submission.content -> 'answers', application.answers)`;
  const some = sql<Answers>`(select coalesce(jsonb_object_agg(key, value), '{}')
    from jsonb_each(${all}) where key = any(${[...keys]}::text[]))`;
  return joinAll(db)
    .where('application.id', 'in', ids)
    .select(['application.id', 'application.form', statusOf.as('status'), some.as('answers')])
    .execute();
}

const drafts = (db: Db, { id, season }: SeasonForm) =>
  db.selectFrom('application').where('form', '=', id).where('season', '=', season).where(isUnsubmitted);

/** The seasons of a form with their numbers of applications, if none of those has its present season. */
export async function listOtherSeasons(db: Db, { id, season }: SeasonForm) {
  const isNew = sql<boolean>`not exists (select from application where form = ${id} and season = ${season})`;
  return db
    .selectFrom('application')
    .select((eb) => ['season', eb.fn.countAll<number>().as('count')])
    .where('form', '=', id)
    .where(isNew)
    .groupBy('season')
    .orderBy('season')
    .execute();
}

/** Number of drafts that answer one of these questions, or answer it with one of these values. Values of sealed answers aren't compared. */
export async function countDraftsWith(db: Db, form: SeasonForm, keys: readonly string[], values?: readonly string[]) {
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

/** The releases that applications to a form in a season were submitted with. */
export async function submittedReleases(db: Db, { id, season }: SeasonForm): Promise<readonly number[]> {
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
