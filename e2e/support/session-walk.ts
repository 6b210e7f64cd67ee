import { expect, type Page } from '@playwright/test';
import { loadProfile, newApplicant } from './applicant.ts';
import { newAddress } from './product.ts';
import { next } from './shell.ts';

/** Makes a started applicant on /about, whose stored last page is another one. */
export async function applicantOnFirstPage(page: Page): Promise<string> {
  const username = newAddress();
  await newApplicant(page, username);
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  await expect.poll(async () => (await loadProfile(page)).last_page).toBe('/education');
  await page.goto('/about#middle_name');
  await expect(page.locator('#middle_name')).toBeFocused();
  return username;
}
