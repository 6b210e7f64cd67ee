import { expect, test } from '@playwright/test';
import { loadProfile, newApplicant } from '../support/applicant.ts';
import { submitTooEarly, summary, validatingApplicant } from '../support/applicant-walk.ts';
import { NO_RESPONSE } from '../support/call.ts';
import { newAddress, partner } from '../support/product.ts';
import { banner, callsOf, menu, next } from '../support/shell.ts';

test('[STATE-03, LAYOUT-25] an applicant who logs in for the first time is welcomed, and the application is started', async ({
  page,
}) => {
  const calls = callsOf(page);
  await newApplicant(page, newAddress());
  await expect(banner(page)).toContainText('Way to go!');
  for (const words of partner.welcome ? [partner.welcome.first_login] : [/no fee/i, /no essay/i]) {
    await expect(banner(page)).toContainText(words);
  }
  await expect
    .poll(async () => (await loadProfile(page)).web_status.map((item) => item.web_status))
    .toEqual(['started']);
  expect(calls.filter((call) => call === 'POST /api/web-status')).toHaveLength(1);
});

test('[LAYOUT-12] the first use of the menu closes the welcome', async ({ page }) => {
  await newApplicant(page, newAddress());
  await expect(banner(page)).toBeVisible();
  await menu(page).getByRole('link', { name: 'Your Education' }).click();
  await expect(page).toHaveURL(/\/education$/);
  await expect(banner(page)).toHaveCount(0);
});

test('[D3] far down a page, on a phone and on a laptop, an applicant sees that answers cannot be saved', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  await page.route('**/api/answer', (route) => route.abort());
  for (const [key, width] of [
    ['guardian_first_name', 360],
    ['guardian_last_name', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.locator(`#${key}`).fill('Testperson');
    await expect(page.locator(`#${key}`)).toBeInViewport();
    const retry = page.getByRole('button', { name: 'retry' });
    await expect(retry).toBeInViewport({ ratio: 1 });
    await retry.click({ trial: true });
  }
});

test('a save that stalls times out after 30 s: the page says so, and the button continues to the next page', async ({
  page,
}) => {
  await page.clock.install();
  await newApplicant(page, newAddress());
  // Neither a response nor an error.
  await page.route('**/api/**', () => {});
  const isSent = () => page.waitForRequest('**/api/answer');
  const first = isSent();
  await page.locator('#last_name').fill('Testperson');
  await next(page).click();
  await first;
  await expect(next(page)).toBeDisabled();
  // Leaving the field started a save; the button waits for it, and then saves once itself.
  const second = isSent();
  await page.clock.runFor(30_000);
  await second;
  await page.clock.runFor(30_000);
  const toast = page.getByRole('listitem').filter({ hasText: "We didn't hear back from the application." });
  await expect(toast).toContainText('Error');
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator('#last_name')).toHaveValue('Testperson');
  await page.unroute('**/api/**');
  // A retry of the autosave may be stalling too.
  await page.clock.runFor(30_000);
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  expect((await loadProfile(page)).answer.last_name).toBe('Testperson');
});

test('[D24] the message that answers could not be saved stays until they are, even if another call gets a response', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  const pressed = Promise.withResolvers<void>();
  let isAway = true;
  await page.route('**/api/answer', async (route) => {
    if (isAway) return route.abort();
    // Holds the autosave until the press, so that the toast can't disappear before.
    await pressed.promise;
    await route.continue();
  });
  await page.locator('#employment').fill('Casey');
  await next(page).click();
  const toast = page.getByRole('listitem').filter({ hasText: NO_RESPONSE });
  await expect(toast).toBeVisible();
  const suggestions = page.waitForResponse('**/lookup/find?*');
  await page.locator('#hs_name').pressSequentially('Sample');
  await (await suggestions).finished();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(toast).toBeVisible();
  await expect(page.getByText('Not saved', { exact: true }).first()).toBeVisible();
  isAway = false;
  await page.getByRole('button', { name: 'retry' }).click();
  pressed.resolve();
  await expect(page.getByText(/^Saved /).first()).toBeVisible();
  await expect(toast).toHaveCount(0);
  expect((await loadProfile(page)).answer.employment).toBe('Casey');
});

