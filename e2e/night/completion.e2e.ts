import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant } from '../support/applicant.ts';
import { loseResponse, NO_RESPONSE } from '../support/call.ts';
import { readyToSubmit, submit } from '../support/completion-walk.ts';
import { newAddress, PASSWORD } from '../support/product.ts';
import { pdfOf, TRANSCRIPT_NAME } from '../support/sample-files.ts';
import { fileInput, openUpload, TRANSCRIPT } from '../support/uploads.ts';

test('[D4, AMB-078] a submission whose response is lost is retried, and shows its confirmation number', async ({
  page,
}) => {
  await readyToSubmit(page);
  await loseResponse(page, '/api/submit');
  await submit(page).click();
  await expect(page.getByText("we'll submit your application as soon as we can")).toBeVisible();
  await expect(page).toHaveURL(/\/completion$/);
  const { confirmation_number } = await loadProfile(page);
  await expect(page.getByText(String(confirmation_number))).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: NO_RESPONSE })).toHaveCount(0);
});

test('[D20] a transcript that was converted while the page was away is on the receipt, and is not requested again', async ({
  page,
}) => {
  await readyToSubmit(page);
  const { key } = TRANSCRIPT;
  const status = `**/api/pdf/document-answer/${key}`;
  await openUpload(page);
  let hasStarted = false;
  await page.route(status, (route) => {
    if (hasStarted) return route.fulfill({ json: { status: 'IN_PROGRESS' } });
    hasStarted = route.request().method() === 'POST';
    return route.continue();
  });
  await fileInput(page).setInputFiles({
    name: TRANSCRIPT_NAME,
    mimeType: 'application/pdf',
    buffer: await pdfOf(['Record of Ada Testperson']),
  });
  await expect.poll(async () => (await loadProfile(page)).answer[key], { timeout: 60_000 }).toBe('ANSWERED');
  await page.getByRole('button', { name: 'Save and Continue' }).click();
  await submit(page).click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(page.getByText(TRANSCRIPT_NAME)).toBeVisible();
  await expect(page.getByText('Send your high school transcript')).toHaveCount(0);
});

for (const { act, what } of [
  { act: 'types', what: (page: Page) => page.getByLabel('City', { exact: true }).first().fill('Faketown') },
  { act: 'goes on', what: (page: Page) => page.getByRole('button', { name: 'Save and Continue' }).click() },
]) {
  test(`[D4] an applicant who ${act} in a tab whose application was submitted in another tab sees its confirmation number`, async ({
    page,
  }) => {
    await readyToSubmit(page);
    await page.goto('/about');
    await expect(page.getByRole('button', { name: 'Save and Continue' })).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/final-steps');
    await submit(other).click();
    await expect(other).toHaveURL(/\/completion$/);
    const { confirmation_number } = await loadProfile(page);
    await what(page);
    await expect(page).toHaveURL(/\/completion$/);
    await expect(page.getByText(String(confirmation_number))).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: "it can't be changed anymore" })).toHaveCount(1);
  });
}

test('[LAYOUT-26, DATA-03, STATE-03] a second login asks to finish today, and does not start the application again', async ({
  page,
}) => {
  const username = newAddress();
  await newApplicant(page, username);
  await expect(page.getByRole('heading', { name: 'Way to go!' })).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.getByLabel('Email', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Submit' }).click();
  const welcome = page.getByRole('complementary', { name: 'Welcome' });
  await expect(welcome).toContainText("We're waiting for your application!");
  await expect(welcome).toContainText(
    'Please finish applying today so we can get right to work on your admission decision!',
  );
  expect((await loadProfile(page)).successful_login).toHaveLength(2);
  expect(calls).not.toContain('/api/web-status');
});
