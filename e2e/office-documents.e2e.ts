import { expect, test } from '@playwright/test';
import { newColleague, newFamilyName, openApplication, submitAs } from './support/office.ts';
import { uploadTranscript } from './support/uploads.ts';

/** Chromium's viewer is an extension's page in the frame of the document. */
const VIEWER = /^chrome-extension:/;

test("a document is seen beside the answers, in the browser's own viewer", async ({ page, browser }) => {
  const name = newFamilyName('Framewell');
  await submitAs(browser, name, (applicant) => uploadTranscript(applicant, ['The record', 'Its second page']));
  await newColleague(page, 'reader');
  await openApplication(page, name);
  const viewers = () => page.frames().filter((frame) => VIEWER.test(frame.url()));
  await expect.poll(() => viewers().length).toBe(1);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect.poll(() => page.frames().some((frame) => /#page=2&navpanes=0&view=FitH$/.test(frame.url()))).toBe(true);
  await expect.poll(() => viewers().length).toBe(1);
});
