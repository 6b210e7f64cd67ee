import { expect, test } from '@playwright/test';
import { account, appArrived, banner, callsOf, carriedAnswers, menu, next } from '../support/shell.ts';

test.describe('a visitor', () => {
  test('[CONST-20, CONST-19] sees the two questions of a row side by side, 1.62 to 1, from 901 px on', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 901, height: 900 });
    await page.goto('/about');
    const row = page.locator('[data-width=pair]').first();
    const columns = () =>
      row.evaluate((element) => [...element.children].map((child) => child.getBoundingClientRect()));
    const [wide, narrow] = await columns();
    expect(wide?.y).toBeLessThan((narrow?.y ?? 0) + (narrow?.height ?? 0));
    expect(narrow?.x).toBeGreaterThan((wide?.x ?? 0) + (wide?.width ?? 0));
    expect((wide?.width ?? 0) / (narrow?.width ?? 1)).toBeCloseTo(1.62, 2);
    await page.setViewportSize({ width: 900, height: 900 });
    const [upper, lower] = await columns();
    expect(lower?.y).toBeGreaterThanOrEqual((upper?.y ?? 0) + (upper?.height ?? 0));
    expect(lower?.width).toBe(upper?.width);
  });

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

  test('[ROLE-02, STATE-14, STATE-11] Continue and Submit lead to sign-up, and nothing is saved', async ({ page }) => {
    const calls = callsOf(page);
    await page.goto('/about');
    await page.locator('#first_name').fill('Ada');
    await next(page).click();
    await expect(page).toHaveURL(/\/signup$/);
    expect(await carriedAnswers(page)).toEqual({ first_name: 'Ada' });
    await page.goto('/final-steps');
    await page.getByRole('button', { name: 'Submit Application' }).click();
    await expect(page).toHaveURL(/\/signup$/);
    expect(await carriedAnswers(page)).toEqual({ first_name: 'Ada' });
    expect(calls).toEqual([]);
  });

  test('[LAYOUT-21, LAYOUT-27] is asked whether this is the first time, with ways to sign up and to log in', async ({
    page,
  }) => {
    await page.goto('/about');
    await expect(banner(page)).toContainText('Is this your first time here?');
    await banner(page).getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL(/\/signup$/);
    await page.goBack();
    await expect(banner(page).getByRole('link')).toHaveAttribute('href', '/login');
    await banner(page).getByRole('link').click();
    await expect(page).toHaveURL(/\/login$/);
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

  test('[IDLE-01] is never logged out for inactivity', async ({ page }) => {
    await page.clock.install();
    await page.goto('/about');
    await appArrived(page);
    await page.locator('#first_name').fill('Ada');
    await page.clock.runFor(20 * 60_000);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/about$/);
  });
});
