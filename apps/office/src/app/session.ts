import { STAFF_IDLE_LIMIT_MS, signOut, staffActivity } from '@firstyear/api-contract/desk';
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { request } from './api.ts';
import { meQuery } from './queries.ts';

/** Why somebody is at the sign-in page: they left, or the session has ended while they were at work. */
export type SignedOutWhy = 'left' | 'ended';

/** Forgets everything that was loaded, and goes to the sign-in page, which leads back to this address. */
export async function leaveToSignIn(router: AnyRouter, queries: QueryClient, why: SignedOutWhy): Promise<void> {
  const { href } = router.state.location;
  // Who has not been signed in here is sent to the sign-in page by the route.
  if (queries.getQueryData(meQuery.queryKey) === undefined) return;
  const to = why === 'ended' ? { to: href } : {};
  await router.navigate({ to: '/sign-in', search: { ...to, why }, replace: why === 'ended' });
  queries.clear();
}

/** Ends the session on the server, then here. A server that cannot be reached ends it by itself after a while. */
export function useSignOut(): (why: SignedOutWhy) => Promise<void> {
  const router = useRouter();
  const queries = useQueryClient();
  return useCallback(
    async (why) => {
      await request(signOut).catch(() => undefined);
      await leaveToSignIn(router, queries, why);
    },
    [router, queries],
  );
}

const WARNING_MS = 60_000;
/** The server hears of activity this often at most. */
const REPORT_MS = 60_000;
const CHECK_MS = 5_000;
/** When somebody was last active in any tab: milliseconds, in localStorage. */
const ACTIVITY_KEY = 'firstyear.office-activity';
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

const lastActivity = () => Number(localStorage.getItem(ACTIVITY_KEY) ?? Date.now());

/**
 * Follows whether somebody is at work in any tab of this browser, and tells the server. Warns a minute before the session
 * ends for want of activity, and ends it then.
 */
export function useIdleWatch(onEnd: () => void): { readonly isWarned: boolean; readonly stay: () => void } {
  const [isWarned, setIsWarned] = useState(false);
  const stay = useCallback(() => {
    localStorage.setItem(ACTIVITY_KEY, String(Date.now()));
    setIsWarned(false);
    void request(staffActivity).catch(() => undefined);
  }, []);
  useEffect(() => {
    localStorage.setItem(ACTIVITY_KEY, String(Date.now()));
    let reportedAt = Date.now();
    const onActivity = () => {
      const now = Date.now();
      // Once the warning is shown, only its button counts.
      if (now - lastActivity() > STAFF_IDLE_LIMIT_MS - WARNING_MS) return;
      localStorage.setItem(ACTIVITY_KEY, String(now));
      if (now - reportedAt < REPORT_MS) return;
      reportedAt = now;
      void request(staffActivity).catch(() => undefined);
    };
    const check = () => {
      const idle = Date.now() - lastActivity();
      setIsWarned(idle > STAFF_IDLE_LIMIT_MS - WARNING_MS);
      if (idle > STAFF_IDLE_LIMIT_MS) onEnd();
    };
    const timer = setInterval(check, CHECK_MS);
    for (const event of ACTIVITY_EVENTS) window.addEventListener(event, onActivity, { passive: true });
    return () => {
      clearInterval(timer);
      for (const event of ACTIVITY_EVENTS) window.removeEventListener(event, onActivity);
    };
  }, [onEnd]);
  return { isWarned, stay };
}
