import { renamed } from '@firstyear/form-engine/releases';
import { englishForm } from '@firstyear/form-engine/testing';
import { createClock } from '@firstyear/ui/manual-clock.testing.ts';
import { BLOCKED_STORAGE, createStorage } from '@firstyear/ui/storage.testing.ts';
import { definition } from '@partner/form.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { followNewerForm, LEFT_FORM_KEY, loadNewerForm, takeLeftForm } from './newer-form.ts';

const migrations = [{ id: 'n-2', changes: [renamed('nickname', 'preferred_name')] }];
const form = englishForm({ ...definition, migrations });

const page = { querySelector: vi.fn() };
beforeEach(() => {
  page.querySelector.mockReturnValue(null);
  vi.stubGlobal('document', page);
});

function openTab(tabStorage: Parameters<typeof takeLeftForm>[0] = createStorage()) {
  const [within, reload, open] = [vi.fn(), vi.fn(), vi.fn()];
  const parts = { answers: { form }, tabStorage, clock: createClock(), navigator: { go: within } };
  return { parts, within, tab: { reload, open, address: () => 'https://larkmoor.example/about' } };
}

test('a tab reloads for a newer form, but not repeatedly while the previous server responds', () => {
  const { parts, tab } = openTab();
  expect(loadNewerForm(parts, false, tab)).toBe(true);
  expect(loadNewerForm(parts, false, tab)).toBe(false);
  parts.clock.sleep(60_000);
  expect(loadNewerForm(parts, false, tab)).toBe(true);
  expect(tab.reload).toHaveBeenCalledTimes(2);
});

test('a tab with an open dialog reloads later: what is typed or arranged there would be lost', () => {
  const { parts, tab } = openTab();
  page.querySelector.mockReturnValue({});
  expect(loadNewerForm(parts, false, tab)).toBe(false);
  expect(tab.reload).not.toHaveBeenCalled();
  page.querySelector.mockReturnValue(null);
  expect(loadNewerForm(parts, false, tab)).toBe(true);
});

test('without storage nothing reloads: typed answers would be lost', () => {
  for (const storage of [null, BLOCKED_STORAGE]) {
    const { parts, tab } = openTab(storage);
    expect(loadNewerForm(parts, false, tab)).toBe(false);
    expect(takeLeftForm(storage, 'n-3')).toBeUndefined();
    expect(tab.reload).not.toHaveBeenCalled();
  }
});

test('the new form is announced once, with whether somebody was submitting; the same form is not', () => {
  const storage = createStorage();
  const { parts, tab } = openTab(storage);
  loadNewerForm(parts, true, tab);
  expect(takeLeftForm(storage, 'n-2')).toBeUndefined();
  expect(takeLeftForm(storage, 'n-2,n-3')).toMatchObject({ release: 'n-2', isSubmitting: true });
  expect(takeLeftForm(storage, 'n-2,n-3')).toBeUndefined();
  for (const odd of ['{', 'null', '[]', '{"release":2,"at":1}', '{"release":"x"}']) {
    storage.setItem(LEFT_FORM_KEY, odd);
    expect(takeLeftForm(storage, 'n-3'), odd).toBeUndefined();
  }
});

test('once a save reports another form on the server, the next page change loads it, and nothing earlier does', () => {
  const { parts, tab, within } = openTab();
  followNewerForm(parts, [], tab);
  expect(tab.reload).not.toHaveBeenCalled();
  parts.navigator.go('/education', { replace: true, state: {} });
  expect(tab.open).toHaveBeenCalledExactlyOnceWith('/education');
  expect(takeLeftForm(parts.tabStorage, 'n-3')).toMatchObject({ release: 'n-2', isSubmitting: false });
  parts.navigator.go('/about#city');
  parts.navigator.go('/login', { state: { ended: 'logout' } });
  expect(within.mock.calls.map(([to]) => to)).toEqual(['/about#city', '/login']);
});

test('the page reloads at once if some answers have no place in the new form, unless the tab would lose one of them', () => {
  const plain = openTab();
  followNewerForm(plain.parts, ['city'], plain.tab);
  expect(plain.tab.reload).toHaveBeenCalledOnce();
  const sealed = openTab();
  followNewerForm(sealed.parts, ['city', 'alien_registration_number'], sealed.tab);
  expect(sealed.tab.reload).not.toHaveBeenCalled();
});
