import { writeFile } from 'node:fs/promises';
import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, test } from '@playwright/test';
import { newApplicant, saveAnswers } from '../support/applicant.ts';
import { deferCalls } from '../support/call.ts';
import { linkFromOperator } from '../support/operator.ts';
import { contextOf } from '../support/people.ts';
import { form, newAddress } from '../support/product.ts';
import { TRANSCRIPT_NAME } from '../support/sample-files.ts';
import { account, busyNotice, callsOf, menu } from '../support/shell.ts';
import { chooseTranscript, TRANSCRIPT } from '../support/uploads.ts';

const CHROME = 'input, select, textarea, button, nav, header, footer, hr, dialog';

test('[ROUTE-17, ROLE-05] a service link shows the answers of an applicant with one call, and again after a reload', async ({
  page,
  browser,
}) => {
  const username = newAddress();
  await newApplicant(page, username);
  const answers = completeAnswers(form, { email_address: username });
  await saveAnswers(page, answers);
  const link = await linkFromOperator(page, 'service-link', '--application', username);
  const context = await browser.newContext();
  const view = await context.newPage();
  const calls = callsOf(view);
  await view.goto(`/about${link.search}`);
  await expect(view.getByText(String(answers.last_name), { exact: true }).first()).toBeVisible();
  await expect(view.locator('html')).toHaveAttribute('data-ready', 'true');
  expect(calls).toEqual(['GET /service/tmp-pdf']);
  // The token is gone from the address, but the tab still has it after a reload.
  await expect(view).toHaveURL(/\/about$/);
  await view.reload();
  await expect(view.getByText(String(answers.last_name), { exact: true }).first()).toBeVisible();
  await expect(view.locator(CHROME)).toHaveCount(0);
  await context.close();
});

test('[PROD-02, PROD-09, WIDGET-17] the service view is like paper: every page, with nothing to press or fill in', async ({
  browser,
}) => {
  const { context, search } = await contextOf(browser, 'staff');
  const view = await context.newPage();
  for (const { id } of form.pages) {
    await view.goto('about:blank');
    await view.goto(`/${id}${search}`);
    await expect(view.locator('html')).toHaveAttribute('data-ready', 'true');
    await expect(view.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(view.locator(CHROME)).toHaveCount(0);
  }
  await context.close();
});

test('[ROLE-06, LAYOUT-06, LAYOUT-07] the service view has no account, no steps and no dialog', async ({ browser }) => {
  const { context, search } = await contextOf(browser, 'staff');
  const view = await context.newPage();
  await view.goto(`/about${search}`);
  await expect(view.locator('html')).toHaveAttribute('data-ready', 'true');
  await expect(account(view)).toHaveCount(0);
  await expect(menu(view)).toHaveCount(0);
  await expect(view.getByRole('navigation')).toHaveCount(0);
  await expect(view.getByRole('button')).toHaveCount(0);
  await context.close();
});

test('[PARTNER-04] the print has every page in the order of the form', async ({ browser }) => {
  const { context, search } = await contextOf(browser, 'staff');
  const view = await context.newPage();
  await view.goto(`/about${search}&print=all`);
  await expect(view.locator('html')).toHaveAttribute('data-ready', 'true');
  await expect(view.getByRole('heading', { level: 1 })).toHaveText(form.pages.map((shown) => shown.title));
  await context.close();
});

test('[ROLE-07, TAB-06] a service link shows the chosen tab, and that a document is attached but not which', {
  tag: '@tabs',
}, async ({ page, browser }) => {
  test.setTimeout(120_000);
  const username = newAddress();
  await newApplicant(page, username);
  await page.goto('/education');
  const [first, second] = form.tabGroups.get('hs_record')?.tabs ?? [];
  await page.getByRole('tab').nth(1).click();
  await chooseTranscript(page, ['Record of Ada Testperson']);
  const link = await linkFromOperator(page, 'service-link', '--application', username);
  const context = await browser.newContext();
  const view = await context.newPage();
  await view.goto(`/education${link.search}`);
  await expect(view.getByText('A document is attached.')).toBeVisible();
  await expect(view.getByText(String(TRANSCRIPT.label), { exact: true })).toBeVisible();
  await expect(view.locator('body')).not.toContainText(TRANSCRIPT_NAME);
  await expect(view.getByRole('tab')).toHaveCount(0);
  await expect(view.locator('body')).not.toContainText(`${first?.label}`);
  expect(second?.id).toBe('upload');
  await context.close();
});

test('[ROLE-05, ERR-20] a service token that is refused shows the error page, never a form', async ({ page }) => {
  await page.goto('/about?service_token=nonsense');
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
  await expect(page.locator('input, select, textarea, nav')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'error');
  await expect(page.getByText(/Ask whoever sent it/).getByRole('link')).toHaveAttribute('href', /^mailto:/);
});

test('[ROUTE-16] the link of a temporary application fills in empty answers, and leaves typed ones alone', async ({
  page,
}, testInfo) => {
  await page.goto('/about');
  await page.locator('#first_name').fill('Typed');
  const file = testInfo.outputPath('answers.json');
  await writeFile(file, JSON.stringify({ first_name: 'Ada', last_name: 'Testperson' }));
  const link = await linkFromOperator(page, 'temporary-application', '--answers', file);
  // The page waits until the server is no longer busy.
  const serve = await deferCalls(page, '**/public/tmp**');
  await page.goto(`/about${link.search}`);
  await expect(busyNotice(page)).toBeVisible();
  await serve();
  await expect(page.locator('#last_name')).toHaveValue('Testperson');
  await expect(page.locator('#first_name')).toHaveValue('Typed');
  await expect(page).toHaveURL(/\/about$/);
});
