import { COOKIE_PREFIX, plainCookieName } from '@firstyear/api-contract/cookies';
import type { WebStatus } from '@firstyear/api-contract/web-status';
import { createValue, type ValueStore } from '@firstyear/ui/hooks.ts';

/** null: not known (logged out, service view); 'none': a profile without any status (AMB-075). */
export type SnapshotStatus = null | 'none' | WebStatus;

/** What this browser knows about the applicant or visitor. */
export interface Snapshot {
  readonly web_status: SnapshotStatus;
  readonly last_page: string;
  readonly is_logged_in: boolean;
  readonly username: string;
  readonly is_service_user: boolean;
  readonly num_logins: number;
  readonly has_changed_page: boolean;
  /** The applicant's own deadline; undefined: the term's. */
  readonly extended_until?: string | undefined;
}

export const EMPTY_SNAPSHOT: Snapshot = {
  web_status: null,
  last_page: '',
  is_logged_in: false,
  username: '',
  is_service_user: false,
  num_logins: 1,
  has_changed_page: false,
  extended_until: undefined,
};

/** Whether document.cookie holds a cookie of ours that scripts can read (SESSION-02). */
export function hasSessionCookie(cookie: string): boolean {
  const prefixes = [COOKIE_PREFIX, plainCookieName(COOKIE_PREFIX)];
  return cookie.split(';').some((part) => prefixes.some((prefix) => part.trim().startsWith(prefix)));
}

export interface SnapshotStore extends Omit<ValueStore<Snapshot>, 'set'> {
  readonly set: (change: Partial<Snapshot>) => void;
}

export function createSnapshotStore(initial: Partial<Snapshot> = {}): SnapshotStore {
  const store = createValue<Snapshot>({ ...EMPTY_SNAPSHOT, ...initial });
  return { ...store, set: (change) => store.set({ ...store.get(), ...change }) };
}
