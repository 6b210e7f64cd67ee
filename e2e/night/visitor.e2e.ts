import { expect, test } from '@playwright/test';
import { account } from '../support/shell.ts';

test('[LAYOUT-04] a visitor who goes back before the card has opened sees the page as it was, without the popover', async ({
  page,
}) => {
  await page.goto('/about');
  await page.locator('#first_name').fill('Ada');
  await page.route(/\/assets\/login-.*\.js$/, () => {});
  await account(page).click();
  const popover = page.getByRole('region', { name: 'Account' });
  await popover.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await expect(popover).toHaveCount(0);
  await account(page).click();
  await expect(popover).toBeVisible();
  await expect(page.locator('#first_name')).toHaveValue('Ada');
});
