import { paths } from '@firstyear/api-contract/addresses';
import { IDLE_LIMIT_MS } from '@firstyear/api-contract/session-limits';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { RouterProvider } from '../location.tsx';
import type { NavigationState } from '../session/navigation.ts';
import { recordEvent } from '../session/visit.ts';
import { LoginPage } from './login.tsx';

const INVALID = 'Your session is invalid. Please clear your cookies and login again.';
const ASK = 'Please try the new password first.';
const LAST_ACTIVITY = 'firstyear.last-activity';
let gone: string[] = [];

beforeEach(() => {
  gone = [];
});
afterEach(() => localStorage.removeItem(LAST_ACTIVITY));

test.each([
  ['by Back, to the page that was open', { lastPath: '/education' }, '/education'],
  ['by the link of a mail, to the first page, which leads on', {}, '/about'],
])('an applicant who is logged in and comes to Log In goes on where they were: %s', async (_, applicant, to) => {
  localStorage.setItem(LAST_ACTIVITY, String(Date.now()));
  await drawLogin({}, applicant);
  await expect.poll(() => gone).toEqual([to]);
  expect(page.getByRole('heading', { name: 'Log In' }).query()).toBeNull();
});

test.each([
  ['the session has surely ended', Date.now() - IDLE_LIMIT_MS, {}],
  ['the last activity was written before the clock was set back', Date.now() + IDLE_LIMIT_MS, {}],
  ['another account has just been confirmed', Date.now(), { success: 'Your account is confirmed.' }],
])('the card stays for who seems to be logged in when %s', async (_, active, state) => {
  localStorage.setItem(LAST_ACTIVITY, String(active));
  await drawLogin(state, {});
  await expect.element(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  expect(gone).toEqual([]);
});

async function drawLogin(state: NavigationState, applicant: { readonly lastPath?: string } | null = null) {
  const location = { pathname: paths.login, search: '', hash: '', state, key: 'default' };
  const services = createAppServices(partner, englishForm(definition));
  if (applicant) {
    services.snapshot.set({ is_logged_in: true, username: 'ada@mail.example', web_status: 'started' });
    recordEvent(services.visit, applicant);
  }
  await render(
    <AppProviders services={services}>
      <RouterProvider value={{ location, navigate: (to) => void gone.push(to) }}>
        <LoginPage />
      </RouterProvider>
    </AppProviders>,
  );
  return page.getByLabelText('Login Card Error');
}

test.each<[NavigationState, string]>([
  [{ ended: 'invalid', error: null }, INVALID],
  [{ ended: 'invalid', error: ASK }, `${INVALID} ${ASK}`],
  [{ ended: 'inactive', error: null }, 'You have been automatically logged out due to inactivity.'],
  [{ error: 'Another account is logged in.' }, 'Another account is logged in.'],
  [{ ended: 'of another version', error: ASK }, ASK],
])('the card says how the session ended, and shows the error, if any: %j', async (state, text) => {
  const banner = await drawLogin(state);
  await expect.element(banner.getByText(text, { exact: true })).toBeVisible();
});

test('[REDIR-08] after a plain logout it says nothing', async () => {
  const banner = await drawLogin({ error: null });
  await expect.element(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  expect(banner.query()).toBeNull();
});

test('[REDIR-03] the address that this tab has carried to a card is on it, also after a reload', async () => {
  const key = 'firstyear.carried-username';
  sessionStorage.setItem(key, 'ada@mail.example');
  await drawLogin({});
  sessionStorage.removeItem(key);
  await expect.element(page.getByLabelText('Email', { exact: true })).toHaveValue('ada@mail.example');
});
