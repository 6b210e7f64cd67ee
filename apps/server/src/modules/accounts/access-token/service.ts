import type { Answers } from '@firstyear/form-engine';
import { hashToken, newToken } from '../../../crypto/tokens.ts';
import type { Db } from '../../../db/transaction.ts';
import {
  deleteExpiredTokens,
  deleteToken,
  insertServiceToken,
  insertTemporaryToken,
  selectToken,
} from './repository.ts';

export { deleteTokensAbout, listTokensAbout } from './repository.ts';

function newAccessToken(now: Date, lifeMs: number) {
  const token = newToken();
  return { token, row: { hash: hashToken(token), createdAt: now, expiresAt: new Date(now.getTime() + lifeMs) } };
}

/**
 * Makes a token that reads one application until it expires (AMB-007). Life in milliseconds.
 * Only the token's hash is kept. The id takes it back before its time.
 */
export async function mintServiceToken(
  db: Db,
  applicationId: string,
  lifeMs: number,
  now: Date,
): Promise<{ readonly id: string; readonly token: string }> {
  const { token, row } = newAccessToken(now, lifeMs);
  await deleteExpiredTokens(db, now);
  return { id: await insertServiceToken(db, applicationId, row), token };
}

/** Makes a token that carries prepared answers until it expires (AMB-004). Life in milliseconds. */
export async function mintTemporaryToken(db: Db, answers: Answers, lifeMs: number, now: Date): Promise<string> {
  const { token, row } = newAccessToken(now, lifeMs);
  await deleteExpiredTokens(db, now);
  await insertTemporaryToken(db, answers, row);
  return token;
}

/** The id of the application a service token reads; nothing when the token is unknown or has expired. */
export async function readServiceToken(
  db: Db,
  token: string,
  now: Date,
): Promise<{ readonly id: string; readonly applicationId: string } | undefined> {
  const found = await selectToken(db, 'service', hashToken(token), now);
  return found?.application_id ? { id: found.id, applicationId: found.application_id } : undefined;
}

/** The prepared answers of a token; nothing when the token is unknown or has expired. */
export async function readTemporaryToken(db: Db, token: string, now: Date): Promise<Answers | undefined> {
  return (await selectToken(db, 'temporary_application', hashToken(token), now))?.answers ?? undefined;
}

export const revokeToken = deleteToken;
