import { paths } from '@firstyear/api-contract/addresses';
import { englishForm } from '@firstyear/form-engine/testing';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { clearToasts, currentToasts, endErrors, showError, showSuccess } from '@firstyear/ui/toast-store.ts';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';
import { SWITCHED_KEY } from '../answers/tab-storage.ts';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { LoginPage } from '../auth/login.tsx';
import { RouterProvider } from '../location.tsx';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { showKeptErrors, Toasts } from './switched-errors.tsx';

beforeEach(clearToasts);
afterEach(() => sessionStorage.clear());

/** Leaves the page by the language switch, or by another reload. */
function leave(isSwitch: boolean) {
  if (isSwitch) sessionStorage.setItem(SWITCHED_KEY, '0');
  window.dispatchEvent(new Event('pagehide'));
  clearToasts();
}

const REFUSAL = "That email address and password don't match.";
const banner = () => page.getByRole('alert', { name: 'Login Card Error' });

async function drawLogin(state: unknown = null) {
  const location = { pathname: paths.login, search: '', hash: '', state, key: 'default' };
  return render(
    <AppProviders services={createAppServices(partner, englishForm(definition))}>
      <RouterProvider value={{ location, navigate: () => {} }}>
        <LoginPage />
      </RouterProvider>
    </AppProviders>,
  );
}

async function refuse() {
  scriptNetwork(() => [400, { code: 'wrong_credentials', message: REFUSAL }]);
  const { unmount } = await drawLogin();
  await userEvent.fill(page.getByLabelText('Email', { exact: true }), 'ada@mail.example');
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'Quiet-harbor-42-lantern');
  await userEvent.click(page.getByRole('button', { name: 'Submit' }));
  await expect.element(banner()).toHaveTextContent(REFUSAL);
  return unmount;
}

test('a card still says why it was refused after a change of language, marked as the language of before', async () => {
  const { pathname } = window.location;
  window.history.replaceState(null, '', paths.login);
  const unmount = await refuse();
  // The card learns of its banner a moment after it is drawn.
  await eventually(() => {
    leave(true);
    expect(sessionStorage.getItem('switched-card')).toContain('banner=');
  });
  await unmount();
  await drawLogin();
  await expect.element(banner()).toHaveTextContent(REFUSAL);
  await expect.element(page.getByText(REFUSAL)).toHaveAttribute('lang', 'en');
  await expect.element(banner()).not.toHaveFocus();
  await expect.element(page.getByLabelText('Email', { exact: true })).toHaveValue('ada@mail.example');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('');
  window.history.replaceState(null, '', pathname);
});

test('after any other reload it starts anew', async () => {
  const unmount = await refuse();
  leave(false);
  await unmount();
  await drawLogin();
  await expect.element(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  expect(banner().query()).toBeNull();
});

test('errors on a page of the form are there again after a change of language, until they are resolved', async () => {
  const { unmount } = await render(<Toasts />);
  showSuccess('Saved.');
  showError('Your file is damaged.', { title: 'Transcript' });
  showError('Your answers are not saved.', { causes: ['save'] });
  showError("We can't reach the site.", { causes: ['connection'] });
  showError('This question could not be shown.', { onReset: () => {} });
  leave(true);
  await unmount();
  showKeptErrors();
  expect(currentToasts().map(({ title, message, lang }) => [title, message, lang])).toEqual([
    ['Transcript', 'Your file is damaged.', 'en'],
    [undefined, 'Your answers are not saved.', 'en'],
  ]);
  endErrors('save');
  expect(currentToasts()).toHaveLength(1);
  await render(<Toasts />);
  await expect.element(page.getByText('Your file is damaged.')).toHaveAttribute('lang', 'en');
  clearToasts();
  showKeptErrors();
  expect(currentToasts()).toEqual([]);
});
