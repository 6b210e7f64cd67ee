import { getTabs } from '@firstyear/api-contract/application';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant } from './support/applicant.ts';
import { makeCall, responseTo } from './support/call.ts';
import { attached, choose, documentsOf, KEY, picture, statusOf } from './support/documents-walk.ts';
import { form } from './support/product.ts';
import { pdfOf, wordDocument } from './support/sample-files.ts';
import { fileInput, openUpload } from './support/uploads.ts';

const remove = async (page: Page) => {
  await page.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(fileInput(page)).toBeVisible();
};

test('[VAL-68, PROD-08, DOC-03] a file of each type is uploaded, opens as a PDF, and is deleted', async ({ page }) => {
  await newApplicant(page);
  await openUpload(page);
  const files: readonly (readonly [string, Buffer])[] = [
    ['scan.png', await picture('png')],
    ['photo.jpeg', await picture('jpeg')],
    ['photo.JPG', await picture('jpeg')],
    ['record.pdf', await pdfOf(['Record of Ada Testperson'])],
    ['record.docx', wordDocument('Record of Ada Testperson')],
  ];
  for (const [name, content] of files) {
    await choose(page, name, content);
    await expect(attached(page), name).toBeVisible();
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

test('[DOC-05, ERR-08, ERR-09] a broken file is reported, even after a reload, until another file is chosen', async ({
  page,
}) => {
  await newApplicant(page);
  await openUpload(page);
  const pdf = await pdfOf(['Record of Ada Testperson']);
  await choose(page, 'broken.pdf', pdf.subarray(0, pdf.length - 300));
  const toast = page.getByRole('region').getByText(`Error uploading file for ${KEY}`);
  await expect(toast).toBeVisible();
  const { status, message } = await statusOf(page);
  expect(status).toBe('FAILED');
  await expect(page.locator(`#${KEY}-error p`)).toHaveText(message ?? '');
  expect((await loadProfile(page)).answer[KEY] ?? '').toBe('');

  await page.reload();
  await expect(page.locator(`#${KEY}-error p`)).toHaveText(message ?? '');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect.poll(async () => (await statusOf(page)).status).toBe('NOT_ANSWERED');
  await expect(toast).toBeHidden();
  await choose(page, 'record.pdf', pdf);
  await expect(attached(page)).toBeVisible();
});

test('[TAB-01, DATA-16] the chosen tab is saved, and restored after a reload', { tag: '@tabs' }, async ({ page }) => {
  await newApplicant(page);
  await page.goto('/education');
  const second = page.getByRole('tab').nth(1);
  await expect(fileInput(page)).toHaveCount(0);
  await second.click();
  await expect(second).toHaveAttribute('aria-selected', 'true');
  await expect(fileInput(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true');
  const [group] = form.tabGroups.values();
  expect(await makeCall(page.request, getTabs)).toEqual({ [group?.id ?? '']: group?.tabs[1]?.id });
});
