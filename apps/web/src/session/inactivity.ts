import { IDLE_LIMIT_MS } from '@firstyear/api-contract/session-limits';
import { browserClock } from '@firstyear/ui/clock.ts';
import { createValue } from '@firstyear/ui/hooks.ts';
import { createInactivity } from '@firstyear/ui/inactivity.ts';
import { storageOf, storedText } from '@firstyear/ui/storage.ts';
import { request } from '../api/client.ts';
import type { Autosave } from '../autosave/autosave.ts';
import type { Logout } from './log-out.ts';
import { LAST_ACTIVITY_KEY } from './stored.ts';

export function createInactivityWatch(autosave: Pick<Autosave, 'flush'>, { logOut }: Pick<Logout, 'logOut'>) {
  const isWarning = createValue(false);
  const inactivity = createInactivity({
    limitMs: IDLE_LIMIT_MS,
    clock: browserClock,
    record: storedText(storageOf('localStorage'), LAST_ACTIVITY_KEY),
    onWarning: (isOpen) => {
      if (isOpen) autosave.flush();
      isWarning.set(isOpen);
    },
    onExpired: () => void logOut('inactive'),
    onHeartbeat: () => {
      request('activity').catch(() => {
        // A 401 has ended the session already; any other failure shows with the next save.
      });
    },
  });
  return { inactivity, isWarning };
}
