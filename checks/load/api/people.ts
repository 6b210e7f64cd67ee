import { completeAnswers } from '@firstyear/freshman/testing';
import { hashToken } from '../../../apps/server/src/crypto/tokens.ts';
import { addStatus } from '../../../apps/server/src/modules/application/row/service.ts';
import type { AppDependencies, Services } from '../../../apps/server/src/modules/module.ts';
import { makeApplicant } from '../server/applicant.ts';
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
  const password_hash = await passwords.hash(PASSWORD);
  let made = 0;
  const createPerson = async (): Promise<Person> => {
    made += 1;
    const now = clock();
    const email = `ada.${made}@mail.example`;
    const complete = completeAnswers(forms.first.form, { email_address: email });
    const ids = await makeApplicant(deps, { answers }, { email, password_hash, answers: complete });
    await db.transaction().execute(async (tx) => {
      await addStatus(tx, ids.applicationId, 'started', now);
      await addStatus(tx, ids.applicationId, 'validating', now);
    });
    const token = await sessions.begin(db, ids.accountId);
    const session = await db
      .selectFrom('session')
      .select('id')
      .where('account_id', '=', ids.accountId)
      .executeTakeFirstOrThrow();
    return { ...ids, email, sessionId: session.id, token };
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
