import { expect, type Page } from '@playwright/test';
import { newApplicant } from './applicant.ts';
import { newAddress } from './product.ts';

export const summary = (page: Page) => page.getByRole('heading', { name: "We're missing some information!" });

/** Makes an applicant who has submitted too early, and opens the first page. */
export async function validatingApplicant(page: Page): Promise<void> {
  await newApplicant(page, newAddress());
  await submitTooEarly(page);
}

async function submitTooEarly(page: Page): Promise<void> {
  await page.goto('/final-steps');
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(summary(page)).toBeVisible();
}
