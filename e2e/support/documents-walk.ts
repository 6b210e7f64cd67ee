import { conversionStatus, documentAnswers } from '@firstyear/api-contract/documents';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { makeCall } from './call.ts';
import { fileInput, TRANSCRIPT } from './uploads.ts';

export const KEY = TRANSCRIPT.key;

export const picture = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a9' } })
    [format]()
    .toBuffer();

export const choose = (page: Page, name: string, buffer: Buffer) =>
  fileInput(page).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

export const attached = (page: Page) => page.getByRole('link', { name: 'Look at what we got' });

export const documentsOf = (page: Page) => makeCall(page.request, documentAnswers);

export const statusOf = (page: Page) => makeCall(page.request, conversionStatus, { params: { key: KEY } });
