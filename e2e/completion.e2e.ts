import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant, saveAnswers } from './support/applicant.ts';
import { loseResponse, NO_RESPONSE } from './support/call.ts';
import { form, newAddress, PASSWORD, partner } from './support/product.ts';
import { pdfOf, TRANSCRIPT_NAME } from './support/sample-files.ts';
import { fileInput, openUpload, TRANSCRIPT } from './support/uploads.ts';

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Application' });
const message = (page: Page) => page.getByLabel('Success Notification').filter({ hasText: /./ });

/** Opens the last page of a complete application, and waits until it has loaded. */
async function readyToSubmit(page: Page): Promise<void> {
  const username = newAddress();
  await newApplicant(page, username);
  await saveAnswers(page, completeAnswers(form, { email_address: username }));
  await page.goto('/final-steps');
  await expect(submit(page)).toBeVisible();
}

/** The calls that pages make by themselves: activity, the PDF copy, and documents. */
const CALLS_OF_PAGES = /^\/api\/(activity|pdf|pdf\/document-answer\/\w+|document-answer)$/;

test('[STATE-04, STATE-05, STATE-08] a complete application is submitted in five steps', async ({ page }) => {
  await readyToSubmit(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || CALLS_OF_PAGES.test(pathname)) return;
    const status = pathname === '/api/web-status' ? ` ${request.postDataJSON().web_status}` : '';
    calls.push(`${request.method()} ${pathname}${status}`);
  });
  await submit(page).click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(message(page)).toBeVisible();
  expect(calls).toEqual([
    'PUT /api/answer',
    'POST /api/web-status validating',
    'POST /api/validations',
    'POST /api/submit',
    'POST /api/web-status submitted',
  ]);
});

test('[STATE-01, ROUTE-06] an application passes through started and validating, and its success is reported once', async ({
  page,
}) => {
  await readyToSubmit(page);
  await submit(page).click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(message(page)).toHaveText('Your application was successfully submitted.');
  const statuses = (await loadProfile(page)).web_status.map((item) => item.web_status);
  expect(statuses).toEqual(['started', 'validating', 'submitted']);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(message(page)).toHaveCount(0);
});

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

test('[ROUTE-05, REDIR-01] a submitted application shows the completion screen and nothing else', async ({ page }) => {
  await readyToSubmit(page);
  await submit(page).click();
  await expect(page).toHaveURL(/\/completion$/);
  for (const path of ['/about', '/education', '/final-steps', '/nope']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/completion$/);
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('[LAYOUT-21, LAYOUT-24] the completion screen shows the next steps and the confirmation number', async ({
  page,
}) => {
  await readyToSubmit(page);
  await submit(page).click();
  await expect(
    page.getByRole('heading', { name: 'To complete your application, you must take the following steps.' }),
  ).toBeVisible();
  await expect(page.getByText(partner.completion_steps[0]?.title ?? 'no step')).toBeVisible();
  const { confirmation_number } = await loadProfile(page);
  await expect(page.getByText(String(confirmation_number))).toBeVisible();
});

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
