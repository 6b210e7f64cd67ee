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
