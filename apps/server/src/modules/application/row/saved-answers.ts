import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AnswerVersion } from '../../../db/columns.ts';
import { preparedQuery } from '../../../db/prepared-query.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { lockApplication, NEXT_VERSION, SHOWN, type ShownApplication } from './application.ts';
import { submissionQuery } from './submission.ts';

/** The last writers of answers, by the keys of their questions. */
export type AnswerVersions = Readonly<Record<string, AnswerVersion>>;

interface ApplicationToSave extends ShownApplication {
  /** Those of the given keys, and the recent ones. */
  readonly versions: AnswerVersions;
  readonly recent_versions: AnswerVersions;
}

/**
 * The versions of these keys that aren't among the recent ones. Most saves find all of theirs there, since an answer is saved
 * repeatedly while it is typed; then the long column isn't read.
 */
const movedVersionsOf = (keys: readonly string[]): RawBuilder<AnswerVersions> => sql`(
  select case when recent_versions ?& asked.keys then '{}' else (
    select jsonb_strip_nulls(coalesce(jsonb_object_agg(key, answer_versions -> key), '{}'))
    from unnest(asked.keys) as key where not recent_versions ? key
  ) end
  from (values (${keys}::text[])) as asked (keys))`;

const lockQuery = preparedQuery((tx: Db, keys: readonly string[], accountId: string, form: string, season: string) =>
  tx
    .selectFrom('application')
    .select([...SHOWN, 'recent_versions', movedVersionsOf(keys).as('moved')])
    .where('account_id', '=', accountId)
    .where('form', '=', form)
    .where('season', '=', season)
    .forUpdate(),
);

/** As lockForChange(), with the last writers of the answers to these questions. */
export async function lockForSave(
  tx: Tx,
  applicant: OwnApplication,
  keys: readonly string[],
  now: Date,
): Promise<ApplicationToSave> {
  const { accountId, served } = applicant;
  const [stored] = (await tx.executeQuery(lockQuery(tx, keys, accountId, served.id, served.season))).rows;
  const [submission] = (await tx.executeQuery(submissionQuery(tx, applicant))).rows;
  if (submission) throw new ApiError('locked');
  if (stored) {
    const { moved, ...application } = stored;
    // If both columns have a version, the recent one counts.
    return { ...application, versions: { ...moved, ...application.recent_versions } };
  }
  // Another request may have just created it and saved answers.
  await lockApplication(tx, applicant, now);
  return lockForSave(tx, applicant, keys, now);
}

/** The last writer of each of these answers that has one. */
export async function findAnswerVersions(tx: Tx, id: string, keys: readonly string[]): Promise<AnswerVersions> {
  const row = await tx
    .selectFrom('application')
    .select(['recent_versions', movedVersionsOf(keys).as('moved')])
    .where('id', '=', id)
    .executeTakeFirst();
  return { ...row?.moved, ...row?.recent_versions };
}

