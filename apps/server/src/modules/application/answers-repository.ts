import { type RawBuilder, sql } from 'kysely';
import { namedQuery } from '../../db/named-query.ts';
import { sendNamed, sendTogether, sendWithNext } from '../../db/server-dialect.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AnswerVersion } from '../../db/types.ts';
import {
  NEXT_VERSION,
  SHOWN,
  type ShownApplication,
  type SubmissionRow,
  submissionOfAccountQuery,
} from './repository.ts';

/** Who wrote the answers to questions last, by key. */
export type AnswerVersions = Readonly<Record<string, AnswerVersion>>;

/** An application with who wrote what last: of the answers that were asked for, and of those that were written lately. */
export interface ApplicationToSave extends ShownApplication {
  readonly versions: AnswerVersions;
  readonly recent_versions: AnswerVersions;
}

/** Of these keys, a JSON array. Of an answer that stands in both columns the recent entry counts. */
const versionsOf = (keys: string): RawBuilder<AnswerVersions> => sql`(
  select coalesce(jsonb_object_agg(entry.key, entry.value), '{}')
  from jsonb_each(answer_versions || recent_versions) as entry where ${keys}::jsonb ? entry.key)`;

const lockQuery = namedQuery('application_to_save', (tx, keys: string, accountId: string) =>
  tx
    .selectFrom('application')
    .select([...SHOWN, 'recent_versions', versionsOf(keys).as('versions')])
    .where('account_id', '=', accountId)
    .forUpdate(),
);

/** The application of an account, held until the transaction ends, with who wrote these answers last, and its submission. */
export async function lockToSave(
  tx: Tx,
  accountId: string,
  keys: readonly string[],
): Promise<{ readonly application: ApplicationToSave | undefined; readonly submission: SubmissionRow | undefined }> {
  const queries = [lockQuery(tx, JSON.stringify(keys), accountId), submissionOfAccountQuery(tx, accountId)] as const;
  const [[application], [submission]] = await sendTogether<[ApplicationToSave, SubmissionRow]>(tx, queries);
  return { application, submission };
}

const versionsQuery = namedQuery('answer_versions', (tx, keys: string, id: string) =>
  tx.selectFrom('application').select(versionsOf(keys).as('versions')).where('id', '=', id),
);

/** Who wrote these answers last, as far as anybody did. */
export async function selectAnswerVersions(tx: Tx, id: string, keys: readonly string[]): Promise<AnswerVersions> {
  const [row] = await sendNamed(tx, versionsQuery(tx, JSON.stringify(keys), id));
  return row?.versions ?? {};
}

/** What a save changes: all answers, and who wrote which of them. */
export interface SavedAnswers {
  readonly answers: string;
  readonly sealed_answers: string;
}

const saveQuery = namedQuery(
  'save_answers',
  (tx, answers: string, sealed_answers: string, recent_versions: string, now: Date, id: string) =>
    tx
      .updateTable('application')
      .set({ answers, sealed_answers, recent_versions, updated_at: now, version: NEXT_VERSION })
      .where('id', '=', id),
);

/**
 * Who wrote which answer last is ten times as much as what a save changes of it, and PostgreSQL leaves a column that is not set
 * as it lies. So the latest entries have a column of their own, until they are more than this.
 */
const MAX_RECENT = 16;

const moved = (recent: AnswerVersions) => ({
  answer_versions: sql<string>`answer_versions || ${JSON.stringify(recent)}::jsonb`,
  recent_versions: sql<string>`'{}'`,
});

/** Sent with what the transaction sends next, or with its commit; makes a new version, as each change of the answers does. */
export async function updateAnswers(
  tx: Tx,
  id: string,
  { answers, sealed_answers }: SavedAnswers,
  recent: AnswerVersions,
  now: Date,
): Promise<void> {
  if (Object.keys(recent).length <= MAX_RECENT) {
    await sendWithNext(tx, saveQuery(tx, answers, sealed_answers, JSON.stringify(recent), now, id));
    return;
  }
  const query = tx
    .updateTable('application')
    .set({ answers, sealed_answers, ...moved(recent), updated_at: now, version: NEXT_VERSION })
    .where('id', '=', id);
  await sendWithNext(tx, { name: '', query: query.compile() });
}

/** Notes who wrote which answer last, where the answers themselves stay the same. */
export async function updateAnswerVersions(tx: Tx, id: string, recent: AnswerVersions): Promise<void> {
  const isMany = Object.keys(recent).length > MAX_RECENT;
  const change = isMany ? moved(recent) : { recent_versions: JSON.stringify(recent) };
  await tx.updateTable('application').set(change).where('id', '=', id).execute();
}
