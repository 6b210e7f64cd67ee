import { type RawBuilder, sql } from 'kysely';
import { keptQuery } from '../../../db/kept-query.ts';
import { sendTogether, sendWithNext } from '../../../db/server-dialect.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { AnswerVersion } from '../../../db/types.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { NEXT_VERSION, SHOWN, type ShownApplication, type SubmissionRow, submissionQuery } from './repository.ts';

/** Who wrote the answers to questions last, by key. */
export type AnswerVersions = Readonly<Record<string, AnswerVersion>>;

/** An application with its versions: of the given answers and those written lately, and of the latter alone. */
export interface ApplicationToSave extends ShownApplication {
  readonly versions: AnswerVersions;
  readonly recent_versions: AnswerVersions;
}

/**
 * Of these keys, as far as there are no recent entries of theirs. In most saves there are, since one answer is saved again and
 * again while it is typed: then the long column is not read at all.
 */
const movedVersionsOf = (keys: readonly string[]): RawBuilder<AnswerVersions> => sql`(
  select case when recent_versions ?& asked.keys then '{}' else (
    select jsonb_strip_nulls(coalesce(jsonb_object_agg(key, answer_versions -> key), '{}'))
    from unnest(asked.keys) as key where not recent_versions ? key
  ) end
  from (values (${keys}::text[])) as asked (keys))`;

const lockQuery = keptQuery((tx: Db, keys: readonly string[], accountId: string, form: string, season: string) =>
  tx
    .selectFrom('application')
    .select([...SHOWN, 'recent_versions', movedVersionsOf(keys).as('moved')])
    .where('account_id', '=', accountId)
    .where('form', '=', form)
    .where('season', '=', season)
    .forUpdate(),
);

/** An application, held until the transaction ends, with who wrote these answers last, and its submission. */
export async function lockToSave(
  tx: Tx,
  own: OwnApplication,
  keys: readonly string[],
): Promise<{ readonly application: ApplicationToSave | undefined; readonly submission: SubmissionRow | undefined }> {
  const { accountId, served } = own;
  const queries = [lockQuery(tx, keys, accountId, served.id, served.season), submissionQuery(tx, own)] as const;
  const [[stored], [submission]] = await sendTogether(tx, queries);
  if (!stored) return { application: undefined, submission };
  const { moved, ...application } = stored;
  // Of an answer that stands in both columns the recent entry counts.
  return { application: { ...application, versions: { ...moved, ...application.recent_versions } }, submission };
}

/** Who wrote these answers last, as far as anybody did. */
export async function findAnswerVersions(tx: Tx, id: string, keys: readonly string[]): Promise<AnswerVersions> {
  const row = await tx
    .selectFrom('application')
    .select(['recent_versions', movedVersionsOf(keys).as('moved')])
    .where('id', '=', id)
    .executeTakeFirst();
  return { ...row?.moved, ...row?.recent_versions };
}

/** What a save changes: all answers, as JSON. */
export interface SavedAnswers {
  readonly answers: string;
  readonly sealed_answers: string;
  /** By which release of the form. */
  readonly release_id: number | null;
}

/** An older application without a note counts as notified of the release that it was last saved with. */
const TOLD = { told_release_id: sql<number | null>`coalesce(told_release_id, release_id)` };

const saveQuery = keptQuery(
  (
    tx: Db,
    answers: string,
    sealed_answers: string,
    release_id: number | null,
    recent_versions: string,
    now: Date,
    id: string,
  ) =>
    tx
      .updateTable('application')
      .set({ ...TOLD, answers, sealed_answers, release_id, recent_versions, updated_at: now, version: NEXT_VERSION })
      .where('id', '=', id),
);

/**
 * Who wrote which answer last is ten times as much as what a save changes of it, and PostgreSQL leaves a column that is not set
 * as it lies. So the latest entries have a column of their own, until they are more than this.
 */
const MAX_RECENT = 16;

const moveWith = (recent: AnswerVersions) => ({
  answer_versions: sql<string>`answer_versions || ${JSON.stringify(recent)}::jsonb`,
  recent_versions: sql<string>`'{}'`,
});

/** Sent with what the transaction sends next, or with its commit; makes a new version, as each change of the answers does. */
export async function saveAnswers(
  tx: Tx,
  id: string,
  { answers, sealed_answers, release_id }: SavedAnswers,
  recent: AnswerVersions,
  now: Date,
): Promise<void> {
  const query =
    Object.keys(recent).length <= MAX_RECENT
      ? saveQuery(tx, answers, sealed_answers, release_id, JSON.stringify(recent), now, id)
      : tx
          .updateTable('application')
          .set({
            ...TOLD,
            answers,
            sealed_answers,
            release_id,
            ...moveWith(recent),
            updated_at: now,
            version: NEXT_VERSION,
          })
          .where('id', '=', id);
  await sendWithNext(tx, query);
}

/** Notes who wrote which answer last, where the answers themselves stay the same. */
export async function noteAnswerVersions(tx: Tx, id: string, recent: AnswerVersions): Promise<void> {
  const isMany = Object.keys(recent).length > MAX_RECENT;
  const change = isMany ? moveWith(recent) : { recent_versions: JSON.stringify(recent) };
  await tx.updateTable('application').set(change).where('id', '=', id).execute();
}

/** Who wrote which answer last, of all answers. */
export async function readVersions(tx: Tx, id: string): Promise<AnswerVersions> {
  const row = await tx
    .selectFrom('application')
    .select(['answer_versions', 'recent_versions'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row.answer_versions, ...row.recent_versions };
}

/** All of an application that moves with the keys of its form; JSON where its columns are. */
export interface MigratedApplication {
  readonly answers: string;
  readonly sealed_answers: string;
  readonly answer_versions: string;
  readonly tabs: string;
  readonly add_another: string;
  readonly last_page: string;
  readonly release_id: number | null;
}

/** Makes a new version. Nobody touched it, so that reminders go by when it was saved. */
export async function setMigrated(tx: Tx, id: string, migrated: MigratedApplication): Promise<void> {
  await tx
    .updateTable('application')
    .set({ ...TOLD, ...migrated, recent_versions: '{}', version: NEXT_VERSION })
    .where('id', '=', id)
    .execute();
}
