import { expect, type Page } from '@playwright/test';
import { partner } from './product.ts';
import { pdfOf } from './uploads.ts';

export const TRANSCRIPT_NAME = 'record-of-ada.pdf';

/** Chooses a file in the tab that is open, and waits until it is converted. */
export async function uploadTranscript(page: Page): Promise<void> {
  const file = {
    name: TRANSCRIPT_NAME,
    mimeType: 'application/pdf',
    buffer: await pdfOf(['Record of Ada Testperson']),
  };
  await page.locator(`input[type=file]#${partner.documents.transcript.key}`).setInputFiles(file);
  await expect(page.getByRole('link', { name: 'Open the PDF' })).toBeVisible({ timeout: 60_000 });
}
