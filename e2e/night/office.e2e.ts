import { readFile } from 'node:fs/promises';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { expect, test } from '@playwright/test';
import { newColleague, newFamilyName, openApplication, SEALED, submitAs } from '../support/office.ts';
import { readPdf } from '../support/pdf.ts';

test('a filter cleared in a saved view is gone', async ({ page, browser }) => {
  const name = newFamilyName('Listwell');
  await submitAs(browser, name);
  await newColleague(page, 'reader');
  const row = page.getByRole('link', { name: `${name}, María` });
  await page.goto(`/office/applications?${new URLSearchParams({ q: name, to: '2000-01-01' })}`);
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // The list shows the applicant by the same name, and may come before the views.
  const view = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
  await expect(view).toBeVisible();
  await page.goto('/office/applications');
  await view.click();
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await expect(page.getByLabel('Until', { exact: true })).toHaveValue('2000-01-01');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(row).toBeVisible();
});

test('an application is printed from its page without sealed answers, and its packet has its documents', async ({
  page,
  browser,
}) => {
  const name = newFamilyName('Packetwell');
  await submitAs(browser, name);
  await newColleague(page, 'director');
  await openApplication(page, name);
  await expect(page.getByRole('heading', { name: 'Your Education' })).toBeVisible();
  const number = /FY\d\d-\w{4}-\w{4}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? '';
  const printed = await readPdf(await page.pdf());
  expect(printed.all).toContain(number);
  expect(printed.all).toContain('Your Education');
  for (const hidden of ['New note', 'History', 'Mark as looked at', 'Add a label', SEALED])
    expect(printed.all).not.toContain(hidden);
  expect(printed.pages.length).toBeGreaterThan(1);
  for (const [index, sheet] of printed.pages.entries()) {
    for (const text of [name, number, `${index + 1} / ${printed.pages.length}`]) expect(sheet).toContain(text);
  }

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: new RegExp(`^Packet of ${name}`) }).click();
  await page.getByLabel('What is it for?').fill('For the committee.');
  await page.getByRole('button', { name: 'Start the export' }).click();
  const link = page.getByRole('row', { name: /For the committee\./ }).getByRole('link', { name: 'Download' });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const parts = await unpackWordZip(await readFile(await download.path()));
  const folder = `${number} ${name}, María`;
  expect([...parts.keys()]).toEqual([`${folder}/application.pdf`, 'index.tsv']);
  const packed = await readPdf(parts.get(`${folder}/application.pdf`) ?? Buffer.alloc(0));
  for (const text of [name, SEALED]) expect(packed.all).toContain(text);
  expect(packed.tagProblems).toEqual([]);
});

test('the audit trail of one application leads back to that of all', async ({ page, browser }) => {
  const name = newFamilyName('Trailwell');
  await submitAs(browser, name);
  await newColleague(page, 'director');
  await openApplication(page, name);
  await page.getByRole('link', { name: 'Audit trail' }).click();
  const signIn = page.getByRole('cell', { name: 'Signed in', exact: true }).first();
  await expect(signIn).toBeVisible();
  await page.getByRole('link', { name: /^FY/ }).first().click();
  await expect(signIn).toBeHidden();
  await page.getByRole('button', { name: 'Show all applications' }).click();
  await expect(signIn).toBeVisible();
  await expect(page).toHaveURL(/\/audit$/);
});

test('an address of the audit trail with days and people that are none opens it without them', async ({ page }) => {
  await newColleague(page, 'auditor');
  await page.goto('/office/audit?from=32&to=2026-02-31&person=somebody');
  await expect(page.getByRole('columnheader', { name: 'What' })).toBeVisible();
  await expect(page).toHaveURL(/\/audit$/);
});

test('a long word in a note or in the name of a view does not widen the page at 320 px', async ({ page, browser }) => {
  const name = newFamilyName('Longwell');
  await submitAs(browser, name);
  await newColleague(page, 'reader');
  await page.setViewportSize({ width: 320, height: 740 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await openApplication(page, name);
  await page.getByLabel('New note').fill('x'.repeat(300));
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('listitem').getByText('x'.repeat(300))).toBeVisible();
  expect(await width()).toBe(320);
  await page.goto(`/office/applications?${new URLSearchParams({ q: name })}`);
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('V'.repeat(60));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'V'.repeat(60) })).toBeVisible();
  expect(await width()).toBe(320);
});
