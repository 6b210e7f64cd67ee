import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant, pressSubmit } from './support/applicant.ts';
import { banner, callsOf, menu, next } from './support/shell.ts';

const summary = (page: Page) => page.getByRole('heading', { name: "We're missing some information!" });

/** Makes an applicant who has submitted too early, and opens the first page. */
async function validatingApplicant(page: Page): Promise<void> {
  await newApplicant(page);
  await submitTooEarly(page);
}

async function submitTooEarly(page: Page): Promise<void> {
  await pressSubmit(page);
  await expect(page).toHaveURL(/\/about$/);
  await expect(summary(page)).toBeVisible();
}

test('[LAYOUT-13, LAYOUT-22, STATE-10] Save and Continue opens the next page, and the welcome is not shown again', async ({
  page,
}) => {
  await newApplicant(page);
  await expect(banner(page)).toBeVisible();
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  await expect(banner(page)).toHaveCount(0);
  await menu(page).getByRole('link', { name: 'Your Information' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(banner(page)).toHaveCount(0);
});

test('[STATE-11, REDIR-14, API-06] Save and Continue saves, posts the validations and stores the last page', async ({
  page,
}) => {
  await newApplicant(page);
  const calls = callsOf(page);
  await page.locator('#last_name').fill('Testperson');
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  expect(calls.filter((call) => call === 'PUT /api/answer')).not.toEqual([]);
  await expect.poll(() => calls).toContain('POST /api/validations');
  await expect.poll(async () => (await loadProfile(page)).last_page).toBe('/education');
  expect((await loadProfile(page)).answer.last_name).toBe('Testperson');
});

test('[LAYOUT-11, LAYOUT-12] the menu saves and posts like the button', async ({ page }) => {
  await newApplicant(page);
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  const calls = callsOf(page);
  await page.locator('#employment').fill('Casey');
  await menu(page).getByRole('link', { name: 'Your Information' }).click();
  await expect(page).toHaveURL(/\/about$/);
  expect(calls).toContain('PUT /api/answer');
  await expect.poll(() => calls).toContain('POST /api/validations');
  expect((await loadProfile(page)).answer.employment).toBe('Casey');
  await expect(banner(page)).toHaveCount(0);
});

test('[STATE-14, API-06, ERR-19] a page change waits for the save; if the save fails, the page stays and says so', async ({
  page,
}) => {
  await newApplicant(page);
  await page.locator('#last_name').fill('Testperson');
  await page.route('**/api/answer', (route) => route.fulfill({ status: 500, json: { message: 'Not now.' } }));
  await next(page).click();
  const toast = page.getByRole('listitem').filter({ hasText: 'Not now.' });
  await expect(toast).toContainText('Error');
  await expect(page).toHaveURL(/\/about$/);
  await toast.getByRole('button').click();
  await page.unroute('**/api/answer');
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  expect((await loadProfile(page)).answer.last_name).toBe('Testperson');
});

test('[STATE-05, STATE-06, STATE-07] an incomplete submission saves, becomes validating and posts the errors', async ({
  page,
}) => {
  await newApplicant(page);
  await page.goto('/final-steps');
  await expect(menu(page)).toBeVisible();
  const calls = callsOf(page);
  const saved: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/answer')) saved.push(request.postDataJSON());
  });
  const posted = page.waitForRequest('**/api/validations');
  await page.locator('#labor_program').check();
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page).toHaveURL(/\/about$/);
  // Before anything is reported missing, the page loads what other tabs have saved (D3).
  const isStep = (call: string) => !call.startsWith('GET ') && !/last-page|activity/.test(call);
  const steps = calls.filter(isStep);
  // The last tick is saved first; leaving its box may have sent a save of its own.
  expect(steps.slice(steps.lastIndexOf('PUT /api/answer')).slice(0, 3)).toEqual([
    'PUT /api/answer',
    'POST /api/web-status',
    'POST /api/validations',
  ]);
  expect(Object.assign({}, ...saved)).toMatchObject({ labor_program: true });
  expect((await posted).postDataJSON()).toMatchObject({
    first_name: ['First Name'],
    hs_name: ['Search for Your School'],
    conviction: ['Have you been convicted of a felony?'],
  });
  expect(calls).not.toContain('POST /api/submit');
});

test('[LAYOUT-01, LAYOUT-23] while validating each page has header, summary, three steps and footer, and no welcome', async ({
  page,
}) => {
  await validatingApplicant(page);
  for (const path of ['/education', '/final-steps', '/about#last_name']) {
    await page.goto(path);
    await page.reload();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(summary(page)).toBeVisible();
    await expect(menu(page).getByRole('link')).toHaveCount(3);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  }
});
