import { lookupDetail, lookupFind } from '@firstyear/api-contract/lookup';
import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant } from './support/applicant.ts';
import { newAddress } from './support/product.ts';

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

const valuesOf = (page: Page, keys: readonly string[]) =>
  Promise.all(keys.map((key) => page.locator(`[id="${key}"]`).inputValue()));

const education = async (page: Page) => {
  await page.getByRole('link', { name: 'Your Education' }).click();
  await expect(page).toHaveURL(/\/education$/);
};

/** Records the categories that the page requests from now on. */
function categoriesOf(page: Page): Set<string | null> {
  const categories = new Set<string | null>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === lookupFind.path) categories.add(url.searchParams.get('category'));
  });
  return categories;
}

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

test('[WIDGET-07, FIELD-21, DATA-21] a college is found, chosen with the keyboard and saved', async ({ page }) => {
  await newApplicant(page, newAddress());
  const categories = categoriesOf(page);
  await education(page);
  await page.locator('input[name="college_courses_toggle"][value="yes"]').check();
  await expect(await suggestionsFor(page, 'college_name', 'berea coll')).toContainText('Berea College');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('#college_ceeb')).toHaveValue('1060');
  await expect
    .poll(async () => (await loadProfile(page)).answer)
    .toMatchObject({ college_ceeb: '1060', college_city: 'Berea' });
  expect(categories).toEqual(new Set(['college_ceeb']));
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

test('[FIELD-15] a second and a third school are added, found, chosen and saved with their last grade', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
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
