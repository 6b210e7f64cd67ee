import { type Answers, mergeAnswers, momentOf } from '@firstyear/form-engine';
import type { AppDependencies, Services } from '../../../apps/server/src/modules/module.ts';

/** What an application begins with. */
export interface Sample {
  readonly answers: Answers;
  readonly tabs?: Readonly<Record<string, string>>;
  readonly addAnother?: Readonly<Record<string, number>>;
  readonly isSubmitted?: boolean;
}

interface Made extends Sample {
  readonly email: string;
  readonly password_hash: string | null;
}

/** Makes an account with an application; returns their ids. */
export async function makeApplicant(
  { db, forms, clock }: Pick<AppDependencies, 'db' | 'forms' | 'clock'>,
  { answers: saver }: Pick<Services, 'answers'>,
  { email, password_hash, answers, tabs = {}, addAnother = {} }: Made,
) {
  const served = forms.first;
  const now = clock();
  const { id: accountId } = await db
    .insertInto('account')
    .values({ email, password_hash, created_at: now, confirmed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [dates, state] = [
    { created_at: now, updated_at: now },
    { tabs: JSON.stringify(tabs), add_another: JSON.stringify(addAnother) },
  ];
  const { id: applicationId } = await db
    .insertInto('application')
    .values({ account_id: accountId, form: served.id, season: served.season, ...dates, ...state })
    .returning('id')
    .executeTakeFirstOrThrow();
  const origin = { client: 'made', sequence: 1, ageMs: 0 };
  await saver.save({ accountId, served }, mergeAnswers(served.form, {}, answers, momentOf(now)), origin);
  return { accountId, applicationId };
}
