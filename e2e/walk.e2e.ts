import { readFile } from 'node:fs/promises';
import { answerOf } from '@firstyear/form-engine';
import { completeAnswers, minimalAnswers } from '@firstyear/freshman/testing';
import { expect, type Page, test } from '@playwright/test';
import { confirm, loadProfile, logIn, newApplicant, signUp } from './support/applicant.ts';
import { fillPage, fillQuestion, keepTypable, questionsOn } from './support/fill.ts';
import { nthMail } from './support/mail.ts';
import { normalizeText, type PdfText, readPdf } from './support/pdf.ts';
import { findMissing } from './support/printed.ts';
import { form, newAddress, OUTBOX } from './support/product.ts';
import { fieldOf } from './support/uploads.ts';

/** Downloads the PDF copy by the link on the screen, and reads it. */
async function downloadPdf(
  page: Page,
): Promise<{ readonly name: string; readonly bytes: Buffer; readonly text: PdfText }> {
  const link = page.getByRole('link', { name: 'Download PDF copy' });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), bytes, text: await readPdf(bytes) };
}

const question = (key: string) => fieldOf(key).question;
const labelOf = (key: string) => String(question(key).label);

const next = (page: Page) => page.getByRole('button', { name: 'Save and Continue' }).click();

test('[PROD-05, PROD-06] answers of a visitor stay in the browser until there is an account, and are then saved', async ({
  page,
}) => {
  const username = newAddress();
  const typed = { first_name: 'Ada', last_name: 'Testperson', address_line_1: '12 Visitor Lane' };
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${decodeURIComponent(request.url())} ${request.postData() ?? ''}`));
  await page.goto('/about');
  for (const [key, text] of Object.entries(typed)) await page.locator(`#${key}`).pressSequentially(text);
  const isSuggestion = (request: string) => new URL(request).pathname === '/lookup/find';
  await expect.poll(() => sent.filter(isSuggestion).length).toBeGreaterThan(0);
  await expect(page.locator('#first_name')).toHaveValue('Ada');
  await next(page);
  await expect(page).toHaveURL(/\/signup$/);
  // What the privacy notice says is all that is sent: files of the site, and texts of fields that search.
  const others = sent.filter((request) => !isSuggestion(request));
  expect(others.filter((request) => /\bAda\b|Testperson|Visitor/.test(request))).toEqual([]);
  expect(sent.filter(isSuggestion).filter((request) => /Ada|Testperson/.test(request))).toEqual([]);
  const origin = new URL(page.url()).origin;
  expect(others.filter((request) => !request.startsWith(origin) || request.startsWith(`${origin}/api/`))).toEqual([]);
  await signUp(page, username);
  await confirm(page, username);
  await logIn(page, username);
  await expect(page.locator('#first_name')).toHaveValue('Ada');
  await expect
    .poll(async () => (await loadProfile(page)).answer)
    .toMatchObject({ first_name: 'Ada', last_name: 'Testperson' });
});

test('[PROD-01, PROD-03, REDIR-15] a visitor types, signs up, fills in the form, corrects what is missing, submits, and gets a PDF with every answer', async ({
  page,
}) => {
  const username = newAddress();
  const answers = keepTypable(completeAnswers(form, { email_address: username }));

  // Logged out: the first answers are typed before there is an account, and no call sends them.
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto('/');
  await expect(page).toHaveURL(/\/about$/);
  for (const key of ['first_name', 'middle_name', 'last_name']) {
    await fillQuestion(page, question(key), answers);
  }
  expect(calls.filter((call) => call.includes('/api/'))).toEqual([]);
  await next(page);
  await expect(page).toHaveURL(/\/signup$/);
  await signUp(page, username);
  await confirm(page, username);
  await logIn(page, username);
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator('#first_name')).toHaveValue(String(answers.first_name));
  await expect.poll(async () => (await loadProfile(page)).answer.first_name).toBe(answers.first_name);

  // All three pages, except two questions that are needed.
  const forgotten = ['entry_term', 'hs_name'];
  await fillPage(page, 'about', answers, { except: forgotten });
  await next(page);
  await expect(page).toHaveURL(/\/education$/);
  await fillPage(page, 'education', answers, { except: forgotten });
  await next(page);
  await expect(page).toHaveURL(/\/final-steps$/);
  await fillPage(page, 'final-steps', answers);
  await page.getByRole('button', { name: 'Submit Application' }).click();

  // The summary lists exactly what is missing, and its links lead there.
  await expect(page).toHaveURL(/\/about$/);
  const summary = page.getByRole('region', { name: "We're missing some information!" });
  await expect(summary).toBeVisible();
  await expect(summary.getByRole('link')).toHaveCount(2);
  await expect(page.locator('#entry_term-error')).toContainText(labelOf('entry_term'));
  await summary.getByRole('link', { name: labelOf('hs_name') }).click();
  await expect(page).toHaveURL(/\/education#hs_name$/);
  await expect(page.locator('#hs_name')).toBeInViewport();
  await expect(page.locator('#hs_name')).toBeFocused();
  await fillQuestion(page, question('hs_name'), answers);
  await summary.getByRole('link', { name: labelOf('entry_term') }).click();
  await expect(page.locator('#entry_term')).toBeFocused();
  await fillQuestion(page, question('entry_term'), answers);
  await expect(summary).toHaveCount(0);

  await page.getByRole('link', { name: 'Submit', exact: true }).click();
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(page.getByText('Your application was successfully submitted.', { exact: true })).toBeVisible();

  // The server has everything that was typed.
  const stored = await loadProfile(page);
  for (const [key, value] of Object.entries(answers)) {
    if (value !== '') expect(stored.answer[key], key).toBe(value);
  }
  const receipt = await nthMail(OUTBOX, username, 2);
  expect(receipt.text).toContain(stored.confirmation_number ?? 'a confirmation number');
  await expect(page.getByText(stored.confirmation_number ?? '')).toBeVisible();

  const { name, bytes, text } = await downloadPdf(page);
  expect(name).toMatch(/\.pdf$/);
  // Letters drawn one by one (Type 3), as of fonts of the machine, print unevenly and read back with gaps.
  expect(bytes.includes('/Type3')).toBe(false);
  expect(bytes.includes('/CIDFontType2')).toBe(true);
  expect(findMissing(answers, text.body)).toEqual([]);
  for (const printed of text.pages) {
    expect(normalizeText(printed)).toContain(stored.confirmation_number ?? 'a confirmation number');
    expect(normalizeText(printed)).not.toContain('Draft - not submitted');
  }
});

