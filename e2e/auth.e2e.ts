import { expect, type Locator, type Page, test } from '@playwright/test';
import { newAddress, PASSWORD } from './support/product.ts';
import { callsOf, carriedAnswers, successToast } from './support/shell.ts';

const email = (page: Page) => page.getByLabel('Email', { exact: true });

const password = (page: Page) => page.getByLabel('Password', { exact: true });

const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });

const CARDS = [
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
async function fillCard(page: Page): Promise<void> {
  if (await email(page).isEditable()) await email(page).fill('ada@mail.example');
  for (const label of ['Password', 'New password', 'Confirm password']) {
    const input = page.getByLabel(label, { exact: true });
    if (await input.isVisible()) await input.fill(PASSWORD);
  }
  const code = page.getByLabel('Confirmation code', { exact: true });
  if (await code.isVisible()) await code.fill('123456');
}

test('[ROUTE-07, ROUTE-10, ROUTE-11] sign-up, login and a forgotten password have a card each', async ({ page }) => {
  for (const [path, title] of [
    ['/signup', 'Sign Up'],
    ['/login', 'Log In'],
    ['/forgot', 'Forgot Password'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
});

test('[AUTHCARD-01, AUTHCARD-03] each card has its header and one button, Submit', async ({ page }) => {
  for (const card of CARDS) {
    await page.goto(card.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(card.title);
    await expect(page.locator('button[type=submit]')).toHaveCount(1);
    await expect(submit(page)).toBeVisible();
  }
});

for (const card of CARDS) {
  test(`[AUTHCARD-02, AUTHCARD-14, ERR-06] a failed ${card.call} is reported in the banner '${card.label}'`, async ({
    page,
  }) => {
    await page.route(`**${card.call}`, (route) =>
      route.fulfill({ status: 503, json: { message: "We're very busy right now.", code: 'overloaded' } }),
    );
    await page.goto(card.path);
    const calls = callsOf(page);
    await fillCard(page);
    await submit(page).click();
    const banner = page.getByRole('alert', { name: card.label });
    await expect(banner).toHaveText("We're very busy right now.");
    expect(calls).toEqual([`POST ${card.call}`]);
  });
}

test('[AUTHCARD-04, AUTHCARD-06, AUTHCARD-07] Log In links to Forgot Password and Sign Up, and the other cards link back', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(email(page)).toHaveAttribute('type', 'email');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page).toHaveURL(/\/forgot$/);
  await page.getByRole('link', { name: 'Log In' }).click();
  await expect(page.getByText("Don't have an account?")).toBeVisible();
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.getByText('Already have an account?')).toBeVisible();
  for (const path of ['/signup', '/confirm', '/forgot', '/reset']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Log In' }).click();
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('[VAL-21] Log In shows no error while typing', async ({ page }) => {
  await page.goto('/login');
  await email(page).pressSequentially('x');
  await password(page).pressSequentially('x');
  await password(page).fill('');
  await expect(page.locator('[id$="-error"]')).toHaveCount(0);
});

test('[VAL-16, ERR-07, AUTHCARD-05] Log In resends a code only to a valid address', async ({ page }) => {
  await page.goto('/login');
  const calls = callsOf(page);
  const resend = page.getByRole('button', { name: 'Resend confirmation code' });
  const banner = page.getByRole('alert', { name: 'Resend Confirmation Code Error' });
  for (const wrong of ['', 'ada@mail']) {
    await email(page).fill(wrong);
    await resend.click();
    await expect(banner).toHaveText('You must provide a valid email address to resend a confirmation code.');
  }
  expect(calls).toEqual([]);
  await page.route('**/public/resend-confirm', (route) =>
    route.fulfill({ status: 500, json: { message: 'No mail.' } }),
  );
  await email(page).fill('ada@mail.example');
  await resend.click();
  await expect(banner).toHaveText('No mail.');
  expect(calls).toEqual(['POST /public/resend-confirm']);
});

test('[REDIR-04, REDIR-10, REDIR-11] resending a code from Log In leads to Confirm Your Account with the address and the answers', async ({
  page,
}) => {
  const username = newAddress();
  await page.goto('/about');
  await page.locator('#first_name').fill('Ada');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await email(page).fill(username);
  await page.getByRole('button', { name: 'Resend confirmation code' }).click();
  await expect(page).toHaveURL(/\/confirm$/);
  await expect(email(page)).toHaveValue(username);
  await expect(successToast(page)).toBeVisible();
  expect(await carriedAnswers(page)).toEqual({ first_name: 'Ada' });
});

test('[VAL-05, DATA-14, AUTHCARD-13] Sign Up validates the address at every change, with the error beside its field', async ({
  page,
}) => {
  await page.goto('/signup');
  await email(page).pressSequentially('a');
  await expect(page.locator('#username-error p')).toHaveText('Your email address must be valid.');
  await expect(email(page)).toHaveAttribute('aria-describedby', /\busername-error\b/);
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
  await email(page).fill('ada@mail.example');
  await expect(page.locator('#username-error')).toHaveCount(0);
});

test('[AUTHCARD-09, AUTHCARD-16, AUTHCARD-17] the checklist of Sign Up updates with every key', async ({ page }) => {
  await page.goto('/signup');
  await expectChecklist(page, password(page));
});

test('[AUTHCARD-12, AUTHCARD-16, AUTHCARD-17] the checklist of Reset Password updates with every key', async ({
  page,
}) => {
  await page.goto('/reset?username=a%40b.co&id=X');
  await expectChecklist(page, page.getByLabel('New password', { exact: true }));
});

/** Types passwords into this input, and checks the checklist beside it. */
async function expectChecklist(page: Page, input: Locator): Promise<void> {
  const items = page.locator('li[data-state]');
  const item = (text: string) => items.filter({ hasText: text });
  const state = (text: string, value: string) => expect(item(text)).toHaveAttribute('data-state', value);
  const all = (value: string) => expect(page.locator(`li[data-state="${value}"]`)).toHaveCount(6);
  await expect(items).toHaveCount(6);
  await all('inactive');
  const steps = [
    ['a', 'One lowercase letter', 'At least 12 characters'],
    ['B', 'One uppercase letter', 'One number'],
    ['1', 'One number', 'One special character'],
    ['!', 'One special character', 'At least 12 characters'],
  ] as const;
  for (const [key, done, missing] of steps) {
    await input.press('End');
    await input.pressSequentially(key);
    await state(done, 'success');
    await state(missing, 'error');
  }
  await input.pressSequentially('12345678');
  await all('success');
  await input.fill('abc');
  for (const missing of ['At least 12 characters', 'One uppercase letter', 'One number', 'One special character']) {
    await state(missing, 'error');
  }
  await state('One lowercase letter', 'success');
  await input.fill('');
  await all('inactive');
}

test('[VAL-19, AUTHCARD-11] Forgot Password shows success in the card, and the message can be closed', async ({
  page,
}) => {
  await page.goto('/forgot');
  const calls = callsOf(page);
  await email(page).fill('ada@mail');
  await expect(page.locator('#username-error p')).toHaveText('Your email address must be valid.');
  await submit(page).click();
  expect(calls).toEqual([]);
  await email(page).fill(newAddress());
  await submit(page).click();
  const success = page.getByRole('status', { name: 'Success Notification' });
  await expect(success).toBeVisible();
  await success.getByRole('button').click();
  await expect(success).toHaveCount(0);
});

test('[ROUTE-12, DATA-12, VAL-22] Reset Password sends address, password and id, never the second password', async ({
  page,
}) => {
  await page.goto('/reset?username=a%40b.co&id=X');
  await expect(email(page)).toHaveValue('a@b.co');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  const [request] = await Promise.all([page.waitForRequest('**/public/reset-password'), submit(page).click()]);
  expect(request.postDataJSON()).toEqual({ username: 'a@b.co', password: PASSWORD, id: 'X' });
});
