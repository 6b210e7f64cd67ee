import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant } from '../support/applicant.ts';
import { startChangingProduct } from '../support/changing-product.ts';
import { findEnglishOn } from '../support/languages.ts';
import { newAddress } from '../support/product.ts';
import { account, appArrived, logOut, next } from '../support/shell.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker has cached the app's files and serves this page. */
async function filesKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Reads everything in the browser's caches: addresses and contents. */
async function readCaches(page: Page): Promise<{ readonly addresses: string[]; readonly contents: string }> {
  return page.evaluate(async () => {
    const addresses: string[] = [];
    const contents: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        addresses.push(new URL(url).pathname);
        contents.push((await (await cache.match(url))?.text()) ?? '');
      }
    }
    return { addresses, contents: contents.join('\n') };
  });
}

const countKept = (page: Page) =>
  page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length]);

test('[D1] an offline reload shows what was typed in this tab, and saves it once online; the caches hold nothing personal', async ({
  page,
  context,
}) => {
  const username = newAddress();
  // The browser warns before leaving a page with a failed save.
  page.on('dialog', (dialog) => void dialog.accept());
  await newApplicant(page, username);
  await filesKept(page);
  await page.locator('#first_name').fill('Persephone');
  await expect.poll(async () => (await loadProfile(page)).answer.first_name).toBe('Persephone');
  await context.setOffline(true);
  await page.locator('#middle_name').fill('Quill');
  await page.reload();
  await expect(page.getByText("You aren't connected.")).toBeVisible();
  await expect(page.locator('#middle_name')).toHaveValue('Quill');
  // Without a profile, questions aren't counted.
  await expect(page.getByText(/questions? left$/)).toHaveCount(0);
  await page.locator('#last_name').fill('Testperson');
  await expect(page.getByText('Not saved').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('#first_name')).toHaveValue('Persephone');
  await expect
    .poll(async () => (await loadProfile(page)).answer)
    .toMatchObject({ first_name: 'Persephone', middle_name: 'Quill', last_name: 'Testperson' });
  await expect(page.getByText("You aren't connected.")).toHaveCount(0);
  await expect(page.getByText(/questions? left$/).first()).toBeVisible();
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);

  const { addresses, contents } = await readCaches(page);
  expect(addresses).toContain('/index.html');
  expect(
    addresses.filter((address) => !/^\/(assets\/[\w.-]+\.(js|css|woff2)|index\.html|[a-z]+\.svg)$/.test(address)),
  ).toEqual([]);
  expect(contents).not.toMatch(/Persephone|Quill/);
  expect(contents).not.toContain(username);

  await logOut(page);
  await expect.poll(() => countKept(page)).toEqual([0, 0]);
});

test('a visitor who reloads offline continues where they were, and cards open', async ({ page, context }) => {
  await page.goto('/about');
  await appArrived(page);
  await filesKept(page);
  await page.locator('#first_name').fill('Ada');
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('#first_name')).toHaveValue('Ada');
  await account(page).click();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
});

test('a visitor who reads Spanish can do so offline too, and no English page is cached', async ({ page, context }) => {
  await page.goto('/about?lang=es');
  await appArrived(page);
  await filesKept(page);
  await page.locator('#first_name').fill('Ada');
  await context.setOffline(true);
  await page.goto('/education');
  await page.goBack();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tus datos');
  await expect(page.locator('#first_name')).toHaveValue('Ada');
  expect(await findEnglishOn(page)).toEqual([]);
  const { addresses } = await readCaches(page);
  expect(addresses.filter((address) => address.endsWith('.html'))).toEqual(['/index.es.html']);
});

test('[ROUTE-15] a newer version leaves the open page alone, and starts with the next load; turning caching off deletes everything', async ({
  page,
  baseURL,
}) => {
  const product = await startChangingProduct(baseURL ?? '');
  try {
    await page.goto(`${product.origin}/about`);
    await appArrived(page);
    await filesKept(page);
    await page.locator('#first_name').fill('Ada');
    product.update();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update().then(() => {}));
    await expect.poll(() => countKept(page)).toEqual([1, 2]);
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    // This card's script no longer exists on the server.
    await account(page).click();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
    expect(loads).toBe(0);
    await page.goto(`${product.origin}/about`);
    await expect(page.locator('#first_name')).toHaveValue('Ada');
    expect(await page.locator('script[type=module][src]').last().getAttribute('src')).toMatch(/\.newer\.js$/);

    product.turnWorkerOff();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update().then(() => {}));
    await expect.poll(() => countKept(page)).toEqual([0, 0]);
    await expect(page.locator('#first_name')).toHaveValue('Ada');
  } finally {
    product.stop();
  }
});
