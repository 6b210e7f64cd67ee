import * as z from 'zod';
import { defineJob, type JobPolicy } from './job.ts';

const DAY_S = 86_400;

/** Sends one mail of the outbox. Retries, at most 15 minutes apart, outlast every mail's own expiration. */
export const sendMail = defineJob('send-mail', z.object({ mail_id: z.uuid() }), {
  retryLimit: 3_500,
  retryDelay: 5,
  retryDelayMax: 900,
  expireInSeconds: 120,
  retentionSeconds: 45 * DAY_S,
});

/** Prints one PDF copy. After three attempts within about three minutes the copy is FAILED and can be requested again. */
export const printPdf = defineJob('print-pdf', z.object({ copy_id: z.uuid() }), {
  retryLimit: 2,
  retryDelay: 2,
  retryDelayMax: 30,
  expireInSeconds: 120,
});

/** Wakes a worker for an uploaded document. The database decides which document is converted next, and by which worker. */
export const convertDocument = defineJob('convert-document', z.object({ document_id: z.uuid() }), {
  retryLimit: 2,
  retryDelay: 2,
  retryDelayMax: 30,
  expireInSeconds: 30,
});

/** Deletes stored files that nothing refers to. Retries for days. The application is named where the keys don't name it. */
const forgottenFiles = z.object({ keys: z.array(z.string()).min(1), application_id: z.uuid().optional() });
export const forgetObjects = defineJob('forget-objects', forgottenFiles, {
  retryLimit: 40,
  retryDelay: 10,
  retryDelayMax: 7_200,
  expireInSeconds: 120,
});

/** For files that a backup may need: it copies the store after the database, and must find every file that the database named. */
export const A_WEEK_LATER = { afterSeconds: 7 * DAY_S } as const;

/** Runs a bulk act of the office; resumes where an earlier run stopped. */
export const actOnMany = defineJob('act-on-many', z.object({ many_id: z.uuid() }), {
  retryLimit: 20,
  retryDelay: 5,
  retryDelayMax: 300,
  expireInSeconds: 600,
});

/** Writes an export for the office. A retry starts over. */
export const exportApplicationsJob = defineJob('export-applications', z.object({ export_id: z.uuid() }), {
  retryLimit: 5,
  retryDelay: 10,
  retryDelayMax: 300,
  expireInSeconds: 3_600,
});

/** Prints packets for the office. A retry starts over. */
export const exportPacketsJob = defineJob('export-packets', z.object({ export_id: z.uuid() }), {
  retryLimit: 5,
  retryDelay: 10,
  retryDelayMax: 300,
  expireInSeconds: 7_200,
});

/** Every job; migrating creates a queue for each. */
export const ALL_JOBS: readonly { readonly name: string; readonly policy: JobPolicy }[] = [
  sendMail,
  printPdf,
  convertDocument,
  forgetObjects,
  actOnMany,
  exportApplicationsJob,
  exportPacketsJob,
];
