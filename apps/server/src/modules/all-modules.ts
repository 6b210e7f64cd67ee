import { identityRoutes } from './accounts/identity/routes.ts';
import { signOnRoutes, staffRoutes } from './accounts/staff/routes.ts';
import { answerRoutes } from './application/answers/routes.ts';
import { progressRoutes } from './application/progress/routes.ts';
import { submissionRoutes } from './application/submission/routes.ts';
import { pdfRoutes } from './documents/pdf/routes.ts';
import { documentRoutes } from './documents/uploads/routes.ts';
import type { Module } from './module.ts';
import { auditRoutes } from './office/audit/routes.ts';
import { formHistoryRoutes } from './office/form-history/routes.ts';
import { listRoutes } from './office/list/routes.ts';
import { manyRoutes } from './office/many/routes.ts';
import { officeExportRoutes } from './office/office-export/routes.ts';
import { oneApplicationRoutes } from './office/one-application/routes.ts';
import { serviceViewRoutes } from './office/service-view/routes.ts';
import { clientErrorRoutes } from './operations/client-errors/routes.ts';
import { calendarRoutes } from './reference/calendar/routes.ts';
import { lookupRoutes } from './reference/lookup/routes.ts';
import { reminderRoutes } from './reference/reminders/routes.ts';

export const MODULES: readonly Module[] = [
  identityRoutes,
  staffRoutes,
  signOnRoutes,
  progressRoutes,
  answerRoutes,
  submissionRoutes,
  serviceViewRoutes,
  pdfRoutes,
  calendarRoutes,
  documentRoutes,
  reminderRoutes,
  listRoutes,
  oneApplicationRoutes,
  manyRoutes,
  auditRoutes,
  formHistoryRoutes,
  officeExportRoutes,
  clientErrorRoutes,
  lookupRoutes,
];
