import { answer, webStatus } from '@firstyear/api-contract/application';
import * as desk from '@firstyear/api-contract/desk';
import type { Answers } from '@firstyear/form-engine';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect } from 'vitest';
import { objectStoreOf } from '../../adapters/object-store/object-store-of.ts';
import type { TestApp } from '../../testing/app.ts';
import type { Colleague } from '../accounts/staff/staff.testing.ts';
import { answerReader } from '../application/answers/sealed-answers.ts';
import { type Applicant, newApplicant } from '../application/row/applicant.testing.ts';

/** The dependencies of the office's jobs. */
export const workerDeps = ({ app, deps }: TestApp) => ({
  ...deps,
  answers: answerReader(deps.config.secret, app.log),
  objects: objectStoreOf(deps.config),
});

/** Each test finds the accounts, clock and exports that the file's beforeAll, which is above this, has left. */
export function resetAfterEach({ db, clock }: TestApp): void {
  let kept: string[] = [];
  let start = clock.now();
  beforeAll(async () => {
    kept = (await db.selectFrom('account').select('id').execute()).map(({ id }) => id);
    start = clock.now();
  });
  afterEach(async () => {
    await sql`delete from account where id <> all(${kept}::uuid[])`.execute(db);
    await db.deleteFrom('office_export').execute();
    await db.deleteFrom('mail_outbox').where('account_id', 'is', null).execute();
    clock.set(start);
  });
}

/** An application that its applicant has begun. */
export async function newDraft(server: TestApp, answers: Answers = {}): Promise<Applicant> {
  const applicant = await newApplicant(server);
  await applicant.call(answer, { payload: answers });
  await applicant.call(webStatus, { payload: { web_status: 'started' } });
  return applicant;
}

/** So few that a busy machine inserts them within the limit of one statement. */
const AT_ONCE = 2_000;

/** Inserts drafts of NAME.1@mail.example and so on, labeled with the name, without answers. */
export async function insertDrafts({ db }: TestApp, name: string, count: number): Promise<void> {
  for (let first = 1; first <= count; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE - 1, count);
    const emails = sql`select ${name}::text || '.' || n || '@mail.example' as email
      from generate_series(${first}::int, ${last}::int) n`;
    await sql`insert into account (email, created_at, confirmed_at)
      select email, now(), now() from (${emails}) as new`.execute(db);
    await sql`insert into application (account_id, form, season, created_at, updated_at)
      select id, 'freshman', '2027', created_at, created_at from account where email in (${emails})`.execute(db);
    await sql`update office_application set web_status = 'started', labels = array[${name}::text]
      where email in (${emails})`.execute(db);
  }
}

export const PURPOSE = 'for the student system';

/** Requests an export; returns its id. */
export async function requestExport(
  colleague: Colleague,
  format: desk.ExportFormat,
  more: {
    readonly filter?: desk.ListFilter;
    readonly since_last?: boolean;
    readonly receiver?: string;
    readonly columns?: string[];
  } = {},
): Promise<string> {
  const { filter = {}, since_last = false, receiver = null, columns } = more;
  const counted = { format, filter, since_last };
  const { previewed = '' } = (await colleague.call(desk.previewExport, { payload: counted })).body;
  const payload = { ...counted, previewed, purpose: PURPOSE, receiver, ...(columns && { columns }) };
  const { status, body } = await colleague.call(desk.startExport, { payload });
  expect(status).toBe(200);
  return body.id ?? '';
}
