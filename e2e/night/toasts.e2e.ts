import { expect, test } from '@playwright/test';
import { succeed, toast } from '../support/toasts-walk.ts';

test('[TOAST-01, CONST-14] a success toast disappears after five seconds', async ({ page }) => {
  await succeed(page);
  await page.clock.runFor(4000);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(1000);
  await expect(toast(page)).toHaveCount(0);
});

test('[ROUTE-16, TOAST-03, CONST-14] an invalid link is reported for five minutes, and the form stays usable', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/about?token=nonsense');
  const error = page.getByRole('listitem').filter({ hasText: "This link isn't valid or has expired." });
  await expect(error).toContainText('Error');
  await page.locator('#first_name').fill('Ada');
  await page.mouse.move(1, 1);
  await page.clock.runFor(290_000);
  await expect(error).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(error).toHaveCount(0);
});
