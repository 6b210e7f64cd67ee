import { addAnotherRoutes } from './add-another/routes.ts';
import { answerRoutes } from './answers/routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { clientErrorRoutes } from './client-errors/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { lookupRoutes } from './lookup/routes.ts';
import type { Module } from './module.ts';
import { pdfRoutes } from './pdf/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { reminderRoutes } from './reminders/routes.ts';
import { serviceViewRoutes } from './service-view/routes.ts';
import { statusRoutes } from './status/routes.ts';
import { submissionRoutes } from './submission/routes.ts';
import { tabRoutes } from './tabs/routes.ts';
import { temporaryApplicationRoutes } from './temporary-application/routes.ts';
import { validationRoutes } from './validations/routes.ts';

/** The life of an application: filling in, submitting, reading, printing. */
export const APPLICATION_MODULES: readonly Module[] = [
  profileRoutes,
  answerRoutes,
  statusRoutes,
  validationRoutes,
  tabRoutes,
  addAnotherRoutes,
  submissionRoutes,
  temporaryApplicationRoutes,
  serviceViewRoutes,
  pdfRoutes,
  calendarRoutes,
  documentRoutes,
  reminderRoutes,
  clientErrorRoutes,
  lookupRoutes,
];