test('[REDIR-12, REDIR-13, SESSION-02] a new tab opens the last page; a reload of another page stays there', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  await expect.poll(async () => (await loadProfile(page)).last_page).toBe('/education');
  const tab = await page.context().newPage();
  await tab.goto('/');
  await expect(tab).toHaveURL(/\/education$/);
  await menu(tab).getByRole('link', { name: 'Your Information' }).click();
  await expect(tab).toHaveURL(/\/about$/);
  await tab.goto('/final-steps');
  await expect(menu(tab)).toBeVisible();
  await expect(tab).toHaveURL(/\/final-steps$/);
});

test('[STATE-02] the number of distinct statuses decides how the pages behave', async ({ page }) => {
  await newApplicant(page, newAddress());
  let statuses: readonly string[] = [];
  await page.route('**/api/profile', async (route) => {
    const response = await route.fetch();
    const web_status = statuses.map((status) => ({ web_status: status, created_at: '2026-11-20T12:00:00Z' }));
    await route.fulfill({ response, json: { ...(await response.json()), web_status } });
  });
  const calls = callsOf(page);
  const cases = [
    { listed: [], path: '/about', isWelcomed: true, hasSummary: false, starts: true },
    { listed: ['started', 'started'], path: '/about', isWelcomed: true, hasSummary: false, starts: false },
    { listed: ['started', 'validating', 'foo'], path: '/about', isWelcomed: false, hasSummary: true, starts: false },
    { listed: ['started', 'validating', 'submitted'], path: '/completion', hasSummary: false, starts: false },
  ];
  for (const { listed, path, isWelcomed, hasSummary, starts } of cases) {
    statuses = listed;
    await page.goto('about:blank');
    calls.length = 0;
    await page.goto('/about#last_name');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    await expect(summary(page)).toHaveCount(hasSummary ? 1 : 0);
    if (isWelcomed !== undefined) await expect(banner(page)).toHaveCount(isWelcomed ? 1 : 0);
    if (starts) await expect.poll(() => calls).toContain('POST /api/web-status');
    else expect(calls).not.toContain('POST /api/web-status');
  }
});

test('[REDIR-02] /completion sends a started applicant to the default route', async ({ page }) => {
  await newApplicant(page, newAddress());
  await page.goto('/completion');
  await expect(page).toHaveURL(/\/about$/);
  await expect(menu(page)).toBeVisible();
  await expect(page).toHaveURL(/\/about$/);
});

test('[STATE-09, REDIR-15, LAYOUT-16] an incomplete submission leads to the first page, whose summary says what is missing', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  const calls = callsOf(page);
  await submitTooEarly(page);
  expect(calls).not.toContain('POST /api/submit');
  await expect(page.getByRole('region', { name: "We're missing some information!" })).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
});

test('[LAYOUT-20] the summary appears after the first attempt to submit, and not before', async ({ page }) => {
  await newApplicant(page, newAddress());
  await page.goto('/final-steps');
  await expect(menu(page)).toBeVisible();
  await expect(summary(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(summary(page)).toBeVisible();
});

test('[STATE-06] submitting again while validating does not post the status again', async ({ page }) => {
  await validatingApplicant(page);
  const calls = callsOf(page);
  await submitTooEarly(page);
  expect(calls).toContain('POST /api/validations');
  expect(calls).not.toContain('POST /api/web-status');
});

test('[LAYOUT-18, STATE-13] a link of the summary opens its page at the question', async ({ page }) => {
  await validatingApplicant(page);
  await page.getByRole('main').getByRole('link', { name: 'Search for Your School' }).click();
  await expect(page).toHaveURL(/\/education#hs_name$/);
  await expect(page.locator('#hs_name')).toBeFocused();
  await expect(page.locator('#hs_name')).toBeInViewport();
  await expect(page.locator('#hs_name-error p')).toHaveText('Search for Your School');
});

test('[STATE-12, STATE-13] while validating, a cleared answer is an error at once, which is posted', async ({
  page,
}) => {
  await validatingApplicant(page);
  await page.goto('/education');
  const error = page.locator('#hs_name-error p');
  await expect(error).toHaveText('Search for Your School');
  const bodyWith = (isWrong: boolean) =>
    page.waitForRequest(
      (request) =>
        request.url().endsWith('/api/validations') && Object.hasOwn(request.postDataJSON(), 'hs_name') === isWrong,
    );
  const right = bodyWith(false);
  await page.locator('#hs_name').fill('Sampleton High School');
  await expect(error).toHaveCount(0);
  await right;
  const wrong = bodyWith(true);
  await page.locator('#hs_name').fill('');
  await expect(error).toHaveText('Search for Your School');
  expect((await wrong).postDataJSON().hs_name).toEqual(['Search for Your School']);
});
