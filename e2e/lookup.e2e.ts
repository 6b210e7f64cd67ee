import { lookupDetail, lookupFind } from '@firstyear/api-contract/lookup';
import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant } from './support/applicant.ts';

/** Types into the field as a person does and waits for its suggestions. */
async function suggestionsFor(page: Page, key: string, typed: string) {
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

const education = async (page: Page) => {
  await page.getByRole('link', { name: 'Your Education' }).click();
  await expect(page).toHaveURL(/\/education$/);
};

test('[WIDGET-09, FIELD-15] a second and a third school are added, found, chosen and saved with their last grade', async ({
  page,
}) => {
  await newApplicant(page);
  // The starter file has no codes of high schools, so the response gets one on its way.
  const record = { ceeb: '189999', address_line_1: '705 Invented Avenue', zip: '40475' };
  await page.route(
    (url) => url.pathname === lookupFind.path && url.searchParams.has('id'),
    async (route) => {
      const response = await route.fetch();
      const detail = lookupDetail.response.parse(await response.json());
      await route.fulfill({ response, json: { ...detail, ...record } });
    },
  );
  await education(page);
  const addAnother = page.getByRole('button', { name: 'Add Another School' });
  for (const [position, prefix] of ['hs_2_', 'hs_3_'].entries()) {
    await addAnother.click();
    await expect(page.locator('[data-repeater="schools"]')).toHaveCount(position + 2);
    await (await suggestionsFor(page, `${prefix}name`, 'madison central')).click();
    await expect(page.locator(`[id="${prefix}ceeb"]`)).toHaveValue(record.ceeb);
    await page.locator(`[id="${prefix}last_grade"]`).selectOption('10');
    await expect
      .poll(async () => (await loadProfile(page)).answer)
      .toMatchObject({
        [`${prefix}ceeb`]: record.ceeb,
        [`${prefix}address_line_1`]: record.address_line_1,
        [`${prefix}city`]: 'Richmond',
        [`${prefix}state`]: 'KY',
        [`${prefix}name`]: 'Madison Central High School',
        [`${prefix}zip`]: record.zip,
        [`${prefix}country`]: 'USA',
        [`${prefix}last_grade`]: '10',
      });
  }
});
