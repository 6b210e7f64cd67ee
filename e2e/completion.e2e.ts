import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant, saveAnswers } from './support/applicant.ts';
import { form, partner } from './support/product.ts';

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Application' });

/** Opens the last page of a complete application, and waits until it has loaded. */
async function readyToSubmit(page: Page): Promise<void> {
  const username = await newApplicant(page);
  await saveAnswers(page, completeAnswers(form, { email_address: username }));
  await page.goto('/final-steps');
  await expect(submit(page)).toBeVisible();
}

const message = (page: Page) => page.getByLabel('Success Notification').filter({ hasText: /./ });

/** The calls that pages make by themselves: activity, the PDF copy, documents, items and the helper. */
const CALLS_OF_PAGES = /^\/api\/(activity|pdf|pdf\/document-answer\/\w+|document-answer|item|helper)$/;

test('[STATE-04, STATE-05, STATE-08] a complete application is submitted in five steps', async ({ page }) => {
  await readyToSubmit(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || CALLS_OF_PAGES.test(pathname)) return;
    const status = pathname === '/api/web-status' ? ` ${request.postDataJSON().web_status}` : '';
    calls.push(`${request.method()} ${pathname}${status}`);
  });
  await submit(page).click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(message(page)).toBeVisible();
  expect(calls).toEqual([
    'PUT /api/answer',
    'POST /api/web-status validating',
    'POST /api/validations',
    'POST /api/submit',
    'POST /api/web-status submitted',
  ]);
});

test('[STATE-01, ROUTE-06] an application passes through started and validating, and its success is reported once', async ({
  page,
}) => {
  await readyToSubmit(page);
  await submit(page).click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(message(page)).toHaveText('Your application was successfully submitted.');
  const statuses = (await loadProfile(page)).web_status.map((item) => item.web_status);
  expect(statuses).toEqual(['started', 'validating', 'submitted']);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(message(page)).toHaveCount(0);
});

test('[ROUTE-05, REDIR-01] a submitted application shows the completion screen and nothing else', async ({ page }) => {
  await readyToSubmit(page);
  await submit(page).click();
  await expect(page).toHaveURL(/\/completion$/);
  for (const path of ['/about', '/education', '/final-steps', '/nope']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/completion$/);
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('[LAYOUT-21, LAYOUT-24] the completion screen shows the next steps and the confirmation number', async ({
  page,
}) => {
  await readyToSubmit(page);
  await submit(page).click();
  await expect(
    page.getByRole('heading', { name: 'To complete your application, you must take the following steps.' }),
  ).toBeVisible();
  await expect(page.getByText(partner.completion_steps.at(-1)?.title ?? 'no step')).toBeVisible();
  const { confirmation_number } = await loadProfile(page);
  await expect(page.getByText(String(confirmation_number))).toBeVisible();
});
