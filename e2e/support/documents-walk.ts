import { randomBytes } from 'node:crypto';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { conversionStatus, documentAnswers } from '@firstyear/api-contract/documents';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { makeCall } from './call.ts';
import { fileInput, TRANSCRIPT } from './uploads.ts';

export const KEY = TRANSCRIPT.key;

/** A PDF of one page, with noise attached to make it larger. */
export async function pdfFile(text: string, noiseBytes = 0): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  if (noiseBytes > 0) await pdf.attach(randomBytes(noiseBytes), 'noise.bin');
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage().drawText(text, { x: 50, y: 500, font });
  return Buffer.from(await pdf.save());
}

export const picture = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a9' } })
    [format]()
    .toBuffer();

export const choose = (page: Page, name: string, buffer: Buffer) =>
  fileInput(page).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

export const attached = (page: Page) => page.getByRole('link', { name: 'Look at what we got' });

export const documentsOf = (page: Page) => makeCall(page.request, documentAnswers);

export const statusOf = (page: Page) => makeCall(page.request, conversionStatus, { params: { key: KEY } });
