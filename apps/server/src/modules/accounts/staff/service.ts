import { hashToken } from '../../../crypto/tokens.ts';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import { type Db, inTransaction } from '../../../db/transaction.ts';
import type { StaffReader } from '../../../plugins/staff-session.ts';
import { type PeopleDependencies, staffSealer } from './people.ts';
import type { SignOnProvider } from './provider.ts';
import { lockRefreshTokens, lockSecrets, openSession, setRefreshToken, updatePerson } from './repository.ts';
import { findRole, rightsOf, roleOf } from './rights.ts';
import { checkWithProvider } from './sign-on.ts';

export type { NamingDependencies, PeopleDependencies } from './people.ts';
export { addPerson, endSessionsOf, isLastDirector, removePerson, type StaffLink } from './people.ts';
export {
  type StaffRow,
  selectNames as staffNames,
  selectPeople as listPeople,
  selectPerson as findColleague,
  selectPersonByEmail as findPerson,
} from './repository.ts';
export { roleNames, roleOf } from './rights.ts';

/** Finds sessions of the office, by the database's clock. */
export function staffReader(
  deps: PeopleDependencies & { readonly databaseClock: DatabaseClock; readonly signOn: SignOnProvider | undefined },
): StaffReader {
  return {
    async find(token) {
      const row = await openSession(deps.db, deps.databaseClock, hashToken(token));
      const access = row && (await checkWithProvider(deps, deps.signOn, row));
      const role = access && findRole(deps.office, roleOf({ role: row.role, claimed_role: access.claimedRole }));
      if (!role) return undefined;
      return {
        sessionId: row.id,
        staffId: row.staff_id,
        email: row.email,
        name: row.name,
        role: role.role,
        rights: rightsOf(role.role, role.condition !== undefined),
        condition: role.condition,
        isReadOnly: access.isReadOnly,
        newSince: row.new_since,
      };
    },
  };
}

/** Reseals the office's secrets with the current secret; returns how many were outdated. Unreadable ones stay. */
export function resealStaffSecrets(deps: {
  readonly db: Db;
  readonly config: Pick<PeopleDependencies['config'], 'secret'>;
}): Promise<number> {
  const sealer = staffSealer(deps);
  let count = 0;
  const reseal = async (sealed: string | null, staffId: string, save: (sealed: string) => Promise<void>) => {
    if (sealed === null || sealer.isCurrent(sealed)) return;
    const text = sealer.open(sealed, staffId);
    if (text === undefined) return;
    await save(sealer.seal(text, staffId));
    count += 1;
  };
  return inTransaction(deps.db, async (tx) => {
    for (const { id, totp_secret } of await lockSecrets(tx)) {
      await reseal(totp_secret, id, (sealed) => updatePerson(tx, id, { totp_secret: sealed }));
    }
    for (const { id, staff_id, refresh_token } of await lockRefreshTokens(tx)) {
      await reseal(refresh_token, staff_id, (sealed) => setRefreshToken(tx, id, sealed));
    }
    return count;
  });
}
