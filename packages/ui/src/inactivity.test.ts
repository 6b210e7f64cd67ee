import { describe, expect, test } from 'vitest';
import { ACTIVITY_THROTTLE_MS, INACTIVITY_WARNING_MS } from './constants.ts';
import { createInactivity, HEARTBEAT_MS } from './inactivity.ts';
import { createClock } from './manual-clock.testing.ts';
import { BLOCKED_STORAGE, createStorage } from './storage.testing.ts';
import { storedText, type TabStorage } from './storage.ts';

const MINUTE = 60_000;
const LIMIT_MS = 15 * MINUTE;
const KEY = 'last-activity';

type Clock = ReturnType<typeof createClock>;

function openTab(clock: Clock, storage: TabStorage | null = createStorage()) {
  const events: string[] = [];
  const watch = createInactivity({
    limitMs: LIMIT_MS,
    clock,
    record: storedText(storage, KEY),
    onWarning: (isOpen) => events.push(isOpen ? 'warning' : 'no warning'),
    onExpired: () => events.push('expired'),
    onHeartbeat: () => events.push('heartbeat'),
  });
  return { watch, events, shown: () => events.filter((event) => event !== 'heartbeat') };
}

describe('inactivity', () => {
  test('[IDLE-02, CONST-01] nothing at 13:59, the warning at 14:00, the end at 15:00', () => {
    const clock = createClock();
    const { watch, events } = openTab(clock);
    watch.start();
    clock.advanceAtOnce(14 * MINUTE - 1);
    expect(events).toEqual([]);
    clock.advanceAtOnce(1);
    expect(events).toEqual(['warning']);
    clock.advanceAtOnce(MINUTE - 1);
    expect(events).toEqual(['warning']);
    clock.advanceAtOnce(1);
    expect(events).toEqual(['warning', 'no warning', 'expired']);
    expect(clock.waiting()).toBe(0);
    expect([INACTIVITY_WARNING_MS, ACTIVITY_THROTTLE_MS]).toEqual([60_000, 200]);
  });

  test('[IDLE-01] a watch that is not started, or stopped, reports nothing', () => {
    const clock = createClock();
    const { watch, events } = openTab(clock);
    watch.activity();
    clock.advanceAtOnce(20 * MINUTE);
    watch.start();
    watch.stop();
    expect(clock.waiting()).toBe(0);
    clock.advanceAtOnce(20 * MINUTE);
    watch.activity();
    watch.check();
    expect(events).toEqual([]);
  });

  test('[IDLE-01] a stopped watch writes no record and sends no heartbeat, whatever somebody does', () => {
    const clock = createClock();
    const storage = createStorage();
    const { watch, events } = openTab(clock, storage);
    watch.start();
    watch.stop();
    storage.removeItem(KEY);
    clock.advanceAtOnce(2 * MINUTE);
    watch.activity();
    watch.stay();
    expect([...storage.items]).toEqual([]);
    expect(events).toEqual([]);
  });

  test('starting a running watch again changes nothing: it has one timer', () => {
    const clock = createClock();
    const { watch, shown } = openTab(clock);
    watch.start();
    clock.advanceAtOnce(10 * MINUTE);
    watch.start();
    watch.check();
    expect(clock.waiting()).toBe(1);
    clock.advanceAtOnce(4 * MINUTE);
    expect(shown()).toEqual(['warning']);
  });

  test('[IDLE-03] staying closes the warning and restarts the timer', () => {
    const clock = createClock();
    const { watch, shown } = openTab(clock);
    watch.start();
    clock.advanceAtOnce(14 * MINUTE + 30_000);
    watch.stay();
    expect(shown()).toEqual(['warning', 'no warning']);
    clock.advanceAtOnce(14 * MINUTE - 1);
    expect(shown()).toEqual(['warning', 'no warning']);
    clock.advanceAtOnce(1);
    expect(shown()).toEqual(['warning', 'no warning', 'warning']);
  });

  test('activity postpones the warning; while the warning is open only staying counts', () => {
    const clock = createClock();
    const { watch, shown } = openTab(clock);
    watch.start();
    clock.advanceAtOnce(10 * MINUTE);
    watch.activity();
    clock.advanceAtOnce(13 * MINUTE);
    expect(shown()).toEqual([]);
    clock.advanceAtOnce(MINUTE);
    expect(shown()).toEqual(['warning']);
    watch.activity();
    clock.advanceAtOnce(MINUTE);
    expect(shown()).toEqual(['warning', 'no warning', 'expired']);
  });

  test('[IDLE-06] an applicant who comes back after the limit is logged out, without a chance to stay', () => {
    const clock = createClock();
    const { watch, shown } = openTab(clock);
    watch.start();
    clock.sleep(LIMIT_MS);
    watch.activity();
    expect(shown()).toEqual(['expired']);
  });

  test('[IDLE-06] after a laptop has slept through the open warning, staying logs out', () => {
    const clock = createClock();
    const { watch, shown } = openTab(clock);
    watch.start();
    clock.advanceAtOnce(14 * MINUTE);
    clock.sleep(5 * MINUTE);
    watch.stay();
    expect(shown()).toEqual(['warning', 'no warning', 'expired']);
  });

  test('[IDLE-06] at the very end of the limit staying is too late', () => {
    const clock = createClock();
    const { watch, shown } = openTab(clock);
    watch.start();
    clock.sleep(LIMIT_MS);
    watch.stay();
    expect(shown()).toEqual(['expired']);
  });

  test('[CONST-02] a movement 200 ms after the last record is recorded, one after 199 ms is not', () => {
    const clock = createClock();
    const storage = createStorage();
    const { watch } = openTab(clock, storage);
    watch.start();
    const startedAt = clock.now();
    clock.advanceAtOnce(199);
    watch.activity();
    expect(storage.items.get(KEY)).toBe(String(startedAt));
    clock.advanceAtOnce(1);
    watch.activity();
    expect(storage.items.get(KEY)).toBe(String(startedAt + 200));
  });

  test('activity a minute after the last heartbeat, and staying, send a heartbeat at once', () => {
    const clock = createClock();
    const { watch, events } = openTab(clock);
    watch.start();
    clock.advanceAtOnce(HEARTBEAT_MS);
    watch.activity();
    expect(events).toEqual(['heartbeat']);
    clock.advanceAtOnce(14 * MINUTE);
    watch.stay();
    expect(events).toEqual(['heartbeat', 'warning', 'no warning', 'heartbeat']);
  });

  test('[CONST-02] fifty movements in a second make at most five records', () => {
    const clock = createClock();
    const storage = createStorage();
    const { watch } = openTab(clock, storage);
    watch.start();
    clock.advanceAtOnce(MINUTE);
    const records = new Set<string | undefined>();
    const before = storage.items.get(KEY);
    for (let movement = 0; movement < 50; movement += 1) {
      watch.activity();
      records.add(storage.items.get(KEY));
      clock.advanceAtOnce(20);
    }
    records.delete(before);
    expect(records.size).toBeGreaterThan(1);
    expect(records.size).toBeLessThanOrEqual(5);
  });

  test('work in one tab keeps the other alive, and staying in one closes the warning in the other', () => {
    const clock = createClock();
    const storage = createStorage();
    const idle = openTab(clock, storage);
    const busy = openTab(clock, storage);
    idle.watch.start();
    busy.watch.start();
    clock.advanceAtOnce(13 * MINUTE);
    busy.watch.activity();
    clock.advanceAtOnce(13 * MINUTE);
    expect(idle.shown()).toEqual([]);
    clock.advanceAtOnce(MINUTE);
    expect(idle.shown()).toEqual(['warning']);
    busy.watch.stay();
    idle.watch.check();
    expect(idle.shown()).toEqual(['warning', 'no warning']);
  });

  test('three tabs share one time: activity in one keeps the session in all, and without any it ends in all at once', () => {
    const clock = createClock();
    const storage = createStorage();
    const tabs = [openTab(clock, storage), openTab(clock, storage), openTab(clock, storage)] as const;
    for (const { watch } of tabs) watch.start();
    clock.advanceAtOnce(13 * MINUTE);
    tabs[1].watch.activity();
    clock.advanceAtOnce(13 * MINUTE);
    expect(tabs.map((tab) => tab.shown())).toEqual([[], [], []]);
    clock.advanceAtOnce(MINUTE);
    expect(tabs.map((tab) => tab.shown())).toEqual([['warning'], ['warning'], ['warning']]);
    tabs[2].watch.stay();
    for (const { watch } of tabs) watch.check();
    for (const tab of tabs) expect(tab.shown()).toEqual(['warning', 'no warning']);
    clock.advanceAtOnce(15 * MINUTE);
    for (const tab of tabs) expect(tab.shown().slice(2)).toEqual(['warning', 'no warning', 'expired']);
  });

  test('a heartbeat is sent at most once a minute, and for the last activity too', () => {
    const clock = createClock();
    const { watch, events } = openTab(clock);
    const beats = () => events.filter((event) => event === 'heartbeat').length;
    watch.start();
    clock.advanceAtOnce(2 * MINUTE);
    for (let second = 0; second < 90; second += 1) {
      watch.activity();
      clock.advanceAtOnce(1000);
    }
    expect(beats()).toBe(2);
    clock.advanceAtOnce(HEARTBEAT_MS);
    expect(beats()).toBe(3);
    clock.advanceAtOnce(5 * MINUTE);
    expect(beats()).toBe(3);
  });

  test('the shared record holds only a time', () => {
    const clock = createClock();
    const storage = createStorage();
    openTab(clock, storage).watch.start();
    expect([...storage.items]).toEqual([[KEY, String(clock.now())]]);
  });

  test('a clock that is set back an hour ends the session at most one limit later', () => {
    const clock = createClock();
    const { watch, shown } = openTab(clock);
    watch.start();
    clock.advanceAtOnce(5 * MINUTE);
    // Its timers continue; the time that they read has changed.
    clock.setBack(60 * MINUTE);
    watch.check();
    clock.advanceAtOnce(14 * MINUTE);
    expect(shown()).toEqual(['warning']);
    clock.advanceAtOnce(MINUTE);
    expect(shown()).toEqual(['warning', 'no warning', 'expired']);
  });

  test('a blocked storage, or a record of the future, changes nothing for this tab', () => {
    const clock = createClock();
    const blocked = openTab(clock, null);
    blocked.watch.start();
    const refusing = openTab(clock, BLOCKED_STORAGE);
    refusing.watch.start();
    const storage = createStorage();
    const future = openTab(clock, storage);
    future.watch.start();
    storage.setItem(KEY, String(clock.now() + 60 * MINUTE));
    clock.advanceAtOnce(15 * MINUTE);
    expect(blocked.shown()).toEqual(['warning', 'no warning', 'expired']);
    expect(refusing.shown()).toEqual(['warning', 'no warning', 'expired']);
    expect(future.shown()).toEqual(['warning', 'no warning', 'expired']);
  });
});