test('[WIDGET-20] a name and an address in other scripts survive form, mail and the downloaded PDF unchanged', async ({
  page,
}) => {
  const username = newAddress('wang.xiaoming');
  const answers = minimalAnswers(form, {
    first_name: '小明',
    last_name: '王测试',
    preferred_name: 'Ωμέγα Жук',
    address_line_1: 'ul. Zażółcona 12',
    city: 'Łódź-na-Niby',
    hs_name: "Lycée d'Été ‘Ñandú’",
    email_address: username,
  });
  await newApplicant(page, username);
  for (const id of ['about', 'education', 'final-steps'] as const) {
    await fillPage(page, id, answers);
    if (id !== 'final-steps') await next(page);
  }
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page).toHaveURL(/\/completion$/);
  const stored = await loadProfile(page);
  expect(stored.answer).toMatchObject({ first_name: '小明', last_name: '王测试', preferred_name: 'Ωμέγα Жук' });
  expect((await nthMail(OUTBOX, username, 2)).text).toContain('Ωμέγα Жук');
  expect(findMissing(answers, (await downloadPdf(page)).text.body)).toEqual([]);
});

test('an application that is left half-way is continued on another device, with nothing lost', async ({ browser }) => {
  const username = newAddress('bo.testperson');
  const answers = keepTypable(completeAnswers(form, { email_address: username }));
  const onPhone = await browser.newPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await newApplicant(onPhone, username);
  await fillPage(onPhone, 'about', answers);
  await next(onPhone);
  await expect(onPhone).toHaveURL(/\/education$/);
  await fillQuestion(onPhone, question('employment'), answers);
  await onPhone.locator('#hs_gpa').pressSequentially('3.9');
  // The tab is killed without leaving the field: only the autosave of typing can have stored it.
  await expect(onPhone.getByRole('status').filter({ hasText: /^Saved / })).toBeAttached();
  await expect.poll(async () => (await loadProfile(onPhone)).answer.hs_gpa).toBe('3.9');
  await onPhone.close();

  const desk = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const atDesk = await desk.newPage();
  await atDesk.goto('/login');
  await logIn(atDesk, username);
  // The stored last page opens by itself.
  await expect(atDesk).toHaveURL(/\/education$/);
  await expect(atDesk.locator('#hs_gpa')).toHaveValue('3.9');
  await expect(atDesk.locator('#employment')).toHaveValue(String(answers.employment));
  await atDesk.getByRole('link', { name: 'Your Information' }).click();
  await expect(atDesk).toHaveURL(/\/about$/);
  for (const item of questionsOn('about', answers)) {
    const value = answerOf(answers, item.key);
    const input = atDesk.locator(`[id="${item.key}"]`);
    if (item.kind === 'radio') {
      await expect(atDesk.locator(`input[name="${item.key}"][value="${value}"]`), item.key).toBeChecked();
    } else if (item.kind === 'check') await expect(input, item.key).toBeChecked({ checked: value === true });
    else await expect(input, item.key).toHaveValue(String(value));
  }
  await desk.close();
});
