import { expect, type Page, test } from '@playwright/test';
import { confirm, logIn, newApplicant, signUp } from './support/applicant.ts';
import { loseResponse, NO_RESPONSE } from './support/call.ts';
import { codeIn, linkIn, mailTo, nthMail } from './support/mail.ts';
import { newAddress, OUTBOX, PASSWORD } from './support/product.ts';
import { carriedAnswers, logOut, successToast } from './support/shell.ts';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });

test('[REDIR-03, ROUTE-09, AUTHCARD-10] sign-up leads to Confirm Your Account with the address, and a code can be resent', async ({
  page,
}) => {
  const username = newAddress();
  await page.goto('/signup');
  await signUp(page, username);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm Your Account');
  await expect(email(page)).toHaveValue(username);
  await expect(page.getByLabel('Confirmation code', { exact: true })).toBeVisible();
  await page.route('**/public/resend-confirm', (route) =>
    route.fulfill({ status: 500, json: { message: 'No mail.' } }),
  );
  const resend = page.getByRole('button', { name: 'Resend confirmation code' });
  const [resent] = await Promise.all([page.waitForRequest('**/public/resend-confirm'), resend.click()]);
  expect(resent.postDataJSON()).toEqual({ username });
  await expect(page.getByRole('alert', { name: 'Resend Confirmation Code Error' })).toHaveText('No mail.');
});

test('[REDIR-11, ROUTE-08] answers of a visitor are kept through sign-up, code and login', async ({ page }) => {
  const username = newAddress();
  await page.goto('/about');
  await page.locator('#first_name').fill('Ada');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/signup$/);
  expect(await carriedAnswers(page)).toEqual({ first_name: 'Ada' });
  await signUp(page, username);
  expect(await carriedAnswers(page)).toEqual({ first_name: 'Ada' });
  await confirm(page, username);
  expect(await carriedAnswers(page)).toEqual({ first_name: 'Ada' });
  await logIn(page, username);
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator('#first_name')).toHaveValue('Ada');
});

test('sign-up and code are retried when their responses are lost, and continue as if nothing had happened', async ({
  page,
}) => {
  const username = newAddress();
  const error = (card: string) => page.getByRole('alert', { name: `${card} Card Error` });
  await page.goto('/signup');
  await email(page).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await loseResponse(page, '/public/signup');
  await submit(page).click();
  await expect(error('Signup')).toHaveText(NO_RESPONSE);
  await submit(page).click();
  await expect(page).toHaveURL(/\/confirm$/);
  await page.getByLabel('Confirmation code', { exact: true }).fill(codeIn(await nthMail(OUTBOX, username, 1)));
  await loseResponse(page, '/public/confirm');
  await submit(page).click();
  await expect(error('Confirm')).toHaveText(NO_RESPONSE);
  await submit(page).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(successToast(page).filter({ hasText: 'You can log in now.' })).toBeVisible();
  await logIn(page, username);
  await expect(page).toHaveURL(/\/about$/);
  expect(await mailTo(OUTBOX, username)).toHaveLength(1);
});

test('[REDIR-05, REDIR-07, REDIR-10] the code leads to Log In, which confirms it once, and the login to the first page', async ({
  page,
}) => {
  const username = newAddress();
  await page.goto('/signup');
  await signUp(page, username);
  await confirm(page, username);
  await expect(successToast(page).filter({ hasText: 'confirmed' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await expect(successToast(page)).toHaveCount(0);
  await logIn(page, username);
  await expect(page).toHaveURL(/\/about$/);
  // A reload doesn't repeat the message.
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(successToast(page)).toHaveCount(0);
});

test('[DATA-11, SESSION-01, LAYOUT-03] the three cards send only their fields; a login takes effect without a reload', async ({
  page,
}) => {
  const username = newAddress();
  const bodies = new Map<string, unknown>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/public/')) bodies.set(pathname, Object.keys(request.postDataJSON()));
  });
  await page.goto('/signup');
  await signUp(page, username);
  await confirm(page, username);
  await logIn(page, username);
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Account' }).getByText(username)).toBeVisible();
  expect(Object.fromEntries(bodies)).toEqual({
    '/public/signup': ['username', 'password'],
    '/public/confirm': ['username', 'code'],
    '/public/login': ['username', 'password'],
  });
});

test('[PROD-07, REDIR-06] after a logout, a link from the mail resets the password and leads to Log In', async ({
  page,
}) => {
  const username = await newApplicant(page);
  await logOut(page);
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
  await email(page).fill(username);
  await submit(page).click();
  await expect(page.getByRole('status', { name: 'Success Notification' })).toBeVisible();
  const link = linkIn(await nthMail(OUTBOX, username, 2), '/reset');
  await page.goto(`${link.pathname}${link.search}`);
  const changed = `${PASSWORD}-changed`;
  await page.getByLabel('New password', { exact: true }).fill(changed);
  await page.getByLabel('Confirm password', { exact: true }).fill(changed);
  await submit(page).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, username, changed);
  await expect(page).toHaveURL(/\/about$/);
});
