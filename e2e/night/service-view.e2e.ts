import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, test } from '@playwright/test';
import { newApplicant, saveAnswers, submitApplication } from '../support/applicant.ts';
import { deferCalls, responseTo } from '../support/call.ts';
import { linkFromOperator } from '../support/operator.ts';
import { form, newAddress } from '../support/product.ts';
import { busyNotice, callsOf, isDrawn } from '../support/shell.ts';

const PAGES = ['about', 'education', 'final-steps'];

/** The logs of all processes of the product. */
async function readLogs(): Promise<string> {
  const folder = path.join(process.env.E2E_DATA_DIR ?? '', 'logs');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  return (await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n');
}

test('[ROLE-05, ROLE-06] a service token stays out of address, history, Referer and logs, and cannot write', async ({
  page,
  browser,
}) => {
  const username = await newApplicant(page);
  await saveAnswers(page, completeAnswers(form, { email_address: username }));
  const link = await linkFromOperator(page, 'service-link', '--application', username);
  const token = link.searchParams.get('service_token') ?? '';
  expect(token.length).toBeGreaterThan(20);
  const view = await browser.newPage();
  const sent: string[] = [];
  view.on('request', (request) => {
    const isAsking = ['/about', '/service/tmp-pdf'].includes(new URL(request.url()).pathname);
    sent.push(`${request.method()} ${isAsking ? '' : request.url()} ${request.headers().referer ?? ''}`);
  });
  await view.goto(`/about${link.search}`);
  await isDrawn(view);
  expect(view.url()).not.toContain(token);
  expect(sent.filter((line) => line.includes(token) || !line.startsWith('GET '))).toEqual([]);
  const headers = { origin: link.origin };
  const refused = [
    await responseTo(view.request, `/api/answer?service_token=${token}`, {
      method: 'PUT',
      data: { first_name: 'Eve' },
      headers,
    }),
    await responseTo(view.request, `/api/profile?service_token=${token}`),
    await responseTo(view.request, `/api/pdf?service_token=${token}`),
    await responseTo(view.request, `/api/submit?service_token=${token}`, { method: 'POST', data: {}, headers }),
  ];
  expect(refused.map((response) => response.status())).toEqual([401, 401, 401, 401]);
  const logs = await readLogs();
  expect(logs).toContain('/service/tmp-pdf');
  expect(logs).not.toContain(token);
  await view.close();
});

test('[ROLE-05, ROLE-06, WIDGET-18] a submitted application is shown page by page, even to a logged-in applicant with other answers', async ({
  page,
  browser,
}) => {
  const username = await newApplicant(page);
  await saveAnswers(page, completeAnswers(form, { email_address: username, city: 'Submittedton' }));
  await submitApplication(page);
  const link = await linkFromOperator(page, 'service-link', '--application', username);
  const context = await browser.newContext();
  const view = await context.newPage();
  const other = newAddress('bo.testperson');
  await newApplicant(view, other);
  await saveAnswers(view, { first_name: 'Bo', city: 'Otherton' });
  for (const name of PAGES) {
    await view.goto('about:blank');
    const calls = callsOf(view);
    await view.goto(`/${name}${link.search}`);
    await isDrawn(view);
    await expect(view).toHaveURL(new RegExp(`/${name}$`));
    await expect(view.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(view.getByText('Otherton')).toHaveCount(0);
    await expect(view.locator('input, select, textarea, button, nav, a, dialog')).toHaveCount(0);
    expect(calls).toEqual(['GET /service/tmp-pdf']);
  }
  await context.close();
});

test('[D13] a service view that is opened while the server is busy opens by itself', async ({ page, browser }) => {
  const username = await newApplicant(page);
  await saveAnswers(page, { first_name: 'Ada' });
  const link = await linkFromOperator(page, 'service-link', '--application', username);
  const context = await browser.newContext();
  const view = await context.newPage();
  const serve = await deferCalls(view, '**/service/tmp-pdf**');
  await view.goto(`/about${link.search}`);
  await expect(busyNotice(view)).toBeVisible();
  await serve();
  await isDrawn(view);
  await expect(view.getByText('Ada', { exact: true }).first()).toBeVisible();
  await context.close();
});

test('[ROLE-05, ERR-20] without a valid token, no page of the service view opens', async ({ page }) => {
  const token = 'A'.repeat(43);
  for (const name of PAGES) {
    await page.goto(`/${name}?service_token=${token}`);
    await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
    await expect(page.locator('input, select, textarea')).toHaveCount(0);
    await page.goto('about:blank');
  }
  expect(await readLogs(), 'also when the page reports what went wrong').not.toContain(token);
});
