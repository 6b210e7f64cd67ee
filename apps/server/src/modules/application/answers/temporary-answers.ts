import { type Answers, type Form, mergeAnswers, parseAnswers } from '@firstyear/form-engine';
import { ApiError } from '../../../plugins/errors.ts';
import { DAY_MS } from '../../../process/durations.ts';
import { ErrorForPeople } from '../../../process/error-for-people.ts';
import { utcMoment } from '../../../process/utc-moment.ts';
import { mintTemporaryToken, readTemporaryToken } from '../../accounts/access-token/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { isSealedBy } from './sealed-answers.ts';

type TemporaryDependencies = Pick<AppDependencies, 'db' | 'clock'>;

class TemporaryAnswersError extends ErrorForPeople {
  override readonly name = 'TemporaryAnswersError';
}

/** Prepares answers under a new token that lasts the given days (AMB-004). */
export async function prepareTemporaryAnswers(
  deps: TemporaryDependencies,
  form: Form,
  input: Readonly<Record<string, unknown>>,
  days: number,
): Promise<string> {
  const parsed = parseAnswers(form, input);
  const [refused] = parsed.refused;
  if (refused) throw new TemporaryAnswersError(`The answer "${refused.key}" cannot be used: ${refused.problem}.`);
  const tooSecret = Object.keys(parsed.answers).find((key) => isSealedBy(form, key));
  if (tooSecret) throw new TemporaryAnswersError(`The answer "${tooSecret}" must come from the applicant alone.`);
  const now = deps.clock();
  const answers = mergeAnswers(form, {}, parsed.answers, utcMoment(now));
  return mintTemporaryToken(deps.db, answers, days * DAY_MS, now);
}

/** The prepared answers of a token; 404 token_not_found when it is unknown or has expired. */
export async function readTemporaryAnswers(deps: TemporaryDependencies, token: string): Promise<Answers> {
  const answers = await readTemporaryToken(deps.db, token, deps.clock());
  if (!answers) throw new ApiError('token_not_found');
  return answers;
}
