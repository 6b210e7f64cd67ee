import { expect, type Page } from '@playwright/test';
import { newAddress } from './product.ts';
import { appArrived, successToast } from './shell.ts';

export const toast = (page: Page) => successToast(page).filter({ hasText: /./ });

/** Shows a success toast, with a clock that the test controls. */
export async function succeed(page: Page): Promise<void> {
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
