import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect, type Page } from '@playwright/test';
import { partner } from './product.ts';

/** A PDF with one sheet for each text. */
export async function pdfOf(texts: readonly string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of texts) pdf.addPage().drawText(text, { x: 50, y: 500, font });
  return Buffer.from(await pdf.save());
}

/** Uploads a transcript as an applicant does, and waits until it is converted. */
export async function uploadTranscript(page: Page, texts: readonly string[]): Promise<void> {
  await page.goto('/education');
  await page.getByRole('tab', { name: 'Upload transcript' }).click();
  const input = page.locator(`input[type=file]#${partner.documents.transcript.key}`);
  await input.setInputFiles({ name: 'record.pdf', mimeType: 'application/pdf', buffer: await pdfOf(texts) });
  await expect(page.getByRole('link', { name: 'Open the PDF' })).toBeVisible({ timeout: 60_000 });
}
