import { identityRoutes } from '../modules/accounts/identity/routes.ts';
import { staffRoutes } from '../modules/accounts/staff/routes.ts';
import { signOnRoutes } from '../modules/accounts/staff/sign-on-routes.ts';
import { answerRoutes } from '../modules/application/answers/routes.ts';
import { helperRoutes } from '../modules/application/helpers/routes.ts';
import { itemRoutes } from '../modules/application/items/routes.ts';
import { progressRoutes } from '../modules/application/progress/routes.ts';
import { submissionRoutes } from '../modules/application/submission/routes.ts';
import { documentRoutes } from '../modules/application/uploads/routes.ts';
import { pdfRoutes } from '../modules/copies/pdf/routes.ts';
import { serviceViewRoutes } from '../modules/copies/service-view/routes.ts';
import type { Module } from '../modules/module.ts';
import { auditRoutes } from '../modules/office/audit/routes.ts';
import { checklistRoutes } from '../modules/office/checklist/routes.ts';
import { officeExportRoutes } from '../modules/office/export/routes.ts';
import { formHistoryRoutes } from '../modules/office/form-history/routes.ts';
import { listRoutes } from '../modules/office/list/routes.ts';
import { manyRoutes } from '../modules/office/many/routes.ts';
import { oneApplicationRoutes } from '../modules/office/one-application/routes.ts';
import { clientErrorRoutes } from '../modules/operations/client-errors/routes.ts';
import { calendarRoutes } from '../modules/reference/calendar/routes.ts';
import { lookupRoutes } from '../modules/reference/lookup/routes.ts';
import { reminderRoutes } from '../modules/reference/reminders/routes.ts';
import type { Services } from './services.ts';

export const MODULES: readonly Module<Services>[] = [
  identityRoutes,
  staffRoutes,
  signOnRoutes,
  progressRoutes,
  answerRoutes,
  submissionRoutes,
  itemRoutes,
  serviceViewRoutes,
  pdfRoutes,
  calendarRoutes,
  documentRoutes,
  helperRoutes,
  reminderRoutes,
  listRoutes,
  oneApplicationRoutes,
  checklistRoutes,
  manyRoutes,
  auditRoutes,
  formHistoryRoutes,
  officeExportRoutes,
  clientErrorRoutes,
  lookupRoutes,
];
