import { expect, test } from '@playwright/test';
import { newApplicant } from '../support/applicant.ts';

test('[D3] far down a page, on a phone and on a laptop, an applicant sees that answers cannot be saved', async ({
  page,
}) => {
  await newApplicant(page);
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
