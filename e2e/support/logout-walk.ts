import { expect, type Page } from '@playwright/test';
import { loadProfile, newApplicant } from './applicant.ts';
import { newAddress } from './product.ts';

export const IDLE_MESSAGE = 'You have been automatically logged out due to inactivity.';

/** Makes an applicant with a saved last name, on the first page. */
export async function knownApplicant(page: Page): Promise<string> {
  const username = newAddress();
  await newApplicant(page, username);
  await page.locator('#last_name').fill('Testperson');
  await expect.poll(async () => (await loadProfile(page)).answer.last_name).toBe('Testperson');
  return username;
}

/** Opens the first page with a clock that the test controls. */
export async function withClock(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.clock.install();
  await page.goto('/about#last_name');
  await expect(page.locator('#last_name')).toHaveValue('Testperson');
}
