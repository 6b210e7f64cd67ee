import { mergeAnswers, momentOf } from '@firstyear/form-engine';
import { completeAnswers } from '@firstyear/freshman/testing';
import { hashToken } from '../../../apps/server/src/crypto/tokens.ts';
import { addStatus } from '../../../apps/server/src/modules/application/row/service.ts';
import type { AppDependencies, Services } from '../../../apps/server/src/modules/module.ts';
import type { Renaming } from './statements.ts';

export const PASSWORD = 'four plain words of Ada';

/** An invented applicant who has answered every question, pressed Submit once, and is logged in. */
export interface Person {
  readonly email: string;
  readonly accountId: string;
  readonly applicationId: string;
  readonly sessionId: string;
  readonly token: string;
}

/** Makes applicants one after another. */
export async function createPeople(
  deps: AppDependencies,
  { answers, passwords, sessions }: Pick<Services, 'answers' | 'passwords' | 'sessions'>,
): Promise<(count: number) => Promise<readonly Person[]>> {
  const { db, forms, clock } = deps;
  const served = forms.first;
  const password_hash = await passwords.hash(PASSWORD);
  let made = 0;
  const createPerson = async (): Promise<Person> => {
    made += 1;
    const now = clock();
    const email = `ada.${made}@mail.example`;
    const account = await db
      .insertInto('account')
      .values({ email, password_hash, created_at: now, confirmed_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const application = await db
      .insertInto('application')
      .values({ account_id: account.id, form: served.id, season: served.season, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const complete = completeAnswers(served.form, { email_address: email });
    const origin = { client: 'made', sequence: 1, ageMs: 0 };
    await answers.save(
      { accountId: account.id, served },
      mergeAnswers(served.form, {}, complete, momentOf(now)),
      origin,
    );
    await db.transaction().execute(async (tx) => {
      await addStatus(tx, application.id, 'started', now);
      await addStatus(tx, application.id, 'validating', now);
    });
    const token = await sessions.begin(db, account.id);
    const session = await db
      .selectFrom('session')
      .select('id')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    return { email, accountId: account.id, applicationId: application.id, sessionId: session.id, token };
  };
  return async (count) => {
    const people: Person[] = [];
    while (people.length < count) people.push(await createPerson());
    return people;
  };
}

/** What has to be renamed in the statements of one person's call to make them another's. */
export function renamingOf(from: Person, to: Person): Renaming {
  const hash = ({ token }: Person) => hashToken(token).toString('hex');
  return new Map([
    [from.accountId, to.accountId],
    [from.applicationId, to.applicationId],
    [from.sessionId, to.sessionId],
    [from.email, to.email],
    [hash(from), hash(to)],
  ]);
}
