import { expect, type Page, test } from '@playwright/test';
import { newAddress } from './support/product.ts';
import { appArrived, successToast } from './support/shell.ts';

const toast = (page: Page) => successToast(page).filter({ hasText: /./ });

/** Shows a success toast, with a clock that the test controls. */
async function succeed(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/login');
  await appArrived(page);
  await page.getByLabel('Email', { exact: true }).fill(newAddress());
  // From here on, only runFor advances the clock.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Resend confirmation code' }).click();
  const isShown = async () => {
    await page.clock.runFor(100);
    return toast(page).isVisible();
  };
  await expect.poll(isShown, { intervals: [100] }).toBe(true);
  await page.clock.runFor(300);
}

async function drag(page: Page, distance: number): Promise<void> {
  const box = await toast(page).boundingBox();
  if (!box) throw new Error('The toast has no box.');
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const part of [0.3, 0.6, 1]) await page.mouse.move(x + distance * part, y);
  await page.mouse.up();
  await page.mouse.move(5, 5);
}

test('[TOAST-01, CONST-14] a success toast disappears after five seconds', async ({ page }) => {
  await succeed(page);
  await page.clock.runFor(4000);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(1000);
  await expect(toast(page)).toHaveCount(0);
});

test('[TOAST-02, CONST-15] F8 moves the focus to a toast, and dragging it far enough to the right closes it', async ({
  page,
}) => {
  await succeed(page);
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /Notifications/ }).locator('ol')).toBeFocused();
  await drag(page, -90);
  await expect(toast(page)).toBeVisible();
  await drag(page, 40);
  await expect(toast(page)).toBeVisible();
  await drag(page, 60);
  await page.clock.runFor(300);
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
