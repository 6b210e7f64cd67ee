import { paths } from '@firstyear/api-contract/addresses';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { RouterProvider } from '../location.tsx';
import { type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import { ResetPage } from './forgotten-password.tsx';
import { LoginPage } from './login.tsx';
import { PasswordPage } from './password.tsx';
import { ConfirmPage, SignupPage } from './signup.tsx';

const ADA = 'ada@mail.example';
const PASSWORD = 'Quiet-harbor-42-lantern';

afterEach(() => page.viewport(1280, 720));

async function draw(card: ReactNode, respond: (path: string) => ScriptedResponse, username = '', search = '') {
  const calls = scriptNetwork(({ path }) => respond(path));
  const gone: string[] = [];
  const location = { pathname: paths.login, search, hash: '', state: { username: ADA }, key: 'default' };
  const services = createAppServices(partner, englishForm(definition));
  services.navigator.go = (to) => void gone.push(to);
  if (username) services.snapshot.set({ is_logged_in: true, username, web_status: 'started' });
  await render(
    <AppProviders services={services}>
      <RouterProvider value={{ location, navigate: () => {} }}>
        <main>{card}</main>
      </RouterProvider>
    </AppProviders>,
  );
  return { calls, gone };
}

const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));

test.each([
  [360, 740],
  [360, 420],
])('at %d x %d a refused card shows the reason from its top, and marks the refused field', async (width, height) => {
  await page.viewport(width, height);
  const refusal = 'This password is too easy to guess.';
  await draw(<SignupPage />, () => [400, { code: 'weak_password', message: refusal }]);
  await userEvent.fill(page.getByLabelText('Email', { exact: true }), ADA);
  const password = page.getByLabelText('Password', { exact: true });
  await userEvent.fill(password, PASSWORD);
  await press('Submit');
  const banner = page.getByRole('alert', { name: 'Signup Card Error' });
  await expect.element(banner).toHaveFocus();
  const { top } = banner.element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(height / 2);
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await expect.element(password).toHaveAccessibleDescription(refusal);
  await userEvent.fill(password, `${PASSWORD}-longer`);
  await expect.element(password).not.toHaveAttribute('aria-invalid');
});

test('values that a password manager sets without an event are sent', async () => {
  const { calls } = await draw(<LoginPage />, () => [400, { code: 'wrong_credentials', message: 'No.' }]);
  for (const [label, value] of [
    ['Email', ADA],
    ['Password', PASSWORD],
  ] as const) {
    const input = page.getByLabelText(label, { exact: true }).element();
    if (input instanceof HTMLInputElement) input.value = value;
  }
  await press('Submit');
  await expect.poll(() => calls.map(({ body }) => body)).toEqual([{ username: ADA, password: PASSWORD }]);
});

test('a password manager learns whose password is changed', async () => {
  await draw(<PasswordPage />, () => [200, {}], ADA);
  await expect.element(page.getByLabelText('Current password', { exact: true })).toBeVisible();
  const hidden = document.querySelector('form input[autocomplete=username]');
  expect(hidden).toHaveValue(ADA);
  expect(hidden).not.toHaveAttribute('type', 'hidden');
});

test('an applicant who has mistyped the address gets from the code back to Sign Up', async () => {
  await draw(<ConfirmPage />, () => [200, {}]);
  await expect
    .element(page.getByRole('link', { name: 'Wrong address? Sign up again' }))
    .toHaveAttribute('href', '/signup');
});

test('a code that is typed in another browser leads to no dead end: the card tells of the link, and sends it again', async () => {
  const { calls, gone } = await draw(<ConfirmPage />, (path) =>
    path === '/public/confirm'
      ? [200, { message: 'We sent you a link.', needs_password: true }]
      : [200, { message: 'Sent again.' }],
  );
  await userEvent.fill(page.getByLabelText('Confirmation code', { exact: true }), '123456');
  await press('Submit');
  await expect
    .element(page.getByRole('status', { name: 'Success Notification' }))
    .toHaveTextContent('We sent you a link.');
  expect(page.getByLabelText('Confirmation code').query()).toBeNull();
  await press('Send the link again');
  await expect.element(page.getByRole('status', { name: 'Success Notification' })).toHaveTextContent('Sent again.');
  expect(calls.map(({ path, body }) => [path, body]).at(-1)).toEqual(['/public/forgot-password', { username: ADA }]);
  expect(gone).toEqual([]);
});

interface Wrong {
  readonly card: ReactNode;
  readonly search?: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly said: readonly string[];
  readonly focused: string;
}
const LINK = '?username=a%40b.co&id=X';

test.each<[string, Wrong]>([
  [
    '[VAL-06, VAL-14, VAL-17] Log In',
    {
      ...{ card: <LoginPage />, typed: { Email: 'x', Password: '' }, focused: 'Email' },
      said: ['Please provide a valid email address.', 'Password is required.'],
    },
  ],
  [
    '[VAL-20, DATA-13, AUTHCARD-14] Sign Up',
    {
      ...{ card: <SignupPage />, typed: { Email: ADA, Password: 'abc' }, focused: 'Password' },
      said: ['At least 12 characters', 'One uppercase letter', 'One number'],
    },
  ],
  [
    '[VAL-15, VAL-18] Confirm Your Account',
    {
      ...{ card: <ConfirmPage />, typed: { 'Confirmation code': '12a45' }, focused: 'Confirmation code' },
      said: ['The confirmation code must be exactly 6 numbers.'],
    },
  ],
  [
    '[VAL-13, AUTHCARD-12] Reset Password',
    {
      ...{ card: <ResetPage />, search: LINK, focused: 'Confirm password' },
      ...{ typed: { 'New password': PASSWORD, 'Confirm password': `${PASSWORD}x` }, said: ['passwords must match'] },
    },
  ],
])('%s is not sent with what breaks its rules: each field says so, and the first has the focus', async (_, wrong) => {
  const { calls } = await draw(wrong.card, () => [200, {}], '', wrong.search);
  for (const [label, text] of Object.entries(wrong.typed))
    await userEvent.fill(page.getByLabelText(label, { exact: true }), text);
  await press('Submit');
  await expect.element(page.getByLabelText(wrong.focused, { exact: true })).toHaveFocus();
  const errors = () => [...document.querySelectorAll('[id$="-error"]')].map(({ textContent }) => textContent).join();
  for (const text of wrong.said) expect(errors()).toContain(text);
  expect(calls).toEqual([]);
});

test('[VAL-22] Reset Password without the id of a link is not sent, and offers a new link', async () => {
  const { calls } = await draw(<ResetPage />, () => [200, {}], '', '?username=a%40b.co');
  for (const label of ['New password', 'Confirm password'])
    await userEvent.fill(page.getByLabelText(label, { exact: true }), PASSWORD);
  await press('Submit');
  await expect.element(page.getByRole('alert', { name: 'Reset Password Card Error' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot');
  expect(calls).toEqual([]);
});

test('a code is taken without the spaces that were pasted with it', async () => {
  await draw(<ConfirmPage />, () => [200, {}]);
  const code = page.getByLabelText('Confirmation code', { exact: true });
  await userEvent.fill(code, ' 123 456 ');
  await expect.element(code).toHaveValue('123456');
});
