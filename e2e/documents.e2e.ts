import { randomBytes } from 'node:crypto';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { conversionStatus, documentAnswers } from '@firstyear/api-contract/documents';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { expect, type Page, type Request, test } from '@playwright/test';
import sharp from 'sharp';
import { loadProfile, newApplicant } from './support/applicant.ts';
import { makeCall, responseTo } from './support/call.ts';
import { newAddress } from './support/product.ts';
import { wordDocument } from './support/sample-files.ts';
import { fileInput, openUpload, TRANSCRIPT } from './support/uploads.ts';
import { findViolations } from './support/violations.ts';

const KEY = TRANSCRIPT.key;

/** A PDF of one page, with noise attached to make it larger. */
async function pdfFile(text: string, noiseBytes = 0): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  if (noiseBytes > 0) await pdf.attach(randomBytes(noiseBytes), 'noise.bin');
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage().drawText(text, { x: 50, y: 500, font });
  return Buffer.from(await pdf.save());
}
const picture = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a9' } })
    [format]()
    .toBuffer();
const choose = (page: Page, name: string, buffer: Buffer) =>
  fileInput(page).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
const attached = (page: Page) => page.getByRole('link', { name: 'Look at what we got' });
const remove = async (page: Page) => {
  await page.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(fileInput(page)).toBeVisible();
};
const pathOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;
const documentsOf = (page: Page) => makeCall(page.request, documentAnswers);
const statusOf = (page: Page) => makeCall(page.request, conversionStatus, { params: { key: KEY } });

test('[VAL-68, PROD-08, DOC-03] a file of each type is uploaded, opens as a PDF, and is deleted', async ({ page }) => {
  test.setTimeout(180_000);
  await newApplicant(page, newAddress());
  await openUpload(page);
  const files: readonly (readonly [string, Buffer])[] = [
    ['scan.png', await picture('png')],
    ['photo.jpeg', await picture('jpeg')],
    ['photo.JPG', await picture('jpeg')],
    ['record.pdf', await pdfFile('Record of Ada Testperson')],
    ['record.docx', wordDocument('Record of Ada Testperson')],
  ];
  for (const [name, content] of files) {
    await choose(page, name, content);
    await expect(attached(page), name).toBeVisible({ timeout: 60_000 });
    const listed = { id: expect.any(String), file_name: name, file_size: content.length };
    expect(await documentsOf(page)).toEqual({ [KEY]: listed });
    expect((await loadProfile(page)).answer[KEY]).toBe('ANSWERED');
    const pdf = await responseTo(page.request, filePaths.document(KEY));
    expect((await pdf.body()).subarray(0, 5).toString(), name).toBe('%PDF-');
    await remove(page);
    expect((await loadProfile(page)).answer[KEY]).toBe('');
    expect(await documentsOf(page)).toEqual({});
  }
});

test('[DOC-01, API-21] an upload requests an address, sends the file there, and starts the conversion', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  await openUpload(page);
  const calls: Request[] = [];
  page.on('request', (request) => calls.push(request));
  await choose(page, 'scan.png', await picture('png'));
  await expect(attached(page)).toBeVisible({ timeout: 20_000 });
  const posts = calls.filter((request) => request.method() === 'POST' && !pathOf(request).includes('validations'));
  expect(posts.map(pathOf)).toEqual([
    'POST /api/presigned-url',
    'POST /uploads',
    `POST /api/pdf/document-answer/${KEY}`,
  ]);
  const headers = (await posts[1]?.allHeaders()) ?? {};
  expect(headers['sec-fetch-mode']).toBe('no-cors');
  expect(headers['content-type']).toMatch(/^multipart\/form-data/);
  expect(calls.map(pathOf)).toContain('GET /api/profile');
});

test('[WIDGET-10] a file is deleted only after a confirmation', async ({ page }) => {
  await newApplicant(page, newAddress());
  await openUpload(page);
  await choose(page, 'scan.png', await picture('png'));
  await expect(attached(page)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Delete scan.png' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(attached(page)).toBeVisible();
  expect((await loadProfile(page)).answer[KEY]).toBe('ANSWERED');
  await remove(page);
  expect((await loadProfile(page)).answer[KEY]).toBe('');
});

test('[VAL-67] a file of more than 1 MB is refused before any call; one of slightly less is uploaded', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  await openUpload(page);
  await choose(page, 'large.pdf', Buffer.alloc(1_200_000));
  await expect(page.locator(`#${KEY}-error`)).toHaveText('Your file is too large. The maximum file size is 1 MB.');
  expect(await statusOf(page)).toEqual({ status: 'NOT_ANSWERED' });
  const nearLimit = await pdfFile('Record of Ada Testperson', 890_000);
  expect(nearLimit.length).toBeGreaterThan(890_000);
  await choose(page, 'near the limit.pdf', nearLimit);
  await expect(attached(page)).toBeVisible({ timeout: 20_000 });
});

