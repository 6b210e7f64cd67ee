import { expect, test } from '@playwright/test';
import { newApplicant } from '../support/applicant.ts';
import { loginError, stillWorking } from '../support/shell.ts';
import { fileInput, openUpload } from '../support/uploads.ts';

const IDLE_MESSAGE = 'You have been automatically logged out due to inactivity.';
const MINUTE = 60_000;

test('[IDLE-05] an upload that hangs delays nothing: the session ends on time, and the upload is not mentioned afterward', async ({
  page,
}) => {
  await newApplicant(page);
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
