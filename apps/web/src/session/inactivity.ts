import { IDLE_LIMIT_MS } from '@firstyear/api-contract/session-limits';
import { browserClock, type Clock } from '@firstyear/ui/clock.ts';
import { createValue } from '@firstyear/ui/hooks.ts';
import { storageOf, storedText, type TabStorage } from '../answers/tab-storage.ts';
import { request } from '../api/client.ts';
import type { Autosave } from '../autosave/autosave.ts';
import { ACTIVITY_THROTTLE_MS, INACTIVITY_WARNING_MS } from '../constants.ts';
import type { Logout } from './log-out.ts';
import { LAST_ACTIVITY_KEY } from './stored.ts';

/** The server gets at most one heartbeat in this time. */
export const HEARTBEAT_MS = 60_000;

interface InactivityOptions {
  readonly limitMs: number;
  readonly clock: Clock;
  readonly storage: TabStorage | null;
  /** One minute is left, or (false) somebody is active again: here after stay(), or in another tab. */
  readonly onWarning: (isOpen: boolean) => void;
  /** The limit is reached, and the watch has stopped. */
  readonly onExpired: () => void;
  readonly onHeartbeat: () => void;
}

/** Watches for inactivity while somebody is logged in. The caller reports activity. */
export function createInactivity(options: InactivityOptions) {
  const { limitMs, clock, storage, onWarning, onExpired, onHeartbeat } = options;
  const stored = storedText(storage, LAST_ACTIVITY_KEY);
  let isRunning = false;
  let isWarning = false;
  let ownRecord = 0;
  let lastHeartbeat = Number.NEGATIVE_INFINITY;
  let cancelTimer = () => {};
  let cancelHeartbeat: (() => void) | undefined;

  const readRecord = (): number => {
    const now = clock.now();
    // A record in the future (a clock set back) would keep the session alive for ever.
    ownRecord = Math.min(ownRecord, now);
    const shared = Number(stored.read() ?? 0);
    return shared <= now ? Math.max(ownRecord, shared) : ownRecord;
  };
  const writeRecord = () => {
    ownRecord = clock.now();
    stored.write(String(ownRecord));
  };
  const setWarning = (next: boolean) => {
    if (isWarning === next) return;
    isWarning = next;
    onWarning(next);
  };
  const beat = () => {
    cancelHeartbeat?.();
    cancelHeartbeat = undefined;
    lastHeartbeat = clock.now();
    onHeartbeat();
  };
  const beatSoon = () => {
    const wait = lastHeartbeat + HEARTBEAT_MS - clock.now();
    if (wait <= 0) beat();
    else cancelHeartbeat ??= clock.after(wait, beat);
  };

  const stop = () => {
    isRunning = false;
    cancelTimer();
    cancelHeartbeat?.();
    cancelHeartbeat = undefined;
    setWarning(false);
  };
  const check = () => {
    if (!isRunning) return;
    cancelTimer();
    const idle = clock.now() - readRecord();
    if (idle >= limitMs) {
      stop();
      onExpired();
      return;
    }
    const untilWarning = limitMs - INACTIVITY_WARNING_MS - idle;
    setWarning(untilWarning <= 0);
    cancelTimer = clock.after(untilWarning > 0 ? untilWarning : limitMs - idle, check);
  };
  const record = () => {
    writeRecord();
    check();
  };

  return {
    start: () => {
      if (isRunning) return;
      isRunning = true;
      lastHeartbeat = clock.now();
      record();
    },
    stop,
    /** A key, a press, a movement. While the warning is open only stay() counts (AMB-089). */
    activity: () => {
      if (!isRunning) return;
      const now = clock.now();
      if (isWarning || now - readRecord() >= limitMs) {
        check();
        return;
      }
      if (now - ownRecord < ACTIVITY_THROTTLE_MS) return;
      record();
      beatSoon();
    },
    stay: () => {
      if (!isRunning) return;
      if (clock.now() - readRecord() >= limitMs) {
        check();
        return;
      }
      record();
      beat();
    },
    /** Reads the clock at once: the tab is visible again, or another tab has written the record. */
    check,
  };
}

export function createInactivityWatch(autosave: Pick<Autosave, 'flush'>, { logOut }: Pick<Logout, 'logOut'>) {
  const isWarning = createValue(false);
  const inactivity = createInactivity({
    limitMs: IDLE_LIMIT_MS,
    clock: browserClock,
    storage: storageOf('localStorage'),
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
