import type { LanguageCode } from '@firstyear/words';
import { type Browser, expect, type Page, type Request, test } from '@playwright/test';
import { beginSession, createAccount, logIn } from '../support/applicant.ts';
import { openEarly } from '../support/early-page.ts';
import { englishTexts, findEnglish, spanishTexts } from '../support/languages.ts';
import { newAddress, partner } from '../support/product.ts';
import { appArrived } from '../support/shell.ts';

const language = (page: Page) => page.locator('html').getAttribute('lang');

test('the language can change before the app has started, and keeps input, focus and scroll position', async ({
  page,
  baseURL,
}) => {
  await page.route(/\/assets\/app-.*\.js$/, (route) => route.abort());
  await page.goto('/about', { waitUntil: 'commit' });
  await page.locator('#first_name').fill('Ada');
  await page.evaluate(() => window.scrollTo(0, 500));
  // Like a screen reader, this doesn't scroll to the link.
  await page.getByRole('link', { name: 'Español', exact: true }).evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(`${baseURL}/about?lang=es`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tus datos');
  await expect(page.locator('#first_name')).toHaveValue('Ada');
  await expect(page.getByRole('link', { name: 'English', exact: true })).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(500);
});

test('a card keeps the email address and why it was refused, but no password, when the language changes, even before the app has started', async ({
  page,
}) => {
  const fill = async (email: string) => {
    await page.locator('#username').fill(email);
    await page.locator('#password').fill('Quiet-harbor-42-lantern');
  };
  const expectKept = async (email: string, link: string) => {
    await expect(page.getByRole('link', { name: link, exact: true })).toBeFocused();
    await expect(page.locator('#username')).toHaveValue(email);
    await expect(page.locator('#password')).toHaveValue('');
  };
  const release = await openEarly(page, '/login?lang=en');
  await fill('ada@mail.example');
  await page.getByRole('link', { name: 'Español', exact: true }).click();
  await expectKept('ada@mail.example', 'English');
  release();
  await appArrived(page);
  await expectKept('ada@mail.example', 'English');
  await fill('augusta@mail.example');
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  const refusal = page.getByRole('alert').locator('p');
  const said = /El correo electrónico y la contraseña no coinciden/;
  await expect(refusal).toHaveText(said);
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click();
  await page.getByRole('link', { name: 'English', exact: true }).click();
  await expect(refusal).toHaveText(said);
  await expect(refusal).toHaveAttribute('lang', 'es');
  await expectKept('augusta@mail.example', 'Español');
  const storage = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(storage).not.toContain('harbor');
  expect(storage).not.toContain('augusta');
});

test('another device switches to the language of the account after the login', async ({ page, browser }) => {
  const username = newAddress();
  await page.goto('/login?lang=es');
  await createAccount(page.request, username);
  await beginSession(page.request, username);
  const elsewhere = await browser.newPage();
  await elsewhere.goto('/login');
  expect(await language(elsewhere)).toBe('en');
  await logIn(elsewhere, username);
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Tus datos');
  await expect(elsewhere).toHaveURL(/\/about$/);
  await expect(elsewhere.getByText('Iniciaste sesión.', { exact: true })).toBeVisible();
  await elsewhere.close();
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
      const account = await page.getByRole('button', { name: /^(Account|Cuenta)$/ }).boundingBox();
      expect(other?.y).toBeCloseTo(account?.y ?? 0, 0);
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrolled).toBeLessThanOrEqual(width);
    }
    await page.goto('/login?lang=en');
    await expect(page.getByRole('link', { name: 'Español', exact: true })).toBeInViewport();
  });
}

/** Measures the first screen in a language: the bytes until its app runs, and the texts in all its scripts. */
async function firstScreenIn(language: LanguageCode, browser: Browser) {
  const page = await browser.newPage();
  const fetched: Request[] = [];
  page.on('request', (request) => fetched.push(request));
  await page.goto(`/about?lang=${language}`, { waitUntil: 'networkidle' });
  await appArrived(page);
  const scripts = fetched.filter((request) => request.resourceType() === 'script');
  const code = await Promise.all(scripts.map(async (request) => (await request.response())?.text()));
  // Once it runs, the app loads the stylesheets.
  const untilAppRuns = fetched.slice(
    0,
    fetched.findIndex((request) => request.resourceType() === 'stylesheet'),
  );
  const sizes = await Promise.all(untilAppRuns.map((request) => request.sizes()));
  await page.close();
  const holds = (text: string) => /^[^'"`\\]{20,}$/.test(text) && code.some((script) => script?.includes(text));
  return {
    bytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
    english: [...englishTexts].filter((text) => !spanishTexts.has(text) && holds(text)),
    spanish: [...spanishTexts].filter((text) => !englishTexts.has(text) && holds(text)),
  };
}

test('each visitor loads one language, and a Spanish one at most 12 kB more than an English one until the app runs', async ({
  browser,
}) => {
  const [english, spanish] = [await firstScreenIn('en', browser), await firstScreenIn('es', browser)];
  test
    .info()
    .annotations.push({ type: 'bytes', description: `${english.bytes} in English, ${spanish.bytes} in Spanish` });
  expect(english.spanish).toEqual([]);
  expect(spanish.english).toEqual([]);
  expect(Math.min(english.english.length, spanish.spanish.length)).toBeGreaterThan(100);
  expect(spanish.bytes - english.bytes).toBeLessThan(12_000);
});

test('English text is found as part of a line, with its values, and as a whole line; Spanish and names are ignored', () => {
  const english = ['Page 3 of 12', '· Your agreement', 'Saved at 3:20 PM', 'School 2 added', 'Mexico', 'March 1, 2027'];
  expect(findEnglish(english)).toHaveLength(english.length);
  const spanish = [
    'Página 3 de 12',
    '· Tu consentimiento',
    'a las 11:59 p.m.',
    'junio 2026',
    '[X] No',
    'México',
    'English',
  ];
  expect(findEnglish([...spanish, 'Ada Testperson', partner.name, 'Escuela secundaria (high school)'])).toEqual([]);
});
