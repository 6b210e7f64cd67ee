import { expect, test } from '@playwright/test';
import { account, menu } from '../support/shell.ts';

test.describe('a visitor', () => {
  test('[LAYOUT-04] going back before the card has opened shows the page as it was, without the popover', async ({
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

  test('[LAYOUT-09] leaves a page from the menu that has changed the address but is not drawn yet', async ({
    page,
  }) => {
    await page.goto('/about');
    await expect(menu(page).getByRole('link', { name: 'Your Information' })).toBeVisible();
    await page.evaluate(() => {
      const back = document.querySelector<HTMLElement>('nav a[href="/about"]');
      const replaceState = history.replaceState.bind(history);
      history.replaceState = (...entry) => {
        replaceState(...entry);
        if (location.pathname !== '/education') return;
        history.replaceState = replaceState;
        queueMicrotask(() => back?.click());
      };
    });
    await menu(page).getByRole('link', { name: 'Your Education' }).click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Information');
  });

  test('[ROUTE-15] the script of a page is fetched on navigation', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const has = (name: string) => scripts.some((script) => script.includes(`/${name}-`));
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    const fetched = () => ['login', 'signup', 'form', 'completion'].filter(has);
    expect(fetched()).toEqual(['login']);
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
    await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible();
    expect(fetched()).toEqual(['login', 'signup']);
    // One script draws all pages of the form: they differ only in data.
    await page.goto('/about');
    await expect(menu(page)).toBeVisible();
    expect(fetched()).toEqual(['login', 'signup', 'form']);
  });
});
