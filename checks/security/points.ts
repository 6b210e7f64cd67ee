import { byTest, type Check } from './check.ts';
import { ACCESS_CHECKS } from './checks/access.ts';
import { AUTHENTICATION_CHECKS } from './checks/authentication.ts';
import { FILE_CHECKS } from './checks/files.ts';
import { ITEM_CHECKS } from './checks/items.ts';
import { OFFICE_CHECKS } from './checks/office.ts';
import { RESPONSE_CHECKS } from './checks/responses.ts';
import { SESSION_CHECKS } from './checks/sessions.ts';

const SERVER = 'apps/server/src';
const ISOLATION = 'packages/document-converter/src/isolation.night.test.ts';

/** Points about settings, packages, rows at rest, and the start of a process. */
const INSIDE_CHECKS: readonly Check[] = [
  byTest('B35', 'an audit trail that the serving role cannot change', `${SERVER}/db/serving-role.test.ts`),
  byTest('B36', 'lockfile checked, install scripts listed, SBOM', 'tools/test/lockfile.test.ts'),
  byTest(
    '11.9',
    'a process with another key does not start',
    `${SERVER}/modules/operations/secret-key/secret-key.test.ts`,
  ),
  byTest('11.11', 'what is submitted is frozen', `${SERVER}/modules/application/submission/snapshot.test.ts`),
  byTest('11.12', 'settings that are unsafe together do not start', `${SERVER}/config/config.test.ts`),
  byTest('11.13', 'converter and printer run behind walls, without the environment', ISOLATION),
  byTest('11.14', 'audit rows cannot be altered, and can be read', `${SERVER}/modules/office/audit/audit.test.ts`),
];

/** B1, B2, …, B45, then 11.1, …, 11.15. */
function placeOf({ id }: Check): number {
  return id.startsWith('B') ? Number(id.slice(1)) : 100 + Number(id.slice('11.'.length));
}

/** Every point, in order. */
export const POINTS: readonly Check[] = [
  ...SESSION_CHECKS,
  ...RESPONSE_CHECKS,
  ...AUTHENTICATION_CHECKS,
  ...ACCESS_CHECKS,
  ...FILE_CHECKS,
  ...OFFICE_CHECKS,
  ...ITEM_CHECKS,
  ...INSIDE_CHECKS,
].toSorted((a, b) => placeOf(a) - placeOf(b));

/** The points of the short form, which the walks run on their product. */
export const SHORT_POINTS: readonly Check[] = POINTS.filter((point) => point.run !== undefined && point.isShort);
