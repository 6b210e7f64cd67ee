import { expect, test } from '@playwright/test';
import { loadProfile, logIn, newApplicant } from '../support/applicant.ts';
import { newAddress } from '../support/product.ts';
import { applicantOnFirstPage } from '../support/session-walk.ts';
import { loginError, stillWorking } from '../support/shell.ts';
import { fileInput, openUpload } from '../support/uploads.ts';

const IDLE_MESSAGE = 'You have been automatically logged out due to inactivity.';
const MINUTE = 60_000;

test('[D3] a second tab shows the answers saved in the first one without a reload, and keeps its own input', async ({
  page,
  context,
}) => {
  await newApplicant(page, newAddress());
  const other = await context.newPage();
  await other.goto('/about#middle_name');
  await expect(other.locator('#middle_name')).toBeFocused();
  await page.locator('#first_name').fill('Ada');
  await expect(other.locator('#first_name')).toHaveValue('Ada', { timeout: 30_000 });
  await expect(other.locator('#middle_name')).toBeFocused();
  await other.keyboard.type('Quill');
  await expect(page.locator('#middle_name')).toHaveValue('Quill', { timeout: 30_000 });
  expect((await loadProfile(page)).answer).toMatchObject({ first_name: 'Ada', middle_name: 'Quill' });
});

test.describe('inactivity', () => {
  test('[IDLE-06] a laptop that slept past the limit is logged out at the first movement, with no chance to stay', async ({
    page,
  }) => {
    const username = await applicantOnFirstPage(page);
    await page.goto('about:blank');
    const start = Date.now();
    await page.clock.install({ time: start });
    await page.goto('/about#middle_name');
    await expect(page.locator('#middle_name')).toBeFocused();
    // The clock advances, but no timer runs.
    await page.clock.setSystemTime(start + 16 * MINUTE);
    await expect(stillWorking(page)).toHaveCount(0);
    await page.keyboard.type('A');
    await page.clock.runFor(1000);
    await expect(page).toHaveURL(/\/login$/);
    await expect(loginError(page)).toHaveText(IDLE_MESSAGE);
    await logIn(page, username);
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.locator('#middle_name')).toHaveValue('A');
  });

  test('[IDLE-02, IDLE-03, IDLE-04] of two tabs, activity in one keeps the other from asking; the dialog, staying and logging out apply to both', async ({
    page,
    context,
  }) => {
    await newApplicant(page, newAddress());
    // The context's clock runs while the tabs load, and then stops at the same moment in both.
    const start = Date.parse('2026-11-20T12:00:00Z');
    await context.clock.install({ time: start });
    const [idle, busy] = [page, await context.newPage()];
    for (const tab of [idle, busy]) {
      await tab.goto('about:blank');
      await tab.goto('/about#first_name');
      await expect(tab.locator('#first_name')).toBeFocused();
    }
    await context.clock.pauseAt(start + 5 * MINUTE);
    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) await context.clock.runFor(MINUTE);
    };
    /** Both tabs ask, or neither does. That needs timers too, so each poll advances the clock by a tenth of a second. */
    const bothAsk = (isAsking: boolean) =>
      expect
        .poll(
          async () => {
            await context.clock.runFor(100);
            return Promise.all([idle, busy].map((tab) => stillWorking(tab).count()));
          },
          { intervals: [100] },
        )
        .toEqual(isAsking ? [1, 1] : [0, 0]);

    await busy.bringToFront();
    await busy.mouse.move(200, 200);
    await pass(10);
    await busy.mouse.move(210, 210);
    await pass(13);
    // Twenty-three idle minutes in this tab, thirteen in the other.
    await bothAsk(false);
    await pass(1);
    await bothAsk(true);
    await stillWorking(busy).getByRole('button', { name: 'Continue working' }).click();
    await bothAsk(false);
    await pass(13);
    await bothAsk(false);
    await pass(1);
    await bothAsk(true);
    const logout = context.waitForEvent('request', (request) => request.url().endsWith('/api/logout'));
    await idle.bringToFront();
    await stillWorking(idle).getByRole('button', { name: 'Log Out' }).click();
    await logout;
    for (const tab of [idle, busy]) await expect(tab).toHaveURL(/\/login$/);
    await expect(loginError(idle)).toHaveText(IDLE_MESSAGE);
    await bothAsk(false);
    await busy.close();
  });

  test('typing is activity: an applicant who types for half an hour is never asked', async ({ page }) => {
    await newApplicant(page, newAddress());
    await page.clock.install();
    await page.goto('/about#middle_name');
    await expect(page.locator('#middle_name')).toBeFocused();
    for (const key of 'abcd') {
      await page.clock.runFor(8 * MINUTE);
      await page.keyboard.press(key);
    }
    await page.clock.runFor(8 * MINUTE);
    await expect(stillWorking(page)).toHaveCount(0);
    await expect(page.locator('#middle_name')).toHaveValue('abcd');
  });

  test('[IDLE-05] an upload that hangs delays nothing: the session ends on time, and the upload is not mentioned afterward', async ({
    page,
  }) => {
    await newApplicant(page, newAddress());
    await page.clock.install();
    await openUpload(page);
    const input = fileInput(page);
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    // The calls around the upload time out; the upload itself has no limit.
    await page.route('**/uploads', async (route) => {
      await end;
      await route.abort();
    });
    const begun = page.waitForRequest('**/uploads');
    await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 a') });
    await begun;
    await page.clock.runFor(14 * MINUTE + 1000);
    await expect(stillWorking(page)).toBeVisible();
    await page.clock.runFor(MINUTE);
    await page.clock.runFor(5000);
    await expect(loginError(page)).toHaveText(IDLE_MESSAGE);
    const broken = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/uploads'));
    finish();
    await broken;
    await page.clock.runFor(1000);
    await expect(loginError(page)).toHaveText(IDLE_MESSAGE);
    await expect(page.getByText('Error uploading file')).toHaveCount(0);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });
});
