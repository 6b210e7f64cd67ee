import { links } from '@firstyear/api-contract';
import type { Form } from '@firstyear/form-engine';
import * as z from 'zod';
import type { Db } from '../db/transaction.ts';
import {
  type ApplicationRow,
  findApplicationByEmail,
  findApplicationById,
} from '../modules/application/row/service.ts';
import { prepareApplication } from '../modules/application/temporary-application/service.ts';
import { mintStaffToken } from '../modules/office/service-view/service.ts';
import { OperatorError } from './operator-error.ts';

export interface OperatorDependencies {
  readonly db: Db;
  readonly form: Form;
  readonly clock: () => Date;
  /** Who runs the command, for the audit trail. */
  readonly operator: string;
  /** Without a closing slash. */
  readonly publicUrl: string;
}

/** A link to an application with prepared answers, good for so many days. */
export async function temporaryLink(
  deps: OperatorDependencies,
  answers: Readonly<Record<string, unknown>>,
  days: number,
): Promise<string> {
  return links.temporaryApplication(deps.publicUrl, deps.form, await prepareApplication(deps, answers, days));
}

/** The application of an email address, or with an id. */
export async function findNamed(db: Db, application: string): Promise<ApplicationRow> {
  const found = z.uuid().safeParse(application).success
    ? await findApplicationById(db, application)
    : await findApplicationByEmail(db, application.toLowerCase());
  if (!found) throw new OperatorError('There is no such application.');
  return found;
}

/** A link to the read-only view of the application of an email address, or with an id, good for so many minutes. */
export async function serviceLink(deps: OperatorDependencies, application: string, minutes: number): Promise<string> {
  const found = await findNamed(deps.db, application);
  return links.serviceView(deps.publicUrl, deps.form, await mintStaffToken(deps, found, minutes));
}
