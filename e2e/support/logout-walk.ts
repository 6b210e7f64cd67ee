import { expect, type Page } from '@playwright/test';
import { loadProfile, newApplicant } from './applicant.ts';
import { newAddress, partner } from './product.ts';
import { menu } from './shell.ts';

export const IDLE_MESSAGE = 'You have been automatically logged out due to inactivity.';

/** Makes an applicant with a saved last name, on the first page. */
export async function knownApplicant(page: Page): Promise<string> {
  const username = newAddress();
  await newApplicant(page, username);
  await page.locator('#last_name').fill('Testperson');
  await expect.poll(async () => (await loadProfile(page)).answer.last_name).toBe('Testperson');
  return username;
}

/** Navigates from a card to the first page without a reload, which would show answers that are left in memory. */
export async function backToForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: partner.name }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(menu(page)).toBeVisible();
}

/** Opens the first page with a clock that the test controls. */
export async function withClock(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.clock.install();
  await page.goto('/about#last_name');
  await expect(page.locator('#last_name')).toHaveValue('Testperson');
}
