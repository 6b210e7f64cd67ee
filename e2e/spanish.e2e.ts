import { expect, type Page, test } from '@playwright/test';
import { appArrived } from './support/shell.ts';

const language = (page: Page) => page.locator('html').getAttribute('lang');

test('a link on a poster leads to the form in Spanish, and what is typed stays when the language changes', async ({
  page,
}) => {
  await page.goto('/?lang=es');
  await appArrived(page);
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tus datos');
  await page.locator('#first_name').fill('Ada');
  const english = page.getByRole('link', { name: 'English', exact: true });
  await expect(english).toHaveAttribute('lang', 'en');
  await expect(english).toHaveAttribute('hreflang', 'en');
  await english.click();
  const spanish = page.getByRole('link', { name: 'Español', exact: true });
  await expect(spanish).toBeFocused();
  expect(await language(page)).toBe('en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Information');
  await expect(page.locator('#first_name')).toHaveValue('Ada');
  await spanish.click();
  await expect(page.locator('#first_name')).toHaveValue('Ada');
  expect(await language(page)).toBe('es');
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar sesión');
});

test('the language changes before the app has arrived, and keeps what is typed', async ({ page, baseURL }) => {
  await page.route(/\/assets\/app-.*\.js$/, (route) => route.abort());
  await page.goto('/about', { waitUntil: 'commit' });
  await page.locator('#first_name').fill('Ada');
  await page.getByRole('link', { name: 'Español', exact: true }).click();
  await expect(page).toHaveURL(`${baseURL}/about?lang=es`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tus datos');
  await expect(page.locator('#first_name')).toHaveValue('Ada');
});

test.describe('with a browser that prefers Spanish', () => {
  test.use({ locale: 'es-MX' });
  test('the first visit is in Spanish', async ({ page }) => {
    await page.goto('/signup');
    expect(await language(page)).toBe('es');
    await expect(page.getByRole('link', { name: 'English', exact: true })).toBeVisible();
  });
});

for (const width of [320, 360, 768, 1280]) {
  test(`the other language is in the header at ${width} px, in one row with the account`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    for (const [name, path] of [
      ['Español', '/about?lang=en'],
      ['English', '/about?lang=es'],
    ] as const) {
      await page.goto(path);
      const other = await page.getByRole('link', { name, exact: true }).boundingBox();
      const account = await page.getByRole('button', { name: /Account|Cuenta/ }).boundingBox();
      expect(other?.y).toBeCloseTo(account?.y ?? 0, 0);
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrolled).toBeLessThanOrEqual(width);
    }
    await page.goto('/login?lang=en');
    await expect(page.getByRole('link', { name: 'Español', exact: true })).toBeInViewport();
  });
}
