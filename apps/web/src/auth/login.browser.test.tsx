import { paths } from '@firstyear/api-contract/addresses';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { RouterProvider } from '../location.tsx';
import type { NavigationState } from '../session/navigation.ts';
import { LoginPage } from './login.tsx';

const INVALID = 'Your session is invalid. Please clear your cookies and login again.';
const ASK = 'Please try the new password first.';

async function drawLogin(state: NavigationState) {
  const location = { pathname: paths.login, search: '', hash: '', state, key: 'default' };
  await render(
    <AppProviders services={createAppServices(partner, englishForm(definition))}>
      <RouterProvider value={{ location, navigate: () => {} }}>
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
