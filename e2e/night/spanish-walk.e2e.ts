import { readFile } from 'node:fs/promises';
import { answerOf, descKey, textOf } from '@firstyear/form-engine';
import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, type Page, test } from '@playwright/test';
import { confirm, loadProfile, logIn, signUp, submitApplication } from '../support/applicant.ts';
import { fillPage, fillQuestion, keepTypable } from '../support/fill.ts';
import { findEnglish, findEnglishOn, said } from '../support/languages.ts';
import { mailTo, nthMail } from '../support/mail.ts';
import { readPdf } from '../support/pdf.ts';
import { form, newAddress, OUTBOX, partner } from '../support/product.ts';
import { appArrived, next } from '../support/shell.ts';
import { chooseTranscript, fieldOf, showUpload } from '../support/uploads.ts';
import { findViolations } from '../support/violations.ts';

const question = (key: string) => fieldOf(key).question;
const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** Expects the whole page to be in Spanish, for screen readers too. */
async function expectSpanish(page: Page, heading: string): Promise<void> {
  await expect(title(page)).toHaveText(heading);
  expect(await findEnglishOn(page)).toEqual([]);
}

test('an applicant walks in Spanish from the link on a poster to the PDF copy, switching to English half-way, and the office reads English', async ({
  page,
}) => {
  const username = newAddress();
  const answers = keepTypable(completeAnswers(form, { email_address: username }));

  await page.goto('/?lang=es');
  await appArrived(page);
  await expectSpanish(page, 'Tus datos');
  await expect(page.getByText(partner.name, { exact: true }).first()).toHaveAttribute('lang', 'en');
  await fillQuestion(page, question('first_name'), answers);
  await next(page).click();
  await expect(page).toHaveURL(/\/signup$/);
  await expectSpanish(page, 'Crear cuenta');
  await signUp(page, username);
  await expectSpanish(page, 'Confirma tu cuenta');
  await confirm(page, username);
  await expectSpanish(page, 'Iniciar sesión');
  await logIn(page, username);
  await expect(page.locator('#first_name')).toHaveValue(textOf(answers, 'first_name'));

  await fillPage(page, 'about', answers);
  await expectSpanish(page, 'Tus datos');
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  await fillQuestion(page, question('hs_name'), answers);
  await page.getByRole('link', { name: 'English', exact: true }).click();
  await expect(title(page)).toHaveText('Your Education');
  await expect(page.locator('#hs_name')).toHaveValue(textOf(answers, 'hs_name'));
  await page.getByRole('link', { name: 'Español', exact: true }).click();
  await expect(title(page)).toHaveText('Tus estudios');
  await fillPage(page, 'education', answers);
  await showUpload(page);
  await chooseTranscript(page, ['Expediente de Ada Testperson']);
  await expectSpanish(page, 'Tus estudios');
  await next(page).click();
  await fillPage(page, 'final-steps', answers);
  await expectSpanish(page, 'Enviar la solicitud');

  await page.goto('/review');
  await appArrived(page);
  await expect(page.getByText('No falta nada.', { exact: false })).toBeVisible();
  await expectSpanish(page, 'Revisar respuestas');
  expect(await findViolations(page)).toEqual([]);
  await submitApplication(page);
  await expect(page.getByRole('link', { name: said('Download PDF copy') })).toBeVisible();
  await expectSpanish(page, 'Enviaste tu solicitud');
  expect(await findViolations(page)).toEqual([]);

  // Choices made in Spanish are stored with the office's labels.
  const stored = await loadProfile(page);
  const term = textOf(stored.answer, descKey('entry_term'));
  expect(term).toBe(textOf(answers, descKey('entry_term')));
  for (const [key, value] of Object.entries(answers)) if (value !== '') expect(stored.answer[key], key).toBe(value);
  const receipt = await nthMail(OUTBOX, username, 2);
  expect(receipt.text).toContain(stored.confirmation_number ?? 'a confirmation number');
  const mails = await mailTo(OUTBOX, username);
  expect(findEnglish(mails.flatMap(({ subject, text }) => [subject, ...text.split('\n')]))).toEqual([]);

  const link = page.getByRole('link', { name: said('Download PDF copy') });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const copy = await readPdf(await readFile(await download.path()));
  expect(copy.language).toMatch(/^es\b/);
  expect([...copy.languages]).toEqual(expect.arrayContaining(['en']));
  for (const words of ['Tus datos', 'Solicitud de admisión de primer año', 'Otoño de 2027', '[X] Sí', 'Página 1 de']) {
    expect(copy.all).toContain(words);
  }
  const answered = new Set(form.fields.map(({ question: { key } }) => String(answerOf(answers, key))));
  const lines = copy.pages.flatMap((text) => text.split('\n')).filter((line) => !answered.has(line.trim()));
  expect(findEnglish([copy.all, ...lines])).toEqual([]);
});
