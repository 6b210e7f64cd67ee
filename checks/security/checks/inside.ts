import type { Check } from '../check.ts';

/** Points that are settings, rows at rest, or what a process does before it listens. */
export const INSIDE_CHECKS: readonly Check[] = [
  {
    id: 'B35',
    what: 'an audit trail that the serving role cannot change',
    shownBy: 'apps/server/src/db/serving-role.test.ts',
  },
  {
    id: '11.9',
    what: 'a process with another key does not start',
    shownBy: 'apps/server/src/modules/operations/secret-key/secret-key.test.ts',
  },
  {
    id: '11.11',
    what: 'what is submitted is frozen',
    shownBy: 'apps/server/src/modules/application/submission/snapshot.test.ts',
  },
  {
    id: '11.12',
    what: 'settings that are unsafe together do not start',
    shownBy: 'apps/server/src/config/config.test.ts',
  },
  {
    id: '11.13',
    what: 'converter and printer run behind walls, without the environment',
    shownBy: 'apps/server/src/adapters/converter/isolation.test.ts',
  },
  {
    id: '11.14',
    what: 'audit rows cannot be altered, and can be read',
    shownBy: 'apps/server/src/operator/audit.test.ts',
  },
];
