import type { Profile } from '@firstyear/api-contract/application';
import { WEB_STATUSES, type WebStatus } from '@firstyear/api-contract/web-status';
import type { Snapshot } from './snapshot.ts';

/** The status by the count of distinct recognized ones: 0 none, 1 started, 2 validating, 3 submitted (STATE-02). */
export function statusOf(items: Profile['web_status']): 'none' | WebStatus {
  const recognized = WEB_STATUSES.filter((status) => items.some((item) => item.web_status === status));
  return WEB_STATUSES[recognized.length - 1] ?? 'none';
}

export function snapshotOf(
  profile: Profile,
): Pick<Snapshot, 'web_status' | 'last_page' | 'username' | 'num_logins' | 'is_logged_in' | 'extended_until'> {
  return {
    web_status: statusOf(profile.web_status),
    last_page: profile.last_page,
    is_logged_in: true,
    username: profile.username,
    num_logins: Math.max(1, profile.successful_login.length),
    extended_until: profile.extended_until,
  };
}

/** What is known of a submission. form: where it is not today's. */
export type Receipt = Pick<Profile, 'confirmation_number' | 'submitted_at' | 'form'>;

export const receiptOf = ({ confirmation_number, submitted_at, form }: Receipt): Receipt | null =>
  confirmation_number ? { confirmation_number, submitted_at, form } : null;
