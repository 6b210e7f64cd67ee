import type { Answers } from '@firstyear/form-engine';
import { hashToken, newToken } from '../../../crypto/tokens.ts';
import type { Db } from '../../../db/transaction.ts';
import { deleteExpiredTokens, insertToken, type NewToken, selectToken } from './repository.ts';

export { deleteToken as revokeToken, deleteTokensAbout, listTokensAbout } from './repository.ts';

/** Makes a token and deletes expired ones; only the token's hash is stored. Life in milliseconds. */
async function mintToken(
  db: Db,
  content: Pick<NewToken, 'kind' | 'application_id' | 'answers'>,
  lifeMs: number,
  now: Date,
): Promise<{ readonly id: string; readonly token: string }> {
  const token = newToken();
  await deleteExpiredTokens(db, now);
  const dates = { created_at: now, expires_at: new Date(now.getTime() + lifeMs) };
  return { id: await insertToken(db, { ...content, ...dates, token_hash: hashToken(token) }), token };
}

/** Makes a token that reads one application until it expires (AMB-007), with the id to revoke it. Life in milliseconds. */
export const mintServiceToken = (db: Db, application_id: string, lifeMs: number, now: Date) =>
  mintToken(db, { kind: 'service', application_id, answers: null }, lifeMs, now);

/** Makes a token that carries prepared answers until it expires (AMB-004). Life in milliseconds. */
export async function mintTemporaryToken(db: Db, answers: Answers, lifeMs: number, now: Date): Promise<string> {
  const content = { kind: 'temporary_application', application_id: null, answers: JSON.stringify(answers) } as const;
  return (await mintToken(db, content, lifeMs, now)).token;
}

/** The application of a service token; undefined when the token is unknown or has expired. */
export async function readServiceToken(db: Db, token: string, now: Date) {
  const found = await selectToken(db, 'service', hashToken(token), now);
  return found?.application_id ? { id: found.id, applicationId: found.application_id } : undefined;
}

/** The prepared answers of a token; undefined when the token is unknown or has expired. */
export async function readTemporaryToken(db: Db, token: string, now: Date): Promise<Answers | undefined> {
  return (await selectToken(db, 'temporary_application', hashToken(token), now))?.answers ?? undefined;
}
