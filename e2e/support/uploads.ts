import { expect, type Page } from '@playwright/test';
import { pdfOf, TRANSCRIPT_NAME } from './transcript.ts';

export { pdfOf, TRANSCRIPT_NAME };

/** Chooses a transcript in the tab that is open, and waits until it is converted. */
export async function chooseTranscript(page: Page, texts: readonly string[]): Promise<void> {
  const input = page.locator('input[type=file]#transcript');
  await input.setInputFiles({ name: TRANSCRIPT_NAME, mimeType: 'application/pdf', buffer: await pdfOf(texts) });
  await expect(page.getByRole('link', { name: 'Look at what we got' })).toBeVisible({ timeout: 60_000 });
}

/** Goes to the place of the transcript and uploads one, as an applicant does. */
export async function uploadTranscript(page: Page, texts: readonly string[]): Promise<void> {
  await page.goto('/education');
  await page.getByRole('tab', { name: 'Upload transcript' }).click();
  await chooseTranscript(page, texts);
}
