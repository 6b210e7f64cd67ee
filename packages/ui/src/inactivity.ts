import { type Clock, pastTime } from './clock.ts';
import { ACTIVITY_THROTTLE_MS, INACTIVITY_WARNING_MS } from './constants.ts';

/** The server gets at most one heartbeat in this time. */
export const HEARTBEAT_MS = 60_000;

interface InactivityOptions {
  readonly limitMs: number;
  readonly clock: Clock;
  /** The time of the last activity, shared by all tabs of this browser. */
  readonly record: { readonly read: () => string | null | undefined; readonly write: (time: string) => void };
  /** One minute is left, or (false) somebody is active again: here after stay(), or in another tab. */
  readonly onWarning: (isOpen: boolean) => void;
  /** The limit is reached, and the watch has stopped. */
  readonly onExpired: () => void;
  readonly onHeartbeat: () => void;
}

/** Watches for inactivity while somebody is logged in. followActivity() reports the activity. */
export function createInactivity(options: InactivityOptions) {
  const { limitMs, clock, record, onWarning, onExpired, onHeartbeat } = options;
  let isRunning = false;
  let isWarning = false;
  let ownRecord = 0;
  let lastHeartbeat = Number.NEGATIVE_INFINITY;
  let cancelTimer = () => {};
  let cancelHeartbeat: (() => void) | undefined;

  const readRecord = (): number => {
    const now = clock.now();
    // A record in the future would keep the session alive for ever.
    ownRecord = Math.min(ownRecord, now);
    return Math.max(ownRecord, pastTime(record.read(), now));
  };
  const writeRecord = () => {
    ownRecord = clock.now();
    record.write(String(ownRecord));
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
  const renew = () => {
    writeRecord();
    check();
  };

  return {
    start: () => {
      if (isRunning) return;
      isRunning = true;
      lastHeartbeat = clock.now();
      renew();
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
      renew();
      beatSoon();
    },
    stay: () => {
      if (!isRunning) return;
      if (clock.now() - readRecord() >= limitMs) {
        check();
        return;
      }
      renew();
      beat();
    },
    /** Reads the clock at once: the tab is visible again, or another tab has written the record. */
    check,
  };
}

export type Inactivity = ReturnType<typeof createInactivity>;

const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'mousemove', 'keydown', 'input', 'wheel', 'touchstart'] as const;

/** Starts the watch, and tells it what somebody does on this page and in other tabs. Returns a stop function. */
export function followActivity(watch: Inactivity): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  watch.start();
  for (const name of ACTIVITY_EVENTS) {
    window.addEventListener(name, watch.activity, { capture: true, passive: true, signal });
  }
  window.addEventListener('storage', watch.check, { signal });
  const onVisibility = () => {
    if (document.visibilityState === 'visible') watch.check();
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  return () => {
    watch.stop();
    listening.abort();
  };
}
