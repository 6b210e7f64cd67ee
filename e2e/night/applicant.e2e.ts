import { expect, test } from '@playwright/test';
import { newApplicant } from '../support/applicant.ts';
import { submitTooEarly } from '../support/applicant-walk.ts';
import { newAddress } from '../support/product.ts';
import { banner, callsOf, menu } from '../support/shell.ts';

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
    ['parent_first_name', 360],
    ['parent_last_name', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.locator(`#${key}`).fill('Testperson');
    await expect(page.locator(`#${key}`)).toBeInViewport();
    const retry = page.getByRole('button', { name: 'retry' });
    await expect(retry).toBeInViewport({ ratio: 1 });
    await retry.click({ trial: true });
  }
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
