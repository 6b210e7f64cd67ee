import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant, saveAnswers } from '../support/applicant.ts';
import { form } from '../support/product.ts';
import { account, appArrived, carriedAnswers, menu } from '../support/shell.ts';
import { fileInput, openTabOf, TRANSCRIPT } from '../support/uploads.ts';

/** The form's pages share one script; the cards and the completion screen have their own. */
const LOGIN_SCRIPT = '**/assets/login-*.js';

/** Simulates an update: a script that the page hasn't fetched yet is gone, and the server has a new page. */
async function updateProduct(page: Page, script: string): Promise<void> {
  // A reload fetches everything again.
  const loads = loadsOf(page);
  await page.route(script, (route) => (loads.count > 0 ? route.continue() : route.fulfill({ status: 404, body: '' })));
  await page.route(
    (url) => url.pathname === '/',
    (route) => route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-newer.js">' }),
  );
}

/** Counts the page loads of the tab from now on. */
function loadsOf(page: Page): { count: number } {
  const loads = { count: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.count += 1;
  });
  return loads;
}

async function serverLog(): Promise<string> {
  return readFile(path.join(process.env.E2E_DATA_DIR ?? '', 'logs/web.log'), 'utf8');
}

test('[ROUTE-15] a page whose script was replaced by a newer version opens after one reload, with the answers of a visitor', async ({
  page,
}) => {
  await page.goto('/about');
  await menu(page).getByRole('link', { name: 'Submit' }).click();
  await page.locator('#legal_agree').check();
  await page.evaluate(() => document.querySelector('#legal_agree')?.scrollIntoView());
  await updateProduct(page, LOGIN_SCRIPT);
  const loads = loadsOf(page);
  await account(page).click();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  expect(loads.count).toBe(1);
  expect(await carriedAnswers(page)).toEqual({ legal_agree: true });
});

test('[ROUTE-15] an applicant who submits after an update arrives after one reload, with every answer', async ({
  page,
}) => {
  const username = await newApplicant(page);
  await saveAnswers(page, completeAnswers(form, { email_address: username, middle_name: 'Quill' }));
  await page.goto('/final-steps');
  await updateProduct(page, '**/assets/completion-*.js');
  const loads = loadsOf(page);
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(
    page
      .getByRole('main')
      .getByText(/confirmation number/i)
      .first(),
  ).toBeVisible();
  expect(loads.count).toBe(1);
  expect((await loadProfile(page)).answer.middle_name).toBe('Quill');
});

test('[ROUTE-15] the upload and the suggestions of a newer version work after one reload, and no input is lost', {
  tag: '@tabs',
}, async ({ page }) => {
  await newApplicant(page);
  await menu(page).getByRole('link', { name: 'Your Education' }).click();
  await updateProduct(page, '**/assets/document-input-*.js');
  let loads = loadsOf(page);
  await page.locator('#employment').fill('Casey');
  await openTabOf(page, TRANSCRIPT.key);
  await expect(fileInput(page)).toBeAttached();
  expect(loads.count).toBe(1);
  await expect(page.locator('#employment')).toHaveValue('Casey');

  // The next update: this tab reloads for it too, but once.
  await page.evaluate(() => sessionStorage.removeItem('reloaded-from'));
  await updateProduct(page, '**/assets/lookup-combobox-*.js');
  loads = loadsOf(page);
  await page.locator('#hs_name').pressSequentially('Sample');
  await expect.poll(() => loads.count).toBe(1);
  await expect(page.locator('#hs_name')).toHaveValue(/^S/);
  await page.locator('#hs_name').focus();
  await expect(page.locator('#hs_name')).toHaveRole('combobox');
  expect(loads.count).toBe(1);
});

/** The script that starts the app, and the one with the form. */
const ENTRY_SCRIPT = '**/assets/app-*.js';
const FORM_SCRIPT = '**/assets/form-*.js';

