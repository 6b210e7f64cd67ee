import { lookupFind } from '@firstyear/api-contract/lookup';
import { expect, type Page } from '@playwright/test';

/** Types into the field as a person does and waits for its suggestions. */
export async function suggestionsFor(page: Page, key: string, typed: string) {
  const field = page.locator(`[id="${key}"]`);
  await field.click();
  await expect(field).toHaveRole('combobox');
  // Suggestions for the beginning of the text may come before.
  const answered = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url());
    return pathname === lookupFind.path && searchParams.get('text') === typed;
  });
  await field.pressSequentially(typed, { delay: 20 });
  await (await answered).finished();
  const first = page
    .getByRole('listbox', { name: /^Suggested/ })
    .getByRole('option')
    .first();
  await expect(first).toBeVisible();
  return first;
}

export const education = async (page: Page) => {
  await page.getByRole('link', { name: 'Your Education' }).click();
  await expect(page).toHaveURL(/\/education$/);
};
