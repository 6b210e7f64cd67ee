import { expect, test } from '@playwright/test';
import { type FilledOffice, fillOffice } from '../support/filled-office.ts';
import { findCutOffTexts, findOverflow, findSmallTargets } from '../support/measure.ts';
import { openList } from '../support/office-screen.ts';
import { OFFICE_SCREENS } from '../support/office-screens.ts';
import { findViolations } from '../support/violations.ts';

// One after the other: they share an office that takes a while to fill.
test.describe.configure({ mode: 'default' });

let office: FilledOffice;
test.beforeAll(async ({ browser }) => {
  office = await fillOffice(browser);
});

for (const { name, role, open } of OFFICE_SCREENS) {
  test(`${name} is accessible from a phone to a wide window`, async () => {
    const context = await office.contextOf(role, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await open(page, office);
    expect.soft(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect.soft(await findOverflow(page)).toEqual([]);
    expect.soft(await findCutOffTexts(page)).toEqual([]);
    expect.soft(await findSmallTargets(page)).toEqual([]);
    await context.close();
  });
}

test('the keyboard walks from the list into an application and back to its row, with single keys and without', async () => {
  const context = await office.contextOf('clerk', { viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await openList(page, office);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.blur();
  const rows = page.locator('[data-row-link]');
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('j', 'j');
  await expect(rows.nth(1)).toBeFocused();
  await press('k');
  await expect(rows.nth(0)).toBeFocused();
  await press('j');
  const name = (await rows.nth(1).textContent()) ?? '';
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await press('n');
  await expect(page.getByLabel('New note')).toBeFocused();
  await page.getByLabel('New note').blur();
  await press('u');
  await expect(rows.nth(1)).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  // Next and previous application, which come later than the application, then back to the list.
  for (const way of ['Next application', 'Previous application']) {
    await expect(page.getByRole('link', { name: way })).toBeVisible();
  }
  await press('Shift+Tab', 'Shift+Tab', 'Shift+Tab');
  await expect(page.getByRole('link', { name: 'Back to the list' })).toBeFocused();
  await press('Enter');
  await expect(rows.nth(1)).toBeFocused();
  await press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await press('a');
  await expect(page.getByRole('button', { name: 'Label…', exact: true })).toBeFocused();

  await page.getByRole('button', { name: 'Grace Clerk' }).press('Enter');
  await page.getByRole('checkbox', { name: /^Use single keys/ }).press('Space');
  await press('Escape');
  for (const turn of ['Turn on single keys', 'Turn off single keys']) {
    await page.getByRole('button', { name: turn }).press('Enter');
  }
  await rows.nth(1).focus();
  await press('j', '/');
  await expect(rows.nth(1)).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await context.close();
});
