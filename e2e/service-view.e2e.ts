import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, test } from '@playwright/test';
import { newApplicant } from './support/applicant.ts';
import { readCopy, replaceAnswers } from './support/copies.ts';
import { linkFromOperator } from './support/operator.ts';
import { removeWhitespace } from './support/pdf.ts';
import { findMissing } from './support/printed.ts';
import { form } from './support/product.ts';
import { TRANSCRIPT_NAME } from './support/sample-files.ts';
import { isDrawn } from './support/shell.ts';
import { uploadTranscript } from './support/uploads.ts';

test('[ROLE-07, DOC-09] the service view shows only the chosen tab, and that a document is attached but not which', {
  tag: '@tabs',
}, async ({ page, browser }) => {
  const username = await newApplicant(page);
  await uploadTranscript(page, ['Record of Ada Testperson']);
  const link = await linkFromOperator(page, 'service-link', '--application', username);
  const view = await browser.newPage();
  await view.goto(`/education${link.search}`);
  await isDrawn(view);
  await expect(view.getByText('Uploaded with this application', { exact: true })).toBeVisible();
  await expect(view.getByText('A document is attached.')).toBeVisible();
  await expect(view.getByText('Counselor will send it')).toHaveCount(0);
  await expect(view.getByText(TRANSCRIPT_NAME)).toHaveCount(0);
  await view.close();
});

test('[PROD-02, PROD-09, WIDGET-18] the view on the screen and the PDF have the same words in the same order', async ({
  page,
  browser,
}) => {
  const username = await newApplicant(page);
  const answers = completeAnswers(form, { email_address: username });
  await replaceAnswers(page, answers);
  const copy = await readCopy(page);
  const link = await linkFromOperator(page, 'service-link', '--application', username);
  const context = await browser.newContext();
  const view = await context.newPage();
  await view.goto(`/about${link.search}&print=all`);
  await isDrawn(view);
  const words = removeWhitespace((await view.getByRole('main').textContent()) ?? '');
  expect(findMissing(answers, words)).toEqual([]);
  expect(words).toBe(copy.body);
  await context.close();
});
