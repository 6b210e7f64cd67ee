import { readFile } from 'node:fs/promises';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { expect, test } from '@playwright/test';
import { newApplicant } from '../support/applicant.ts';
import { newColleague, newFamilyName, openApplication, SEALED, submitAs } from '../support/office.ts';
import { search } from '../support/office-walk.ts';
import { readPdf } from '../support/pdf.ts';
import { newAddress } from '../support/product.ts';

test('a list never hides that it has applications: past its end it begins again, and a filter cleared in a saved view is gone', async ({
  page,
  browser,
}) => {
  const name = newFamilyName('Listwell');
  await submitAs(browser, name);
  await newColleague(page, 'reader');
  const row = page.getByRole('link', { name: `${name}, María` });
  const longAgo = ['-moment', '2000-01-01T00:00:00.000000Z', '00000000-0000-4000-8000-000000000000'];
  const after = Buffer.from(JSON.stringify(longAgo)).toString('base64url');
  await page.goto(`/office/applications?${new URLSearchParams({ q: name, after })}`);
  await expect(row).toBeVisible();
  await expect(page).not.toHaveURL(/after=/);

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

test('a list is navigated by keyboard, and single-key shortcuts can be turned off', async ({ page, browser }) => {
  const name = newFamilyName('Keywell');
  await submitAs(browser, name);
  await newColleague(page, 'clerk');
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: `${name}, María` });
  // Until the search has results, the whole list may show this name too.
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expect(link).toBeVisible();
  await search(page).blur();
  await page.keyboard.press('j');
  await expect(link).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Label…', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Turn off single keys' }).click();
  await page.keyboard.press('/');
  await expect(search(page)).not.toBeFocused();
  await link.press('Enter');
  await expect(page.getByRole('heading', { name: `${name}, María` })).toBeFocused();
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
  await expect(link).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const parts = await unpackWordZip(await readFile(await download.path()));
  const folder = `${number} ${name}, María`;
  expect([...parts.keys()]).toEqual([`${folder}/application.pdf`, 'index.tsv']);
  const packed = await readPdf(parts.get(`${folder}/application.pdf`) ?? Buffer.alloc(0));
  for (const text of [name, SEALED]) expect(packed.all).toContain(text);
  expect(packed.tagProblems).toEqual([]);
});

test('a search by one letter, which is none, says what it takes', async ({ page }) => {
  await newColleague(page, 'reader');
  await search(page).fill('z');
  await search(page).press('Enter');
  await expect(page.getByText("“z” wasn't searched for. Please type at least two letters or digits.")).toBeVisible();
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

test('a sign-on that the university or the office refuses says why', async ({ page }) => {
  await page.goto('/office/sign-in?problem=not_listed');
  await expect(page.getByRole('alert')).toContainText("isn't on this office's list");
});

test('strangers and applicants are sent to the sign-in page', async ({ page }) => {
  await page.goto('/office/applications?view=to-read');
  await expect(page).toHaveURL(/\/office\/sign-in\?to=/);
  await newApplicant(page, newAddress('ada'));
  await page.goto('/office/numbers');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  const response = await page.request.get('/office/api/applications');
  expect(response.status()).toBe(401);
});
