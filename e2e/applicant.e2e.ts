import { expect, type Page, test } from '@playwright/test';
import { logIn, newApplicant, storedProfile } from './support/applicant.ts';
import { newAddress, partner } from './support/product.ts';
import { account, banner, callsOf, menu, next } from './support/shell.ts';

/** The first page, where an applicant with a last page is not sent on from. */
const OWN_PAGE = '/about#last_name';
const SESSION_MESSAGE = 'Your session is invalid. Please clear your cookies and login again.';
const IDLE_MESSAGE = 'You have been automatically logged out due to inactivity.';
const UNEXPECTED = "We've encountered an unexpected error at this time. Please try again later.";

const summary = (page: Page) => page.getByRole('heading', { name: "We're missing some information!" });
const cardBanner = (page: Page) => page.getByRole('alert', { name: 'Login Card Error' });

async function logOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** From a card to the first page, without loading anything anew: what memory holds would be seen. */
async function backToForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: partner.name }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(menu(page)).toBeVisible();
}

test.describe('an applicant', () => {
  test.describe.configure({ mode: 'serial' });
  const username = newAddress();
  let page: Page;

  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext();
    page = await context.newPage();
  });
  test.afterAll(async () => {
    await page.context().close();
  });

  test('[STATE-03, LAYOUT-25, LAYOUT-12, LAYOUT-11, LAYOUT-13, LAYOUT-22, STATE-10, STATE-11, REDIR-14, API-06] starts, is welcomed, and changes page', async () => {
    const calls = callsOf(page);
    await newApplicant(page, username);
    await expect(banner(page)).toContainText('Way to go!');
    await expect(banner(page)).toContainText(/no fee/i);
    await expect(banner(page)).toContainText(/no essay/i);
    await expect
      .poll(async () => (await storedProfile(page)).web_status.map((item) => item.web_status))
      .toEqual(['started']);
    calls.length = 0;
    await page.locator('#last_name').fill('Testperson');
    await next(page).click();
    await expect(page).toHaveURL(/\/education$/);
    await expect(banner(page)).toHaveCount(0);
    expect(calls.filter((call) => call === 'PUT /api/answer')).not.toEqual([]);
    await expect.poll(() => calls).toContain('POST /api/validations');
    await expect.poll(async () => (await storedProfile(page)).last_page).toBe('/education');
    expect((await storedProfile(page)).answer.last_name).toBe('Testperson');
    // The menu saves and posts as the button does.
    calls.length = 0;
    await page.locator('#counselor_first_name').fill('Casey');
    await menu(page).getByRole('link', { name: 'Your Information' }).click();
    await expect(page).toHaveURL(/\/about$/);
    expect(calls).toContain('PUT /api/answer');
    await expect.poll(() => calls).toContain('POST /api/validations');
    expect((await storedProfile(page)).answer.counselor_first_name).toBe('Casey');
    await expect(banner(page)).toHaveCount(0);
  });

  test('[STATE-14, API-06, ERR-19] a page change waits for the save; one that fails is said and the page stays', async () => {
    await page.route('**/api/answer', (route) => route.fulfill({ status: 500, json: { message: 'Not now.' } }));
    await next(page).click();
    const toast = page.getByRole('listitem').filter({ hasText: 'Not now.' });
    await expect(toast).toContainText('Error');
    await expect(page).toHaveURL(/\/about$/);
    await toast.getByRole('button').click();
    await page.unroute('**/api/answer');
    await next(page).click();
    await expect(page).toHaveURL(/\/education$/);
  });

  test('[REDIR-12, REDIR-13, SESSION-02] a new tab opens the page that was last; a reload elsewhere stays', async () => {
    const tab = await page.context().newPage();
    await tab.goto('/');
    await expect(tab).toHaveURL(/\/education$/);
    await menu(tab).getByRole('link', { name: 'Your Information' }).click();
    await expect(tab).toHaveURL(/\/about$/);
    await tab.goto('/final-steps');
    await expect(menu(tab)).toBeVisible();
    await expect(tab).toHaveURL(/\/final-steps$/);
    await tab.close();
  });

  test('[STATE-02] the number of distinct statuses that are known decides how the pages behave', async () => {
    const tab = await page.context().newPage();
    let statuses: readonly string[] = [];
    await tab.route('**/api/profile', async (route) => {
      const response = await route.fetch();
      const web_status = statuses.map((status) => ({ web_status: status, created_at: '2026-11-20T12:00:00Z' }));
      await route.fulfill({ response, json: { ...(await response.json()), web_status } });
    });
    const calls = callsOf(tab);
    const cases = [
      { listed: [], path: '/about', isWelcomed: true, hasSummary: false, starts: true },
      { listed: ['started', 'started'], path: '/about', isWelcomed: true, hasSummary: false, starts: false },
      { listed: ['started', 'validating', 'foo'], path: '/about', isWelcomed: false, hasSummary: true, starts: false },
      { listed: ['started', 'validating', 'submitted'], path: '/completion', hasSummary: false, starts: false },
    ];
    for (const { listed, path, isWelcomed, hasSummary, starts } of cases) {
      statuses = listed;
      calls.length = 0;
      await tab.goto('about:blank');
      await tab.goto(OWN_PAGE);
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => new URL(tab.url()).pathname).toBe(path);
      await expect(summary(tab)).toHaveCount(hasSummary ? 1 : 0);
      if (isWelcomed !== undefined) await expect(banner(tab)).toHaveCount(isWelcomed ? 1 : 0);
      if (starts) await expect.poll(() => calls).toContain('POST /api/web-status');
      else expect(calls).not.toContain('POST /api/web-status');
    }
    await tab.close();
  });

  test('[REDIR-02] /completion sends a started applicant to the default route', async () => {
    await page.goto('/completion');
    await expect(page).toHaveURL(/\/about$/);
    await expect(menu(page)).toBeVisible();
    await expect(page).toHaveURL(/\/about$/);
  });

  test('[STATE-05, STATE-06, STATE-07, STATE-09, REDIR-15, LAYOUT-01, LAYOUT-16, LAYOUT-23, LAYOUT-20] an incomplete submission saves, validates, posts the errors and shows what is missing', async () => {
    await page.goto('/final-steps');
    await expect(summary(page)).toHaveCount(0);
    const calls = callsOf(page);
    const saved: Record<string, unknown>[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/answer')) saved.push(request.postDataJSON());
    });
    const posted = page.waitForRequest('**/api/validations');
    await page.locator('#labor_program').check();
    await page.getByRole('button', { name: 'Submit Application' }).click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(summary(page)).toBeVisible();
    const steps = calls.filter((call) => call !== 'PUT /api/last-page' && call !== 'POST /api/activity');
    // What was ticked a moment before is saved first; leaving its box may have sent a save of its own.
    expect(steps.slice(steps.lastIndexOf('PUT /api/answer')).slice(0, 3)).toEqual([
      'PUT /api/answer',
      'POST /api/web-status',
      'POST /api/validations',
    ]);
    expect(Object.assign({}, ...saved)).toMatchObject({ labor_program: true });
    expect((await posted).postDataJSON()).toMatchObject({
      first_name: ['First Name'],
      hs_name: ['Search for Your School'],
      conviction: ['Have you been convicted of a felony?'],
    });
    expect(calls).not.toContain('POST /api/submit');
    await expect(page.getByRole('region', { name: "We're missing some information!" })).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByRole('banner')).toBeVisible();
    for (const path of ['/education', '/final-steps', '/about#last_name']) {
      await page.goto(path);
      await page.reload();
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(summary(page)).toBeVisible();
      await expect(menu(page).getByRole('link')).toHaveCount(3);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(banner(page)).toHaveCount(0);
    }
  });

  test('[STATE-06] submitting again while validating posts the status no second time', async () => {
    await page.goto('/final-steps');
    const calls = callsOf(page);
    await page.getByRole('button', { name: 'Submit Application' }).click();
    await expect(page).toHaveURL(/\/about$/);
    expect(calls).not.toContain('POST /api/web-status');
  });

  test('[LAYOUT-18, STATE-13] a link of the summary opens its page at the question', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Search for Your School' }).click();
    await expect(page).toHaveURL(/\/education#hs_name$/);
    await expect(page.locator('#hs_name')).toBeFocused();
    await expect(page.locator('#hs_name')).toBeInViewport();
    await expect(page.locator('#hs_name-error')).toHaveText('Search for Your School');
  });

  test('[STATE-12, STATE-13] while validating, what is emptied is an error at once and is posted', async () => {
    const error = page.locator('#hs_name-error');
    const bodyWith = (isWrong: boolean) =>
      page.waitForRequest(
        (request) =>
          request.url().endsWith('/api/validations') && Object.hasOwn(request.postDataJSON(), 'hs_name') === isWrong,
      );
    const right = bodyWith(false);
    await page.locator('#hs_name').fill('Sampleton High School');
    await expect(error).toHaveCount(0);
    await right;
    const wrong = bodyWith(true);
    await page.locator('#hs_name').fill('');
    await expect(error).toHaveText('Search for Your School');
    expect((await wrong).postDataJSON().hs_name).toEqual(['Search for Your School']);
  });

  test('[REDIR-08, LAYOUT-03, SESSION-05, SESSION-02] logging out forgets everything', async () => {
    const calls = callsOf(page);
    await logOut(page);
    expect(calls).toContain('GET /api/logout');
    expect(await page.evaluate(() => history.state?.usr)).toEqual({ error: null });
    await expect(cardBanner(page)).toHaveCount(0);
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(stored).toBe('{}');
    calls.length = 0;
    await backToForm(page);
    await expect(page.locator('#last_name')).toHaveValue('');
    await page.goto('/about');
    await expect(page.locator('#last_name')).toHaveValue('');
    await account(page).click();
    await expect(page.getByText(username)).toHaveCount(0);
    expect(calls).toEqual([]);
  });

  test('[REDIR-09, SESSION-03, SESSION-04, ERR-05, AUTHCARD-08] a 401 ends the session; unsaved answers come back with the same applicant', async () => {
    await page.goto('/login');
    await logIn(page, username);
    await page.goto(OWN_PAGE);
    await expect(page.locator('#last_name')).toHaveValue('Testperson');
    await page.route('**/api/answer', (route) =>
      route.fulfill({ status: 401, json: { message: 'Your session has ended.', code: 'no_session' } }),
    );
    await page.locator('#middle_name').fill('Unsaved');
    await expect(page).toHaveURL(/\/login$/);
    await expect(cardBanner(page)).toHaveText(SESSION_MESSAGE);
    await page.unroute('**/api/answer');
    await backToForm(page);
    await expect(page.locator('#last_name')).toHaveValue('');
    await expect(page.locator('#middle_name')).toHaveValue('');
    await page.goto('/about');
    await expect(page.locator('#last_name')).toHaveValue('');
    await page.goto('/login');
    await logIn(page, username);
    await page.goto(OWN_PAGE);
    await expect(page.locator('#middle_name')).toHaveValue('Unsaved');
    await expect.poll(async () => (await storedProfile(page)).answer.middle_name).toBe('Unsaved');
  });

  test('[ERR-21, SESSION-05] a logout that fails still forgets everything, and the error reaches the boundary', async () => {
    await page.route('**/api/logout', (route) =>
      route.fulfill({ status: 500, body: 'gone', contentType: 'text/html' }),
    );
    await logOut(page);
    const dialog = page.getByRole('alertdialog', { name: 'Unexpected Error' });
    await expect(dialog).toContainText(UNEXPECTED);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await page.unroute('**/api/logout');
    await backToForm(page);
    await expect(page.locator('#last_name')).toHaveValue('');
    await account(page).click();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByText(username)).toHaveCount(0);
  });

  test('[ERR-20] a profile that cannot be loaded shows the root error page, and the fault is reported', async () => {
    await page.goto('/login');
    await logIn(page, username);
    const calls = callsOf(page);
    await page.route('**/api/profile', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/about');
    await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
    await expect(
      page.getByText(
        'The issue that caused you to see this has been logged. We will get it fixed as soon as possible.',
      ),
    ).toBeVisible();
    await expect.poll(() => calls).toContain('POST /public/client-error');
    await page.unroute('**/api/profile');
  });

  test('[IDLE-02, IDLE-03, IDLE-05, LAYOUT-30, CONST-01] inactivity: the warning at 14:00, staying, and the end at 15:00', async () => {
    await page.goto('about:blank');
    await page.clock.install();
    await page.goto(OWN_PAGE);
    await expect(page.locator('#last_name')).toHaveValue('Testperson');
    const dialog = page.getByRole('alertdialog', { name: 'Still working?' });
    await page.clock.runFor(839_000);
    await expect(dialog).toHaveCount(0);
    await page.clock.runFor(1500);
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Continue working' }).click();
    await expect(dialog).toHaveCount(0);
    await page.clock.runFor(842_000);
    await expect(dialog).toBeVisible();
    const logout = page.waitForRequest('**/api/logout');
    await page.clock.runFor(61_000);
    await logout;
    await expect(page).toHaveURL(/\/login$/);
    await expect(cardBanner(page)).toHaveText(IDLE_MESSAGE);
  });

  test('[IDLE-04] choosing to log out says that it was inactivity', async () => {
    await logIn(page, username);
    await page.clock.runFor(842_000);
    // In less time than is left of the minute.
    const logout = page.waitForRequest('**/api/logout', { timeout: 10_000 });
    await page.getByRole('alertdialog', { name: 'Still working?' }).getByRole('button', { name: 'Log Out' }).click();
    await logout;
    await page.clock.runFor(1000);
    await expect(page).toHaveURL(/\/login$/);
    await expect(cardBanner(page)).toHaveText(IDLE_MESSAGE);
  });

  test('[ERR-21, IDLE-05] a logout that fails after idling reaches the boundary too, and everything is forgotten', async () => {
    await logIn(page, username);
    await page.route('**/api/logout', (route) => route.fulfill({ status: 500, json: { message: 'Not now.' } }));
    await page.clock.runFor(842_000);
    await page.clock.runFor(61_000);
    await expect(page.getByRole('alertdialog', { name: 'Unexpected Error' })).toContainText('Not now.');
    await expect(page).toHaveURL(/\/login$/);
    await expect(cardBanner(page)).toHaveText(IDLE_MESSAGE);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).first().click();
    await backToForm(page);
    await expect(page.locator('#last_name')).toHaveValue('');
  });
});
