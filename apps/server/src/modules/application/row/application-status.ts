import { WEB_STATUSES } from '@firstyear/api-contract/web-status';

/** How far an application is, in the order of its life. */
export const APPLICATION_STATUSES = ['none', ...WEB_STATUSES] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];