/** The last writer of each answer. */
export async function readVersions(tx: Tx, id: string): Promise<AnswerVersions> {
  const row = await tx
    .selectFrom('application')
    .select(['answer_versions', 'recent_versions'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row.answer_versions, ...row.recent_versions };
}

/** An older application without a note counts as notified of the release that it was last saved with. */
const NOTIFIED = { told_release_id: sql<number | null>`coalesce(told_release_id, release_id)` };

/**
 * A save changes about a tenth of the versions, and PostgreSQL doesn't rewrite a column that isn't set. So the latest versions, up to
 * this many, have a column of their own.
 */
const MAX_RECENT = 16;

const versionsChange = (recent: AnswerVersions) =>
  Object.keys(recent).length <= MAX_RECENT
    ? { recent_versions: JSON.stringify(recent) }
    : {
        answer_versions: sql<string>`answer_versions || ${JSON.stringify(recent)}::jsonb`,
        recent_versions: sql<string>`'{}'`,
      };

/** Columns as JSON. */
interface SavedAnswers {
  readonly answers: string;
  readonly sealed_answers: string;
  readonly release_id: number | null;
}

const saveQuery = preparedQuery((tx: Db, id: string, saved: SavedAnswers, recent: AnswerVersions, now: Date) =>
  tx
    .updateTable('application')
    .set({ ...NOTIFIED, ...saved, ...versionsChange(recent), updated_at: now, version: NEXT_VERSION })
    .where('id', '=', id),
);

/** Saves all answers as a new version. */
export async function saveAnswers(
  tx: Tx,
  id: string,
  saved: SavedAnswers,
  recent: AnswerVersions,
  now: Date,
): Promise<void> {
  await tx.executeQuery(saveQuery(tx, id, saved, recent, now));
}

/** Saves the last writers of answers when the answers themselves haven't changed. */
export async function noteAnswerVersions(tx: Tx, id: string, recent: AnswerVersions): Promise<void> {
  await tx.updateTable('application').set(versionsChange(recent)).where('id', '=', id).execute();
}

/** Saves a migrated draft as a new version. It isn't activity of the applicant, so reminders stay on time. */
export async function setMigrated(
  tx: Tx,
  id: string,
  migrated: SavedAnswers & Readonly<Record<'answer_versions' | 'tabs' | 'add_another' | 'last_page', string>>,
): Promise<void> {
  await tx
    .updateTable('application')
    .set({ ...NOTIFIED, ...migrated, recent_versions: '{}', version: NEXT_VERSION })
    .where('id', '=', id)
    .execute();
}

export type AtticRow = Selectable<Database['answer_attic']>;
/** An answer to set aside; content, sealed answers and versions as JSON. */
export type NewAtticRow = Omit<AtticRow, 'id' | 'content' | 'sealed_answers' | 'versions'> &
  Readonly<Record<'content' | 'sealed_answers' | 'versions', string>>;

/** The answers set aside for an application, oldest first. */
export const readAttic = (db: Db, applicationId: string): Promise<readonly AtticRow[]> =>
  db
    .selectFrom('answer_attic')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('taken_at')
    .orderBy('place')
    .execute();

export async function insertIntoAttic(tx: Tx, rows: readonly NewAtticRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('answer_attic')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['application_id', 'migration', 'place', 'key']).doUpdateSet((eb) => ({
        reason: eb.ref('excluded.reason'),
        content: eb.ref('excluded.content'),
        sealed_answers: eb.ref('excluded.sealed_answers'),
        versions: eb.ref('excluded.versions'),
        taken_at: eb.ref('excluded.taken_at'),
      })),
    )
    .execute();
}

/** The tables with sealed answers, each with its key and the column of the application that its answers are sealed for. */
export const SEALED_PLACES = [
  { table: 'application', key: 'id', owner: 'id' },
  { table: 'submission', key: 'application_id', owner: 'application_id' },
  { table: 'reopened_submission', key: 'id', owner: 'application_id' },
  { table: 'answer_attic', key: 'id', owner: 'application_id' },
] as const;
type SealedPlace = (typeof SEALED_PLACES)[number];

interface SealedRow {
  readonly id: string;
  /** The application. */
  readonly owner: string;
  readonly sealed_answers: Readonly<Record<string, string>>;
}

const hasSealed = sql<boolean>`sealed_answers <> '{}'::jsonb`;

/** Locks the next rows with sealed answers, by key. */
export async function lockSealed(tx: Tx, { table, key, owner }: SealedPlace, after: string, count: number) {
  const id = sql.ref(key);
  const { rows } = await sql<SealedRow>`
    select ${id} as id, ${sql.ref(owner)} as owner, sealed_answers from ${sql.table(table)}
    where ${id} > ${after} and ${hasSealed} order by ${id} limit ${count} for update`.execute(tx);
  return rows;
}

/** Replaces the ciphertexts of the same answers, which makes no new version. */
export async function setSealed(tx: Tx, { table, key }: SealedPlace, id: string, sealed: string): Promise<void> {
  await sql`update ${sql.table(table)} set sealed_answers = ${sealed} where ${sql.ref(key)} = ${id}`.execute(tx);
}

export async function countSealed(db: Db, { table }: SealedPlace): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)} where ${hasSealed}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
