import { expect, type Page, test } from '@playwright/test';
import { logIn, newApplicant, storedProfile } from './support/applicant.ts';
import { newAddress, partner } from './support/product.ts';

/** The first page, where an applicant with a last page is not sent on from. */
const OWN_PAGE = '/about#last_name';
const SESSION_MESSAGE = 'Your session is invalid. Please clear your cookies and login again.';
const IDLE_MESSAGE = 'You have been automatically logged out due to inactivity.';
const UNEXPECTED = "We've encountered an unexpected error at this time. Please try again later.";

const menu = (page: Page) => page.getByRole('navigation', { name: 'Steps of the application' });
const banner = (page: Page) => page.getByRole('complementary', { name: 'Welcome' });
const account = (page: Page) => page.getByRole('button', { name: 'Account' });
const next = (page: Page) => page.getByRole('button', { name: 'Save and Continue' });
const summary = (page: Page) => page.getByRole('heading', { name: "We're missing some information!" });
const cardBanner = (page: Page) => page.getByRole('alert', { name: 'Login Card Error' });

/** The calls that a page makes, as 'POST /api/submit'. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|public|service|lookup)\//.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

async function logOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

test.describe('a visitor', () => {
  test('[ROUTE-02, ROUTE-13, REDIR-02] reaches the default route from anywhere, with the query string', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/about$/);
    await page.goto('/nope?token=abc');
    await expect(page).toHaveURL(/\/about\?token=abc$/);
    await page.goto('/completion');
    await expect(page).toHaveURL(/\/about$/);
  });

  test('[ROUTE-01, ROUTE-03, ROUTE-04, LAYOUT-08, LAYOUT-14, LAYOUT-15, CONST-11, ROLE-09, PARTNER-04] finds three steps, each with its buttons, and no call is made', async ({
    page,
  }) => {
    const calls = callsOf(page);
    const steps = [
      ['/about', 'Your Information', ['Save and Continue']],
      ['/education', 'Your Education', ['Save and Continue', 'Previous']],
      ['/final-steps', 'Submit', ['Submit Application', 'Previous']],
    ] as const;
    for (const [path, label, buttons] of steps) {
      await page.goto(path);
      const items = menu(page).getByRole('link');
      await expect(items).toHaveText([/Your Information/, /Your Education/, /Submit/]);
      await expect(menu(page).locator('[aria-current=page]')).toContainText(label);
      const all = ['Save and Continue', 'Previous', 'Submit Application'];
      for (const name of all) {
        const isHere = buttons.some((button) => button === name);
        await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toHaveCount(isHere ? 1 : 0);
      }
      await expect(page.getByRole('button', { name: 'Add Another' })).toHaveCount(0);
    }
    expect(calls).toEqual([]);
  });

  test('[LAYOUT-02, LAYOUT-04, LAYOUT-05] opens and closes the account popover, and takes the answers to both cards', async ({
    page,
  }) => {
    await page.goto('/about');
    await page.locator('#first_name').fill('Ada');
    for (const [name, path] of [
      ['Sign In', '/login'],
      ['Create Account', '/signup'],
    ] as const) {
      await account(page).click();
      const popover = page.getByRole('region', { name: 'Account' });
      await expect(popover.getByRole('button')).toHaveText(['', 'Sign In', 'Create Account']);
      await popover.getByRole('button', { name: 'Close' }).click();
      await expect(popover).toHaveCount(0);
      await expect(account(page)).toBeFocused();
      await account(page).click();
      await popover.getByRole('button', { name }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      expect(await page.evaluate(() => history.state?.usr?.answers)).toEqual({ first_name: 'Ada' });
      await page.goBack();
      await expect(page.locator('#first_name')).toHaveValue('Ada');
    }
  });

  test('[LAYOUT-10, LAYOUT-09, ROLE-02, ROUTE-08] the menu opens pages until something is entered, then it leads to sign-up', async ({
    page,
  }) => {
    await page.goto('/about');
    const length = await page.evaluate(() => history.length);
    await menu(page).getByRole('link', { name: 'Your Education' }).click();
    await expect(page).toHaveURL(/\/education$/);
    await menu(page).getByRole('link', { name: 'Your Information' }).click();
    await expect(page).toHaveURL(/\/about$/);
    expect(await page.evaluate(() => history.length)).toBe(length);
    await page.locator('#first_name').fill('Ada');
    await menu(page).getByRole('link', { name: 'Your Education' }).click();
    await expect(page).toHaveURL(/\/signup$/);
    expect(await page.evaluate(() => history.state?.usr?.answers)).toEqual({ first_name: 'Ada' });
  });

  test('[ROLE-02, STATE-14, STATE-11] Continue and Submit lead to sign-up, and nothing is saved', async ({ page }) => {
    const calls = callsOf(page);
    await page.goto('/about');
    await page.locator('#first_name').fill('Ada');
    await next(page).click();
    await expect(page).toHaveURL(/\/signup$/);
    await page.goto('/final-steps');
    await page.getByRole('button', { name: 'Submit Application' }).click();
    await expect(page).toHaveURL(/\/signup$/);
    expect(await page.evaluate(() => history.state?.usr?.answers)).toEqual({ first_name: 'Ada' });
    expect(calls).toEqual([]);
  });

  test('[LAYOUT-21, LAYOUT-27] is asked whether this is the first time, with a way to log in', async ({ page }) => {
    await page.goto('/about');
    await expect(banner(page)).toContainText('Is this your first time here?');
    await expect(banner(page).getByRole('link')).toHaveAttribute('href', '/login');
    await banner(page).getByRole('link').click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('[LAYOUT-28, LAYOUT-29, LAYOUT-31, CONST-17] finds help and privacy in the footer, closed by button and Escape', async ({
    page,
  }) => {
    await page.goto('/about');
    const help = page.getByRole('button', { name: 'Help', exact: true });
    await help.click();
    const dialog = page.getByRole('dialog', { name: 'Technical Help' });
    await expect(dialog.getByRole('link', { name: partner.help_email })).toHaveAttribute(
      'href',
      `mailto:${partner.help_email}`,
    );
    await expect(dialog.getByRole('link', { name: /Adobe/ })).toHaveAttribute('href', /adobe\.com/);
    await expect(dialog).toContainText(partner.phone);
    expect(await dialog.evaluate((element) => getComputedStyle(element).maxWidth)).toContain('600px');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(help).toBeFocused();
    await page.getByRole('button', { name: 'Privacy', exact: true }).click();
    const privacy = page.getByRole('dialog', { name: 'Privacy Policy and Cookie Notice' });
    await expect(privacy.getByRole('heading', { name: 'How to control cookies' })).toBeVisible();
    for (const browser of ['Google Chrome', 'Mozilla Firefox', 'Apple Safari', 'Microsoft Edge']) {
      await expect(privacy.getByRole('link', { name: browser })).toHaveAttribute('href', /^https:/);
    }
    await page.keyboard.press('Escape');
    await expect(privacy).toHaveCount(0);
  });

  test('[ROUTE-15] the script of a page is fetched when it is gone to', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const has = (name: string) => scripts.some((script) => script.includes(`/${name}-`));
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    expect([has('login'), has('form'), has('about'), has('education')]).toEqual([true, false, false, false]);
    await page.goto('/about');
    await expect(menu(page)).toBeVisible();
    expect([has('about'), has('education')]).toEqual([true, false]);
    await menu(page).getByRole('link', { name: 'Your Education' }).click();
    await expect(page).toHaveURL(/\/education$/);
    expect(has('education')).toBe(true);
  });

  test('[IDLE-01] is never logged out for inactivity', async ({ page }) => {
    await page.clock.install();
    await page.goto('/about');
    await page.locator('#first_name').fill('Ada');
    await page.clock.runFor(20 * 60_000);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/about$/);
  });

  test('[TOAST-01, TOAST-02, CONST-14, CONST-15] a success toast goes after five seconds, or when it is dragged to the right', async ({
    page,
  }) => {
    await page.clock.install();
    const toast = page.getByLabel('Success Notification').filter({ hasText: /./ });
    const resend = async () => {
      await page.goto('/login');
      await page.getByLabel('Email', { exact: true }).fill(newAddress());
      await page.getByRole('button', { name: 'Resend confirmation code' }).click();
      await expect(toast).toBeVisible();
      await page.clock.runFor(300);
    };
    const drag = async (distance: number) => {
      const box = await toast.boundingBox();
      if (!box) throw new Error('The toast has no box.');
      const [x, y] = [box.x + 60, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (const part of [0.3, 0.6, 1]) await page.mouse.move(x + distance * part, y);
      await page.mouse.up();
      await page.mouse.move(5, 5);
    };
    await resend();
    await page.clock.runFor(4000);
    await expect(toast).toBeVisible();
    await page.clock.runFor(1000);
    await expect(toast).toHaveCount(0);
    await resend();
    await drag(-90);
    await expect(toast).toBeVisible();
    await drag(40);
    await expect(toast).toBeVisible();
    await drag(60);
    await page.clock.runFor(300);
    await expect(toast).toHaveCount(0);
  });

  test('[ROUTE-16, TOAST-03, CONST-14] a link that is not valid is said for five minutes, and the form stays usable', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/about?token=nonsense');
    const error = page.getByRole('listitem').filter({ hasText: 'This link is not valid or has expired.' });
    await expect(error).toContainText('Error');
    await page.locator('#first_name').fill('Ada');
    await page.mouse.move(1, 1);
    await page.clock.runFor(290_000);
    await expect(error).toBeVisible();
    await page.clock.runFor(20_000);
    await expect(error).toHaveCount(0);
  });
});

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
    await menu(page).getByRole('link', { name: 'Your Information' }).click();
    await expect(page).toHaveURL(/\/about$/);
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
    await page.getByRole('button', { name: 'Submit Application' }).click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(summary(page)).toBeVisible();
    const steps = calls.filter((call) => call !== 'PUT /api/last-page' && call !== 'POST /api/activity');
    expect(steps.slice(0, 3)).toEqual(['PUT /api/answer', 'POST /api/web-status', 'POST /api/validations']);
    expect(calls).not.toContain('POST /api/submit');
    await expect(page.getByRole('region', { name: "We're missing some information!" })).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(menu(page).getByRole('link')).toHaveCount(3);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.reload();
    await expect(summary(page)).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
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

  test('[REDIR-08, LAYOUT-03, SESSION-05, SESSION-02] logging out forgets everything', async () => {
    const calls = callsOf(page);
    await logOut(page);
    expect(calls).toContain('GET /api/logout');
    expect(await page.evaluate(() => history.state?.usr)).toEqual({ error: null });
    await expect(cardBanner(page)).toHaveCount(0);
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(stored).toBe('{}');
    calls.length = 0;
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
    await page.goto('/about');
    await expect(page.locator('#last_name')).toHaveValue('');
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
    await page.getByRole('alertdialog', { name: 'Still working?' }).getByRole('button', { name: 'Log Out' }).click();
    await page.clock.runFor(1000);
    await expect(page).toHaveURL(/\/login$/);
    await expect(cardBanner(page)).toHaveText(IDLE_MESSAGE);
  });
});
