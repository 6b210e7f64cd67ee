import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, type Page } from '@playwright/test';
import { newApplicant, saveAnswers } from './applicant.ts';
import { form, newAddress } from './product.ts';

export const submit = (page: Page) => page.getByRole('button', { name: 'Submit Application' });

/** Opens the last page of a complete application, and waits until it has loaded. */
export async function readyToSubmit(page: Page): Promise<void> {
  const username = newAddress();
  await newApplicant(page, username);
  await saveAnswers(page, completeAnswers(form, { email_address: username }));
  await page.goto('/final-steps');
  await expect(submit(page)).toBeVisible();
}
