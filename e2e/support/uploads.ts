import { type Field, type Question, traitsOf } from '@firstyear/form-engine';
import { expect, type Locator, type Page } from '@playwright/test';
import { said } from './languages.ts';
import { form } from './product.ts';
import { pdfOf, TRANSCRIPT_NAME } from './sample-files.ts';

/** A question of the form that a walk needs. */
export function fieldOf(key: string): Field {
  const field = form.byKey.get(key);
  if (!field) throw new Error(`The form has no question ${key}.`);
  return field;
}

/** The document of the product's form, on whichever page the university asks for it. */
export const TRANSCRIPT: Question = fieldOf('transcript').question;

/** The keys of all documents that the university asks for. */
export const DOCUMENTS: readonly string[] = form.fields.flatMap(({ question }) =>
  traitsOf(question).setBy === 'server' ? [question.key] : [],
);

/** Chooses the tab of the open page that a question is in, if it is in one. */
export async function openTabOf(page: Page, key: string): Promise<void> {
  for (const gate of fieldOf(key).gates) {
    if (gate.kind !== 'tab') continue;
    const label = form.tabGroups.get(gate.group)?.tabs.find(({ id }) => id === gate.tab)?.label;
    await page.getByRole('tab', { name: said(String(label)) }).click();
  }
}

export const fileInput = (page: Page, key = TRANSCRIPT.key): Locator => page.locator(`input[type=file][id="${key}"]`);

/** The page that a document is uploaded on. */
export const uploadPath = (key = TRANSCRIPT.key): string => `/${fieldOf(key).page}`;

/** Opens the tab of a document on its page; returns the input. */
export async function showUpload(page: Page, key = TRANSCRIPT.key): Promise<Locator> {
  await openTabOf(page, key);
  await expect(fileInput(page, key)).toBeVisible();
  return fileInput(page, key);
}

/** Opens the page and tab of a document; returns the input. */
export async function openUpload(page: Page, key = TRANSCRIPT.key): Promise<Locator> {
  await page.goto(uploadPath(key));
  return showUpload(page, key);
}

/** Chooses a transcript on the open page, and waits until it is converted. */
export async function chooseTranscript(page: Page, texts: readonly string[]): Promise<void> {
  const file = { name: TRANSCRIPT_NAME, mimeType: 'application/pdf', buffer: await pdfOf(texts) };
  await fileInput(page).setInputFiles(file);
  await expect(page.getByRole('link', { name: said('Look at what we got', '(opens in a new tab)') })).toBeVisible();
}

/** Opens the page of the transcript and uploads one. */
export async function uploadTranscript(page: Page, texts: readonly string[]): Promise<void> {
  await openUpload(page);
  await chooseTranscript(page, texts);
}
