import { officePaths, STAFF_IDLE_LIMIT_MS, signOut, staffActivity } from '@firstyear/api-contract/desk';
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { keepSelection, NONE } from '../list/selection.ts';
import { request } from './api.ts';
import { meQuery, PERSON_KEY } from './queries.ts';

/** Why somebody is at the sign-in page: they signed out, or the session ended while they were working. */
type SignedOutWhy = 'left' | 'ended';

/** Forgets all loaded data and goes to the sign-in page. After a session that ended, that page leads back to this address. */
export async function leaveToSignIn(router: AnyRouter, queries: QueryClient, why: SignedOutWhy): Promise<void> {
  const { href } = router.state.location;
  // Nobody has been signed in on this page: the route itself redirects to the sign-in page.
  const me = queries.getQueryData(meQuery.queryKey);
  if (me === undefined) return;
  if (localStorage.getItem(PERSON_KEY) === me.id) localStorage.removeItem(PERSON_KEY);
  // It holds the search text. After a timeout it stays, for the same person's next sign-in.
  if (why === 'left') keepSelection(sessionStorage, '', NONE);
  const to = why === 'ended' ? { to: href } : {};
  await router.navigate({ to: '/sign-in', search: { ...to, why }, replace: why === 'ended' });
  queries.clear();
}

/**
 * Leaves the page when somebody signs out, or in, in another tab: the browser's session is theirs, and what is on the screen
 * here was this person's. After somebody else's sign-in, the same address is loaded for them.
 */
export function useOnePerson(id: string): void {
  const router = useRouter();
  const queries = useQueryClient();
  useEffect(() => {
    const follow = async ({ key, newValue }: StorageEvent) => {
      if (key !== PERSON_KEY || newValue === id) return;
      const { href } = router.state.location;
      await leaveToSignIn(router, queries, 'ended');
      if (newValue !== null) router.history.replace(`${officePaths.home}${href}`);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [id, router, queries]);
}

/**
 * Ends the session on the server, then here; somebody who signs out is led to the university's own sign-out. If the server
 * can't be reached, it ends the idle session itself.
 */
export function useSignOut(): (why: SignedOutWhy) => Promise<void> {
  const router = useRouter();
  const queries = useQueryClient();
  return useCallback(
    async (why) => {
      const ended = await request(signOut).catch(() => undefined);
      await leaveToSignIn(router, queries, why);
      if (why === 'left' && ended?.provider) window.location.assign(ended.provider);
    },
    [router, queries],
  );
}

const WARNING_MS = 60_000;
/** Throttle of the activity reports to the server. */
const REPORT_MS = 60_000;
const CHECK_MS = 5_000;
/** When somebody was last active in any tab: milliseconds, in localStorage. */
const ACTIVITY_KEY = 'firstyear.office-activity';
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

const lastActivity = () => Number(localStorage.getItem(ACTIVITY_KEY) ?? Date.now());

/**
 * Follows activity in all tabs of this browser and reports it to the server. Warns a minute before an idle session ends, and
 * then ends it.
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
