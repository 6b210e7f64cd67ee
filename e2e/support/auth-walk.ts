import type { Page } from '@playwright/test';
import { PASSWORD } from './product.ts';

export const email = (page: Page) => page.getByLabel('Email', { exact: true });

export const password = (page: Page) => page.getByLabel('Password', { exact: true });

export const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });

export const CARDS = [
  { path: '/login', title: 'Log In', label: 'Login Card Error', call: '/public/login' },
  { path: '/signup', title: 'Sign Up', label: 'Signup Card Error', call: '/public/signup' },
  { path: '/confirm', title: 'Confirm Your Account', label: 'Confirm Card Error', call: '/public/confirm' },
  { path: '/forgot', title: 'Forgot Password', label: 'Forgot Password Card Error', call: '/public/forgot-password' },
  {
    path: '/reset?username=ada%40mail.example&id=X',
    title: 'Reset Password',
    label: 'Reset Password Card Error',
    call: '/public/reset-password',
  },
] as const;

/** Fills in all fields of the card on the screen, so that it can be submitted. */
export async function fillCard(page: Page): Promise<void> {
  if (await email(page).isEditable()) await email(page).fill('ada@mail.example');
  for (const label of ['Password', 'New password', 'Confirm password']) {
    const input = page.getByLabel(label, { exact: true });
    if (await input.isVisible()) await input.fill(PASSWORD);
  }
  const code = page.getByLabel('Confirmation code', { exact: true });
  if (await code.isVisible()) await code.fill('123456');
}