/** Opens a prerendered page after an update: one of its scripts is gone, which it notices once scripts are released. */
async function openOutdated(
  page: Page,
  path: string,
  isGone: () => boolean,
  script = ENTRY_SCRIPT,
): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await updateProduct(page, '**/nothing');
  await page.route(script, async (route) => {
    await released.promise;
    await (isGone() ? route.fulfill({ status: 404, body: '' }) : route.continue());
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  return released.resolve;
}

for (const { name, script } of [
  { name: 'first script', script: ENTRY_SCRIPT },
  { name: 'form', script: FORM_SCRIPT },
]) {
  test(`a prerendered page whose ${name} was replaced by a newer version starts after one reload, with what was typed`, async ({
    page,
  }) => {
    let loads = { count: 0 };
    const release = await openOutdated(page, '/about', () => loads.count === 0, script);
    loads = loadsOf(page);
    await page.locator('#first_name').fill('Ada');
    const reloaded = page.waitForEvent('framenavigated');
    release();
    await reloaded;
    await appArrived(page);
    await expect(page.locator('#first_name')).toHaveValue('Ada');
    await page.locator('#last_name').fill('Testperson');
    expect(loads.count).toBe(1);
  });
}

test('a prerendered page whose first script stays missing reloads once, and then retries with back-off', async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  let requests = 0;
  page.on('request', (request) => {
    if (/\/assets\/app-.*\.js$/.test(request.url())) requests += 1;
  });
  const release = await openOutdated(page, '/about', () => true);
  const loads = loadsOf(page);
  const reloaded = page.waitForEvent('framenavigated');
  release();
  await reloaded;
  await expect(page.getByText("Part of this page couldn't be loaded.")).toBeVisible();
  await page.locator('#first_name').fill('Ada');
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const before = requests;
    const failed = page.evaluate(
      () => new Promise<void>((resolve) => addEventListener('error', () => resolve(), { capture: true, once: true })),
    );
    await page.clock.runFor(seconds * 1000 - 100);
    expect(requests).toBe(before);
    await page.clock.runFor(100);
    await failed;
    expect(requests).toBe(before + 1);
  }
  expect(loads.count).toBe(1);
  await expect(page.locator('#first_name')).toHaveValue('Ada');
});

test('if the browser blocks storage, a page of an older version keeps what was typed, and says that it has to be reloaded', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Blocked.', 'SecurityError');
    };
    Object.defineProperty(window, 'sessionStorage', { get });
  });
  const release = await openOutdated(page, '/about', () => true);
  const loads = loadsOf(page);
  await page.locator('#first_name').fill('Ada');
  release();
  await expect(page.getByText('This page has been updated.')).toBeVisible();
  await expect(page.locator('#first_name')).toHaveValue('Ada');
  expect(loads.count).toBe(0);
});

test('a card of an older version with input is not reloaded: it says that it has to be', async ({ page }) => {
  const release = await openOutdated(page, '/login', () => true);
  const loads = loadsOf(page);
  await page.locator('#username').fill('nobody@mail.example');
  release();
  await expect(page.getByText('This page has been updated.')).toBeVisible();
  await expect(page.locator('#username')).toHaveValue('nobody@mail.example');
  expect(loads.count).toBe(0);
});

test('a foreign script on a prerendered page, which the policy blocks, does not count as missing', async ({ page }) => {
  const release = await openOutdated(page, '/about', () => false);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const script = document.createElement('script');
        script.src = 'https://elsewhere.example/script.js';
        script.addEventListener('error', () => resolve());
        document.head.append(script);
      }),
  );
  await expect(page.locator('#early-lost')).toBeHidden();
  release();
  await appArrived(page);
});

test('[ERR-20] a page whose script is missing without an update shows the error page, does not reload, and is logged without any answer', async ({
  page,
}) => {
  await page.goto('/about');
  await page.locator('#first_name').fill('Zyxwvutsrq');
  await page.route(LOGIN_SCRIPT, (route) => route.fulfill({ status: 404, body: '' }));
  const loads = loadsOf(page);
  const before = (await serverLog()).length;
  await page.evaluate(() => history.pushState(null, '', '/login?token=Qponmlkji'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
  await expect(
    page.getByText('The issue that caused you to see this has been logged. We will get it fixed as soon as possible.'),
  ).toBeVisible();
  expect(loads.count).toBe(0);
  const written = async () => (await serverLog()).slice(before);
  await expect.poll(written).toContain('a browser reported an error');
  expect(await written()).toMatch(/"name":"TypeError","route":"\/login"/);
  expect(await written()).not.toMatch(/Zyxwvutsrq|Qponmlkji/);
});
