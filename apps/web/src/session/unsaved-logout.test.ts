import { logout } from '@firstyear/api-contract/identity';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { describe, expect, test, vi } from 'vitest';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { FORGETS, openTab, stubPage, toLogin } from './open-tab.testing.ts';

stubPage();

describe('a logout with answers that are not saved', () => {
  test('[D3] asks before it does anything, in the tab or with the server, and continues on request', async () => {
    const calls = scriptNetwork(() => [200, {}]);
    const tab = openTab({ hasUnsaved: () => true });
    let opened = 0;
    await tab.session.logOut(undefined, () => {
      opened += 1;
    });
    expect([calls.length, opened, tab.gone, tab.visit.isEnding]).toEqual([0, 1, [], false]);
    expect(tab.events).toEqual(['tells save', 'saves']);
    await tab.session.pendingLogout.get()?.();
    expect(calls.map(({ path }) => path)).toEqual([logout.path]);
    expect(tab.events.slice(2)).toEqual([...FORGETS, 'answers go', 'tells lose']);
    expect(tab.gone).toEqual(toLogin());
    expect(tab.session.pendingLogout.get()).toBeNull();
  });

  test('asks about an answer that is too long to be saved', async () => {
    scriptNetwork(() => [200, {}]);
    const tab = openTab({ lastRefusal: () => 'Please shorten this.' });
    await tab.session.logOut();
    expect([tab.gone, tab.session.pendingLogout.get()]).toEqual([[], expect.any(Function)]);
  });

  test('[D3] asks about those of other tabs too, after three seconds, and continues once they are saved there', async () => {
    scriptNetwork(() => [200, {}]);
    vi.useFakeTimers();
    try {
      const tab = openTab();
      tab.session.unsavedElsewhere.set(2);
      const asked = tab.session.logOut();
      await vi.advanceTimersByTimeAsync(2_999);
      expect(tab.session.pendingLogout.get()).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      await asked;
      expect(tab.session.pendingLogout.get()).not.toBeNull();
      tab.session.unsavedElsewhere.set(0);
      await tab.session.pendingLogout.get()?.();
      expect(tab.events.at(-1)).toBe('tells logout');
    } finally {
      vi.useRealTimers();
    }
  });

  test('asks while a submission waits, and for inactivity does not', async () => {
    const calls = scriptNetwork(() => [200, {}]);
    const tab = openTab();
    tab.submissionWaiting.set('Busy.');
    await tab.session.logOut();
    expect([calls.length, tab.gone]).toEqual([0, []]);
    expect(tab.session.pendingLogout.get()).not.toBeNull();
    await tab.session.logOut('inactive');
    expect(tab.gone).toEqual(toLogin({ ended: 'inactive' }));
  });

  test('for inactivity does not wait for a logout that was pressed and still saves', async () => {
    scriptNetwork(() => [200, {}]);
    vi.useFakeTimers();
    try {
      const tab = openTab({ hasUnsaved: () => true, saveNow: () => new Promise(() => {}) });
      const logouts = [tab.session.logOut(), tab.session.logOut('inactive')];
      await vi.advanceTimersByTimeAsync(3_000);
      await Promise.all(logouts);
      expect(tab.gone).toEqual(toLogin({ ended: 'inactive' }));
    } finally {
      vi.useRealTimers();
    }
  });

  test('does not ask about answers of an application that is submitted', async () => {
    scriptNetwork(() => [200, {}]);
    const tab = openTab({ hasUnsaved: () => true });
    tab.snapshot.set({ web_status: 'submitted' });
    await tab.session.logOut();
    expect([tab.gone, tab.session.pendingLogout.get()]).toEqual([toLogin(), null]);
  });

  test('[IDLE-05, D3] for inactivity never asks, and a 401 during the last save keeps them', async () => {
    scriptNetwork(() => [200, {}]);
    const idle = openTab({ hasUnsaved: () => true });
    await idle.session.logOut();
    await idle.session.logOut('inactive');
    expect(idle.events).toContain('answers wait');
    // The other tabs' answers wait too: 'lose' would empty them.
    expect(idle.events.at(-1)).toBe('tells logout');
    expect([idle.gone, idle.session.pendingLogout.get()]).toEqual([toLogin({ ended: 'inactive' }), null]);
    const refused = openTab({ hasUnsaved: () => true, saveNow: async () => refused.session.endUnauthorized() });
    await refused.session.logOut();
    expect(refused.events).toContain('answers wait');
    expect([refused.gone, refused.session.pendingLogout.get()]).toEqual([toLogin({ ended: 'invalid' }), null]);
  });
});

describe('a logout that gets no response', () => {
  test('[SESSION-05] is remembered in the browser without a name, and carried out when the server is back', async () => {
    let isAway = true;
    const calls = scriptNetwork(() => {
      if (isAway) throw new TypeError('Failed to fetch');
      return [200, {}];
    });
    const tab = openTab();
    await tab.session.logOut();
    expect([...tab.browser.items]).toEqual([['firstyear.unfinished-logout', '1']]);
    expect([tab.gone, tab.session.isLogoutStuck.get()]).toEqual([toLogin(), true]);
    expect(tab.failure.get()).toBeUndefined();
    isAway = false;
    tab.reconnect();
    await eventually(() => expect(tab.session.isLogoutStuck.get()).toBe(false));
    expect(calls.map(({ path }) => path)).toEqual([logout.path, logout.path]);
    expect(tab.browser.items.size).toBe(0);
    expect(tab.failure.get()).toBeUndefined();
  });

  test('is not carried out any more once somebody has logged in, in any tab', async () => {
    const calls = scriptNetwork(() => {
      throw new TypeError('Failed to fetch');
    });
    const tab = openTab();
    await tab.session.logOut();
    openTab({ username: '', browser: tab.browser }).session.begin();
    tab.reconnect();
    await eventually(() => expect(tab.session.isLogoutStuck.get()).toBe(false));
    expect(calls).toHaveLength(1);
  });
});
