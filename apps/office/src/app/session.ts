import { officePaths, STAFF_IDLE_LIMIT_MS, signOut, staffActivity } from '@firstyear/api-contract/desk';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../shared/api.ts';
import { leaveToSignIn, type SignedOutWhy } from '../shared/leave.ts';
import { PERSON_KEY } from '../shared/queries.ts';

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
