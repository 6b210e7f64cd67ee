import * as z from 'zod/mini';
import { documentAnswersSchema } from './application.ts';
import { call } from './call.ts';
import { emptyAnswer } from './identity.ts';

export const CONVERSION_STATUSES = ['COMPLETED', 'FAILED', 'IN_PROGRESS', 'UNPROCESSED', 'NOT_ANSWERED'] as const;
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];
const status = z.enum(CONVERSION_STATUSES);

/** The PDF copy: url is '' unless the status is COMPLETED. */
export const pdf = call('GET', '/api/pdf', { answer: z.object({ status, url: z.string() }) });

export const documentAnswers = call('GET', '/api/document-answer', { answer: documentAnswersSchema });
export const presignedUrl = call('POST', '/api/presigned-url', {
  payload: z.strictObject({ answer_key: z.string().check(z.maxLength(80)) }),
  answer: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
});
export const startConversion = call('POST', '/api/pdf/document-answer/:key', {
  payload: z.strictObject({
    file_key: z.string().check(z.maxLength(300)),
    file_name: z.string().check(z.maxLength(300)),
  }),
  answer: emptyAnswer,
});
export const conversionStatus = call('GET', '/api/pdf/document-answer/:key', {
  answer: z.object({ status, message: z.optional(z.string()) }),
});
export const deleteConversion = call('DELETE', '/api/pdf/document-answer/:key', { answer: emptyAnswer });
export const deleteDocument = call('DELETE', '/api/document-answer/:key', { answer: emptyAnswer });
