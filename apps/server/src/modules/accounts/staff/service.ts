import { hashToken } from '../../../crypto/tokens.ts';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import type { Db } from '../../../db/transaction.ts';
import type { StaffReader } from '../../../plugins/staff-session.ts';
import type { PeopleDependencies } from './dependencies.ts';
import type { SignOnProvider } from './provider.ts';
import { deleteExpiredLinks } from './repository.ts';
import { findRole, rightsOf } from './rights.ts';
import { deleteSessionsBefore, openSession } from './session-repository.ts';
import { lookAgain } from './sign-on.ts';

export type { PeopleDependencies } from './dependencies.ts';
export { addPerson, endSessionsOf, isLastDirector, removePerson, type StaffLink } from './people.ts';
export {
  type StaffRow,
  selectNames as staffNames,
  selectPeople as listPeople,
  selectPerson as findColleague,
  selectPersonByEmail as findPerson,
} from './repository.ts';
export { resealStaffSecrets } from './reseal.ts';
export { roleNames } from './rights.ts';

/** Deletes links that have expired, and sessions that were last used before a moment. */
export async function deleteExpiredOfStaff(
  db: Db,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<void> {
  await deleteSessionsBefore(db, before);
  await deleteExpiredLinks(db, now);
}

/** Finds sessions of the office by the database's clock. */
export function staffReader(
  deps: PeopleDependencies & { readonly databaseClock: DatabaseClock; readonly signOn: SignOnProvider | undefined },
): StaffReader {
  return {
    async find(token) {
      const row = await openSession(deps.db, deps.databaseClock, hashToken(token));
      const access = row && (await lookAgain(deps, deps.signOn, row));
      const found = access && findRole(deps.office, access.claimedRole ?? row.role);
      if (!found) return undefined;
      return {
        sessionId: row.id,
        staffId: row.staff_id,
        email: row.email,
        name: row.name,
        role: found.role,
        rights: rightsOf(found.role, found.condition !== undefined),
        condition: found.condition,
        isReadOnly: access.isReadOnly,
        newSince: row.new_since ?? undefined,
      };
    },
  };
}
