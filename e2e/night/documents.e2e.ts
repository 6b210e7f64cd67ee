import { expect, type Request, test } from '@playwright/test';
import sharp from 'sharp';
import { newApplicant } from '../support/applicant.ts';
import { attached, choose, KEY, statusOf } from '../support/documents-walk.ts';
import { pdfOf, wordDocument } from '../support/sample-files.ts';
import { logOut } from '../support/shell.ts';
import { fileInput, openUpload } from '../support/uploads.ts';
import { findViolations } from '../support/violations.ts';

const pathOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

test('after a reload during an upload, the page says to choose the file again; logout forgets that', async ({
  page,
}) => {
  await newApplicant(page);
  await openUpload(page);
  await page.route('**/uploads', () => {});
  await choose(page, 'record.pdf', await pdfOf(['Record of Ada Testperson']));
  await expect(page.getByRole('button', { name: 'Cancel upload' })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Your upload here didn't finish. Please choose the file again.")).toBeVisible();
  await expect(fileInput(page)).toBeVisible();
  const readStorage = () => page.evaluate(() => Object.values(sessionStorage).join());
  expect(await readStorage()).toContain(KEY);
  await logOut(page);
  expect(await readStorage()).not.toContain(KEY);
});

test('a document can be uploaded by keyboard alone, and the upload continues while other pages are open', async ({
  page,
}) => {
  // Waits from long before the key: the browser closes a chooser that nothing is waiting for yet.
  const chooser = page.waitForEvent('filechooser');
  await newApplicant(page);
  await openUpload(page);
  await fileInput(page).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'record.docx', mimeType: '', buffer: wordDocument('Ada') });
  await page.getByRole('navigation').getByRole('link', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/final-steps$/);
  await expect.poll(async () => (await statusOf(page)).status).toBe('COMPLETED');
  await page.getByRole('navigation').getByRole('link', { name: 'Your Education' }).click();
  await expect(attached(page)).toBeVisible();
});

test('photos of several pages become one document, which is reviewed and corrected by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await newApplicant(page);
  await openUpload(page);
  const plain = (background: string) =>
    sharp({ create: { width: 600, height: 800, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const photos = { 'first.jpg': await plain('#79a'), 'dark.jpg': await plain('#111') };
  await page
    .locator(`input[type=file]#${KEY}`)
    .setInputFiles(Object.entries(photos).map(([name, buffer]) => ({ name, mimeType: 'image/jpeg', buffer })));
  const dialog = page.getByRole('dialog', { name: 'Pages of your document' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Move page 2 up' }).press('Enter');
  await expect(dialog.getByRole('listitem').first()).toContainText('dark.jpg');
  await dialog.getByRole('button', { name: 'Upload 2 pages' }).press('Enter');

  await expect(page.getByText('Page 1 is very dark.', { exact: false }).first()).toBeVisible();
  await expect(attached(page)).toBeVisible();
  const pictures = page.getByRole('list', { name: 'The pages we got' }).getByRole('img');
  await expect(pictures).toHaveCount(2);
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => all.map((item) => item instanceof HTMLImageElement && item.naturalWidth > 0)),
    )
    .toEqual([true, true]);
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  await pictures.nth(1).locator('..').focus();
  await page.keyboard.press('Tab');
  await expect(attached(page)).toBeFocused();
  const opened = page.context().waitForEvent('request', (request) => pathOf(request) === `GET /files/document/${KEY}`);
  await page.keyboard.press('Enter');
  await opened;
  await page.bringToFront();
  await page.getByRole('button', { name: 'Change the pages' }).press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Change the pages' })).toBeFocused();
  await page.goto('/review');
  await expect(pictures).toHaveCount(2);
  await expect(pictures.first()).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});
