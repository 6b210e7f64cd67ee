import { links } from '@firstyear/api-contract/addresses';
import * as z from 'zod';
import type { Db } from '../db/transaction.ts';
import { prepareTemporaryAnswers } from '../modules/application/answers/temporary-answers.ts';
import {
  type ApplicationRow,
  findApplicationById,
  findApplicationsByEmail,
} from '../modules/application/row/service.ts';
import { mintStaffToken } from '../modules/office/service-view/service.ts';
import type { OperatorDependencies } from './dependencies.ts';
import { OperatorError } from './operator-error.ts';

/** A link to an application with prepared answers, good for so many days. */
export async function temporaryLink(
  deps: OperatorDependencies,
  answers: Readonly<Record<string, unknown>>,
  days: number,
): Promise<string> {
  const { form } = deps.forms.first;
  return links.temporaryApplication(deps.publicUrl, form, await prepareTemporaryAnswers(deps, form, answers, days));
}

/** The application of an email address, or with an id. */
export async function findNamed(db: Db, application: string): Promise<ApplicationRow> {
  const all = z.uuid().safeParse(application).success
    ? [await findApplicationById(db, application)]
    : await findApplicationsByEmail(db, application.toLowerCase());
  const [found, ...others] = all.filter((item) => item !== undefined);
  if (!found) throw new OperatorError('There is no such application.');
  if (others.length > 0) {
    const lines = [found, ...others].map(({ id, form, season }) => `  ${id}  ${form} ${season}`);
    throw new OperatorError(['There are several. Name one by its id:', ...lines].join('\n'));
  }
  return found;
}

/** A link to the read-only view of the application of an email address, or with an id, good for so many minutes. */
export async function serviceLink(deps: OperatorDependencies, application: string, minutes: number): Promise<string> {
  const found = await findNamed(deps.db, application);
  return links.serviceView(deps.publicUrl, deps.forms.first.form, await mintStaffToken(deps, found, minutes));
}
