import * as z from 'zod/mini';
import { documentAnswersSchema } from './application.ts';
import { call } from './call.ts';

const CONVERSION_STATUSES = ['COMPLETED', 'FAILED', 'IN_PROGRESS', 'UNPROCESSED', 'NOT_ANSWERED'] as const;
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];
const status = z.enum(CONVERSION_STATUSES);

/** The PDF copy: url is '' unless the status is COMPLETED. */
export const pdf = call('GET', '/api/pdf', { for: 'applicant', response: z.object({ status, url: z.string() }) });

export const documentAnswers = call('GET', '/api/document-answer', {
  for: 'applicant',
  response: documentAnswersSchema,
});
/** In bytes, if known: a store that refuses a file for its size reports it to neither side. */
const fileSize = z.optional(z.int().check(z.nonnegative()));

export const presignedUrl = call('POST', '/api/presigned-url', {
  for: 'applicant',
  payload: z.strictObject({ answer_key: z.string().check(z.maxLength(80)), file_size: fileSize }),
  response: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
});
export const startConversion = call('POST', '/api/pdf/document-answer/:key', {
  for: 'applicant',
  payload: z.strictObject({
    file_key: z.string().check(z.maxLength(300)),
    file_name: z.string().check(z.maxLength(300)),
    file_size: fileSize,
  }),
});
export const conversionStatus = call('GET', '/api/pdf/document-answer/:key', {
  for: 'applicant',
  response: z.object({
    status,
    message: z.optional(z.string()),
    /** Pages of the converted file; with COMPLETED. */
    page_count: z.optional(z.int()),
    /** A warning about a photo that may be hard to read, or a Word file that is not shown whole; with COMPLETED. */
    hint: z.optional(z.string()),
    /** Paths of thumbnails of its first pages, in order; with COMPLETED. */
    thumbnails: z.optional(z.array(z.string())),
  }),
});
export const deleteConversion = call('DELETE', '/api/pdf/document-answer/:key', { for: 'applicant' });
export const deleteDocument = call('DELETE', '/api/document-answer/:key', {
  for: 'applicant',
  /** The document that the page shows; another one is not deleted. */
  query: z.optional(z.object({ document: z.optional(z.string()) })),
});
