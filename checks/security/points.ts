import type { Check } from './check.ts';
import { ACCESS_CHECKS } from './checks/access.ts';
import { AUTHENTICATION_CHECKS } from './checks/authentication.ts';
import { CROSS_SITE_CHECKS } from './checks/cross-site.ts';
import { FILE_CHECKS } from './checks/files.ts';
import { INSIDE_CHECKS } from './checks/inside.ts';
import { PACKAGE_CHECKS } from './checks/packages.ts';
import { REPLY_CHECKS } from './checks/replies.ts';
import { SESSION_CHECKS } from './checks/sessions.ts';

/** B1, B2, …, B36, then 11.1, …, 11.15. */
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
  ...INSIDE_CHECKS,
  ...PACKAGE_CHECKS,
].toSorted((one, other) => placeOf(one) - placeOf(other));

/** The cheap ones, which the end-to-end tests run on the product that they have started anyway. */
export const SHORT_POINTS: readonly Check[] = POINTS.filter((point) => point.run !== undefined && point.isShort);
