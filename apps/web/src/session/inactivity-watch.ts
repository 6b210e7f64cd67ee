import { IDLE_LIMIT_MS } from '@firstyear/api-contract/session-limits';
import { browserClock } from '@firstyear/ui/clock.ts';
import { createValue, type ValueStore } from '@firstyear/ui/hooks.ts';
import { storageOf } from '../answers/tab-storage.ts';
import { request } from '../api/client.ts';
import type { Autosave } from '../autosave/autosave.ts';
import { createInactivity, type Inactivity } from './inactivity.ts';
import type { Session } from './session.ts';

export interface InactivityWatch {
  readonly inactivity: Inactivity;
  /** Whether 'Still working?' is open. */
  readonly isWarning: ValueStore<boolean>;
}

/** Makes the inactivity watch of this tab. */
export function createInactivityWatch(
  autosave: Pick<Autosave, 'flush'>,
  session: Pick<Session, 'logOut'>,
): InactivityWatch {
  const isWarning = createValue(false);
  const inactivity = createInactivity({
    limitMs: IDLE_LIMIT_MS,
    clock: browserClock,
    storage: storageOf('localStorage'),
    onWarning: (isOpen) => {
      if (isOpen) autosave.flush();
      isWarning.set(isOpen);
    },
    onExpired: () => void session.logOut('inactive'),
    onHeartbeat: () => {
      request('activity').catch(() => {
        // A 401 has ended the session already; anything else shows with the next save.
      });
    },
  });
  return { inactivity, isWarning };
}
