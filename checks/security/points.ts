import { readOptions, UsageError } from '../support/options.ts';
import type { Check } from './check.ts';
import { ACCESS_CHECKS } from './checks/access.ts';
import { AUTHENTICATION_CHECKS } from './checks/authentication.ts';
import { CROSS_SITE_CHECKS } from './checks/cross-site.ts';
import { FILE_CHECKS } from './checks/files.ts';
import { OFFICE_CHECKS } from './checks/office.ts';
import { REPLY_CHECKS } from './checks/replies.ts';
import { SESSION_CHECKS } from './checks/sessions.ts';
import { insist } from './finding.ts';
import { findLockfileProblems, listInstallScripts } from './supply-chain.ts';

/** Points that are settings, rows at rest, or what a process does before it listens. */
const INSIDE_CHECKS: readonly Check[] = [
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
    shownBy: 'packages/document-converter/src/isolation.test.ts',
  },
  {
    id: '11.14',
    what: 'audit rows cannot be altered, and can be read',
    shownBy: 'apps/server/src/operator/audit.test.ts',
  },
];

async function packages(): Promise<string> {
  const problems = findLockfileProblems();
  insist(problems.length === 0, problems.slice(0, 3).join('; '));
  const unlisted = listInstallScripts().filter(({ isListed }) => !isListed);
  insist(unlisted.length === 0, `unlisted install scripts: ${unlisted.map(({ name }) => name).join(', ')}`);
  return 'the lockfile of this copy has a sum for each package; each install script is listed (npm run sbom makes the SBOM)';
}

/** B1, B2, …, B42, then 11.1, …, 11.15. */
function placeOf({ id }: Check): number {
  return id.startsWith('B') ? Number(id.slice(1)) : 100 + Number(id.slice('11.'.length));
}

/** Every point, in order. */
export const POINTS: readonly Check[] = [
  ...SESSION_CHECKS,
  ...CROSS_SITE_CHECKS,
  ...REPLY_CHECKS,
  ...AUTHENTICATION_CHECKS,
  ...ACCESS_CHECKS,
  ...FILE_CHECKS,
  ...OFFICE_CHECKS,
  ...INSIDE_CHECKS,
  { id: 'B36', what: 'lockfile checked, install scripts listed, SBOM', isShort: true, run: packages },
].toSorted((a, b) => placeOf(a) - placeOf(b));

/** The cheap ones, which the end-to-end tests run on the product that they have started anyway. */
export const SHORT_POINTS: readonly Check[] = POINTS.filter((point) => point.run !== undefined && point.isShort);

/** Reads `--base-url URL --outbox DIR --only B1,11.4`; throws UsageError. */
export function readSecurityOptions(args: readonly string[]) {
  const values = readOptions(args, {
    /** The product to look at; without it one is started. */
    'base-url': { type: 'string' },
    outbox: { type: 'string' },
    /** Points to look at; all when there is none. */
    only: { type: 'string', default: '' },
  });
  const { 'base-url': baseUrl, outbox } = values;
  if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    throw new UsageError('--base-url must be a whole address, such as https://apply.example.edu.');
  if (outbox !== undefined && baseUrl === undefined)
    throw new UsageError('--outbox goes with --base-url: without it the product is started here.');
  const only = values.only.split(',').filter(Boolean);
  const unknown = only.find((id) => !POINTS.some((point) => point.id === id));
  if (unknown !== undefined) throw new UsageError(`There is no point "${unknown}".`);
  return { baseUrl, outbox, only };
}
