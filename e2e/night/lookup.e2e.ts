import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant } from '../support/applicant.ts';
import { categoriesOf, education, suggestionsFor } from '../support/lookup-walk.ts';
import { newAddress } from '../support/product.ts';

const valuesOf = (page: Page, keys: readonly string[]) =>
  Promise.all(keys.map((key) => page.locator(`[id="${key}"]`).inputValue()));

test('[DATA-21] an address is found, chosen with the keyboard and saved', async ({ page }) => {
  await newApplicant(page, newAddress());
  const categories = categoriesOf(page);
  await expect(await suggestionsFor(page, 'address_line_1', '101 Chestnut Street berea')).toContainText(
    'Berea, KY 40403',
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('#zip')).toHaveValue('40403');
  expect(await valuesOf(page, ['address_line_1', 'city', 'state', 'country'])).toEqual([
    '101 Chestnut Street',
    'Berea',
    'KY',
    'USA',
  ]);
  await expect.poll(async () => (await loadProfile(page)).answer).toMatchObject({ zip: '40403', state: 'KY' });
  expect(categories).toEqual(new Set(['address']));
});

test('[WIDGET-07, FIELD-13, DATA-21] a school is found with two typing errors, chosen with the mouse and saved', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  const categories = categoriesOf(page);
  await education(page);
  const school = await suggestionsFor(page, 'hs_name', 'madson centrl');
  await expect(school).toContainText('Madison Central High School');
  await school.click();
  await expect(page.locator('#hs_city')).toHaveValue('Richmond');
  expect(await valuesOf(page, ['hs_name', 'hs_state', 'hs_country'])).toEqual([
    'Madison Central High School',
    'KY',
    'USA',
  ]);
  await expect.poll(async () => (await loadProfile(page)).answer).toMatchObject({ hs_city: 'Richmond' });
  expect(categories).toEqual(new Set(['hs_ceeb']));
});

test('a school that is not in the list, a college and an address are typed by hand and saved', async ({ page }) => {
  await newApplicant(page, newAddress());
  const fill = (key: string, text: string) => page.locator(`[id="${key}"]`).fill(text);
  await fill('address_line_1', '9 Invented Hollow');
  await fill('city', 'Nowhere');
  await education(page);
  await suggestionsFor(page, 'hs_name', 'Qqxz Home Academy');
  await page.getByRole('option', { name: "I can't find my school" }).click();
  await expect(page.locator('#hs_address_line_1')).toBeFocused();
  await page.keyboard.type('9 Invented Hollow');
  await fill('hs_city', 'Nowhere');
  await page.locator('input[name="college_courses_toggle"][value="yes"]').check();
  await fill('college_name', 'Qqxz College');
  await expect
    .poll(async () => (await loadProfile(page)).answer)
    .toMatchObject({
      address_line_1: '9 Invented Hollow',
      hs_name: 'Qqxz Home Academy',
      hs_address_line_1: '9 Invented Hollow',
      hs_city: 'Nowhere',
      college_name: 'Qqxz College',
    });
});
