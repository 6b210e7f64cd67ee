import { officePaths, STAFF_IDLE_LIMIT_MS, signOut, staffActivity } from '@firstyear/api-contract/desk';
import { browserClock } from '@firstyear/ui/clock.ts';
import { createInactivity, followActivity } from '@firstyear/ui/inactivity.ts';
import { storageOf, storedText } from '@firstyear/ui/storage.ts';
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
 * Ends the session on the server and here; somebody who signs out is led to the university's own sign-out. If the server
 * can't be reached, it ends the idle session itself.
 */
export function useSignOut(): (why: SignedOutWhy) => Promise<void> {
  const router = useRouter();
  const queries = useQueryClient();
  return useCallback(
    async (why) => {
      const ending = request(signOut, { keepalive: true }).catch(() => undefined);
      // Nobody may be here: what is on the screen must not wait for a slow server.
      if (why === 'ended') return leaveToSignIn(router, queries, why);
      const ended = await ending;
      await leaveToSignIn(router, queries, why);
      if (ended?.provider) window.location.assign(ended.provider);
    },
    [router, queries],
  );
}

/** Warns a minute before the idle session of this browser ends, and calls onEnd, as it is at first, when it does. */
export function useIdleWatch(onEnd: () => void): { readonly isWarned: boolean; readonly stay: () => void } {
  const [isWarned, setIsWarned] = useState(false);
  const [watch] = useState(() =>
    createInactivity({
      limitMs: STAFF_IDLE_LIMIT_MS,
      clock: browserClock,
      record: storedText(storageOf('localStorage'), 'firstyear.office-activity'),
      onWarning: setIsWarned,
      onExpired: onEnd,
      onHeartbeat: () => void request(staffActivity).catch(() => undefined),
    }),
  );
  useEffect(() => followActivity(watch), [watch]);
  return { isWarned, stay: watch.stay };
}
