import { actOnMany } from './act-on-many.ts';
import { convertDocument } from './convert-document.ts';
import { exportApplicationsJob } from './export-applications.ts';
import { exportPacketsJob } from './export-packets.ts';
import { forgetObjects } from './forget-objects.ts';
import type { JobPolicy } from './job.ts';
import { printPdf } from './print-pdf.ts';
import { sendMail } from './send-mail.ts';

/** Every job there is; migrating makes a queue for each. */
export const ALL_JOBS: readonly { readonly name: string; readonly policy: JobPolicy }[] = [
  sendMail,
  printPdf,
  convertDocument,
  forgetObjects,
  actOnMany,
  exportApplicationsJob,
  exportPacketsJob,
];