test('[DOC-05, ERR-08, ERR-09] a broken file is reported, even after a reload, until another file is chosen', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  await openUpload(page);
  const pdf = await pdfFile('Record of Ada Testperson');
  await choose(page, 'broken.pdf', pdf.subarray(0, pdf.length - 300));
  const toast = page.getByRole('region').getByText(`Error uploading file for ${KEY}`);
  await expect(toast).toBeVisible({ timeout: 20_000 });
  const { status, message } = await statusOf(page);
  expect(status).toBe('FAILED');
  await expect(page.locator(`#${KEY}-error`)).toHaveText(message ?? '');
  expect((await loadProfile(page)).answer[KEY] ?? '').toBe('');

  await page.reload();
  await expect(page.locator(`#${KEY}-error`)).toHaveText(message ?? '');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect.poll(async () => (await statusOf(page)).status).toBe('NOT_ANSWERED');
  await expect(toast).toBeHidden();
  await choose(page, 'record.pdf', pdf);
  await expect(attached(page)).toBeVisible({ timeout: 20_000 });
});

test('after a reload during an upload, the page says to choose the file again; logout forgets that', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  await openUpload(page);
  await page.route('**/uploads', () => {});
  await choose(page, 'record.pdf', await pdfFile('Record of Ada Testperson'));
  await expect(page.getByRole('button', { name: 'Cancel upload' })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Your upload here didn't finish. Please choose the file again.")).toBeVisible();
  await expect(fileInput(page)).toBeVisible();
  const readStorage = () => page.evaluate(() => Object.values(sessionStorage).join());
  expect(await readStorage()).toContain(KEY);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await readStorage()).not.toContain(KEY);
});

test('[TAB-03] leaving a tab with a file deletes it on the server', { tag: '@tabs' }, async ({ page }) => {
  await newApplicant(page, newAddress());
  await openUpload(page);
  await choose(page, 'scan.png', await picture('png'));
  await expect(attached(page)).toBeVisible({ timeout: 20_000 });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(pathOf(request)));
  await page.getByRole('tab', { name: 'Counselor will send it' }).click();
  await expect(page.getByRole('tab', { name: 'Counselor will send it' })).toHaveAttribute('aria-selected', 'true');
  expect(calls.filter((call) => /^(DELETE|PUT)/.test(call))).toEqual([
    `DELETE /api/document-answer/${KEY}`,
    `DELETE /api/pdf/document-answer/${KEY}`,
    'PUT /api/tabs',
  ]);
  expect((await loadProfile(page)).answer[KEY]).toBe('');
  expect(await documentsOf(page)).toEqual({});
});

test('without an account there is no file input', async ({ page }) => {
  await page.goto('/education');
  await expect(page.locator('input[type=file]')).toHaveCount(0);
});

test('a document can be uploaded by keyboard alone, and the upload continues while other pages are open', async ({
  page,
}) => {
  // Waits from long before the key: the browser closes a chooser that nothing is waiting for yet.
  const chooser = page.waitForEvent('filechooser');
  await newApplicant(page, newAddress());
  await openUpload(page);
  await fileInput(page).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'record.docx', mimeType: '', buffer: wordDocument('Ada') });
  await page.getByRole('navigation').getByRole('link', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/final-steps$/);
  await expect.poll(async () => (await statusOf(page)).status, { timeout: 60_000 }).toBe('COMPLETED');
  await page.getByRole('navigation').getByRole('link', { name: 'Your Education' }).click();
  await expect(attached(page)).toBeVisible();
});

test('photos of several pages become one document, which is reviewed and corrected by keyboard', async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 360, height: 740 });
  await newApplicant(page, newAddress());
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

  await expect(page.getByText('Page 1 is very dark.', { exact: false }).first()).toBeVisible({ timeout: 30_000 });
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
