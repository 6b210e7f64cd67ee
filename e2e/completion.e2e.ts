import { completeAnswers } from '@firstyear/application-form/testing';
import { expect, test } from '@playwright/test';
import { newApplicant, saveAnswers, storedProfile } from './support/applicant.ts';
import { newAddress, PASSWORD, partner } from './support/product.ts';

test('[STATE-01, STATE-04, STATE-05, STATE-08, ROUTE-05, ROUTE-06, REDIR-01, LAYOUT-21, LAYOUT-24] a complete application is submitted in its five steps; from then on there is only the completion screen', async ({
  page,
}) => {
  const username = newAddress();
  await newApplicant(page, username);
  await saveAnswers(page, completeAnswers(partner, { email_address: username }));

  await page.goto('/final-steps');
  const submit = page.getByRole('button', { name: 'Submit Application' });
  // What the page loads for itself is over once it is drawn.
  await expect(submit).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname === '/api/activity' || pathname === '/api/pdf') return;
    const named = pathname === '/api/web-status' ? ` ${request.postDataJSON().web_status}` : '';
    calls.push(`${request.method()} ${pathname}${named}`);
  });
  await submit.click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(page.getByLabel('Success Notification').filter({ hasText: /./ })).toHaveText(
    'Your application was successfully submitted.',
  );
  expect(calls).toEqual([
    'PUT /api/answer',
    'POST /api/web-status validating',
    'POST /api/validations',
    'POST /api/submit',
    'POST /api/web-status submitted',
  ]);
  await expect(
    page.getByRole('heading', { name: 'To complete your application, you must take the following steps.' }),
  ).toBeVisible();
  await expect(page.getByText(partner.completion_steps[0].title)).toBeVisible();
  const { confirmation_number } = await storedProfile(page);
  await expect(page.getByText(String(confirmation_number))).toBeVisible();

  for (const path of ['/about', '/education', '/final-steps', '/nope']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/completion$/);
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByLabel('Success Notification').filter({ hasText: /./ })).toHaveCount(0);
});

test('[LAYOUT-26, DATA-03, STATE-03] a second login is asked to finish today, and is not started again', async ({
  page,
}) => {
  const username = newAddress();
  await newApplicant(page, username);
  await expect(page.getByRole('heading', { name: 'Way to go!' })).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.getByLabel('Email', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Submit' }).click();
  const welcome = page.getByRole('complementary', { name: 'Welcome' });
  await expect(welcome).toContainText("We're waiting for your application!");
  await expect(welcome).toContainText(
    'Please finish applying today so we can get right to work on your admission decision!',
  );
  expect((await storedProfile(page)).successful_login).toHaveLength(2);
  expect(calls).not.toContain('/api/web-status');
});
