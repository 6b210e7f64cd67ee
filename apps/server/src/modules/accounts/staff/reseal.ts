import type { Db } from '../../../db/transaction.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { PeopleDependencies } from './dependencies.ts';
import { staffSealer } from './people.ts';
import { lockLinks, lockSecrets, setLinkSecret, updatePerson } from './repository.ts';
import { lockRefreshTokens, setRefreshToken } from './session-repository.ts';

/** Seals what is sealed of the office's people with the current secret; returns how much was not. What nobody can open stays. */
export function resealStaffSecrets(deps: {
  readonly db: Db;
  readonly config: Pick<PeopleDependencies['config'], 'secret'>;
}): Promise<number> {
  const sealer = staffSealer(deps);
  const again = (sealed: string | null, boundTo: string): string | undefined => {
    if (sealed === null || sealer.isCurrent(sealed)) return undefined;
    const text = sealer.open(sealed, boundTo);
    return text === undefined ? undefined : sealer.seal(text, boundTo);
  };
  return inTransaction(deps.db, async (tx) => {
    let count = 0;
    for (const { id, totp_secret } of await lockSecrets(tx)) {
      const sealed = again(totp_secret, id);
      if (sealed === undefined) continue;
      await updatePerson(tx, id, { totp_secret: sealed });
      count += 1;
    }
    for (const { token_hash, staff_id, totp_secret } of await lockLinks(tx)) {
      const sealed = again(totp_secret, staff_id);
      if (sealed === undefined) continue;
      await setLinkSecret(tx, token_hash, sealed);
      count += 1;
    }
    for (const { id, staff_id, refresh_token } of await lockRefreshTokens(tx)) {
      const sealed = again(refresh_token, staff_id);
      if (sealed === undefined) continue;
      await setRefreshToken(tx, id, sealed);
      count += 1;
    }
    return count;
  });
}
