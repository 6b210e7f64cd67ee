import { expect, test } from '@playwright/test';
import { CARDS, email, fillCard, password, submit } from '../support/auth-walk.ts';
import { PASSWORD } from '../support/product.ts';
import { callsOf } from '../support/shell.ts';

test('[ROUTE-14, ROLE-09] a card has nothing around it, and makes no call', async ({ page }) => {
  const calls = callsOf(page);
  for (const card of CARDS) {
    await page.goto(card.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(card.title);
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  expect(calls).toEqual([]);
});

test('[ERR-01, ERR-03] a card shows the message of the server, or the unexpected error if there is none or the response is not JSON', async ({
  page,
}) => {
  const unexpected = "We've encountered an unexpected error at this time. Please try again later.";
  const answers = [
    [{ status: 500, json: { message: 'X' } }, 'X'],
    [{ status: 500, json: {} }, unexpected],
    [{ status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' }, unexpected],
  ] as const;
  await page.goto('/login');
  await fillCard(page);
  for (const [answer, words] of answers) {
    await page.route('**/public/login', (route) => route.fulfill(answer));
    const answered = page.waitForResponse('**/public/login');
    await submit(page).click();
    await answered;
    await expect(page.getByRole('alert', { name: 'Login Card Error' })).toHaveText(words);
    await page.unroute('**/public/login');
  }
});

test('[VAL-06, VAL-14, VAL-17] Log In shows all errors at submit, and makes no call', async ({ page }) => {
  await page.goto('/login');
  const calls = callsOf(page);
  await email(page).fill('x');
  await submit(page).click();
  await expect(page.locator('#username-error p')).toHaveText('Please provide a valid email address.');
  await expect(page.locator('#password-error p')).toHaveText('Password is required.');
  await expect(email(page)).toBeFocused();
  expect(calls).toEqual([]);
});

test('[VAL-20, DATA-13, AUTHCARD-14] Sign Up lists every rule that a password breaks, and blocks an invalid submit', async ({
  page,
}) => {
  await page.goto('/signup');
  const calls = callsOf(page);
  await email(page).fill('ada@mail.example');
  await password(page).fill('abc');
  for (const message of ['At least 12 characters', 'One uppercase letter', 'One number']) {
    await expect(page.locator('#password-error')).toContainText(message);
  }
  await submit(page).click();
  await expect(password(page)).toBeFocused();
  await email(page).fill('ada@mail');
  await password(page).fill(PASSWORD);
  await submit(page).click();
  await expect(email(page)).toBeFocused();
  expect(calls).toEqual([]);
});

test('[AUTHCARD-15] every rule of the checklist is inactive while the password is empty', async ({ page }) => {
  for (const path of ['/signup', '/reset?username=a%40b.co&id=X']) {
    await page.goto(path);
    await expect(page.locator('li[data-state]')).toHaveCount(6);
    await expect(page.locator('li[data-state="inactive"]')).toHaveCount(6);
  }
});

test('[VAL-15, VAL-18] Confirm Your Account takes six digits and nothing else', async ({ page }) => {
  await page.goto('/confirm');
  const calls = callsOf(page);
  const code = page.getByLabel('Confirmation code', { exact: true });
  for (const wrong of ['12345', '1234567', '12a456']) {
    await code.fill(wrong);
    await expect(page.locator('#code-error p')).toHaveText('The confirmation code must be exactly 6 numbers.');
    await submit(page).click();
  }
  expect(calls).toEqual([]);
  await code.fill(' 123 456 ');
  await expect(code).toHaveValue('123456');
  await expect(page.locator('#code-error')).toHaveCount(0);
});

test('[VAL-05, ERR-07] Confirm Your Account resends a code only to a valid address', async ({ page }) => {
  await page.goto('/confirm');
  const calls = callsOf(page);
  const resend = page.getByRole('button', { name: 'Resend confirmation code' });
  const banner = page.getByRole('alert', { name: 'Resend Confirmation Code Error' });
  await resend.click();
  await expect(banner).toHaveText('Your email address must be valid.');
  expect(calls).toEqual([]);
  await page.route('**/public/resend-confirm', (route) =>
    route.fulfill({ status: 500, json: { message: 'No mail.' } }),
  );
  await email(page).fill('ada@mail.example');
  await resend.click();
  await expect(banner).toHaveText('No mail.');
});

test('[VAL-13, AUTHCARD-12] Reset Password is blocked until both passwords match', async ({ page }) => {
  await page.goto('/reset?username=a%40b.co&id=X');
  const calls = callsOf(page);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(`${PASSWORD}x`);
  await expect(page.locator('#confirm_password-error p')).toHaveText('passwords must match');
  await submit(page).click();
  expect(calls).toEqual([]);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await expect(page.locator('#confirm_password-error')).toHaveCount(0);
});

test('[VAL-22] Reset Password without the id of a link is blocked, and offers a new link', async ({ page }) => {
  await page.goto('/reset?username=a%40b.co');
  const calls = callsOf(page);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await submit(page).click();
  await expect(page.getByRole('alert', { name: 'Reset Password Card Error' })).toBeVisible();
  expect(calls).toEqual([]);
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL(/\/forgot$/);
});
