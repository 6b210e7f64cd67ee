import { links } from '@firstyear/api-contract/addresses';
import * as z from 'zod';
import type { Db } from '../db/transaction.ts';
import { prepareTemporaryAnswers } from '../modules/application/answers/temporary-answers.ts';
import {
  type ApplicationRow,
  findApplicationById,
  findApplicationsByEmail,
} from '../modules/application/row/application.ts';
import { mintStaffToken } from '../modules/copies/service-view/service.ts';
import type { OperatorDependencies } from './command.ts';
import { OperatorError } from './operator-error.ts';

/** A link to an application with prepared answers that lasts so many days. */
export async function temporaryLink(
  deps: OperatorDependencies,
  answers: Readonly<Record<string, unknown>>,
  days: number,
): Promise<string> {
  const { form } = deps.forms.first;
  return links.temporaryApplication(deps.publicUrl, form, await prepareTemporaryAnswers(deps, form, answers, days));
}

/** Finds an application by email address or id. Throws OperatorError when there is none, or more than one. */
export async function findApplication(db: Db, emailOrId: string): Promise<ApplicationRow> {
  const all = z.uuid().safeParse(emailOrId).success
    ? [await findApplicationById(db, emailOrId)]
    : await findApplicationsByEmail(db, emailOrId.toLowerCase());
  const [found, ...others] = all.filter((item) => item !== undefined);
  if (!found) throw new OperatorError('There is no such application.');
  if (others.length > 0) {
    const lines = [found, ...others].map(({ id, form, season }) => `  ${id}  ${form} ${season}`);
    throw new OperatorError(['There are several. Name one by its id:', ...lines].join('\n'));
  }
  return found;
}

/** A link to the read-only view of an application that lasts so many minutes. */
export async function serviceLink(deps: OperatorDependencies, emailOrId: string, minutes: number): Promise<string> {
  const found = await findApplication(deps.db, emailOrId);
  return links.serviceView(deps.publicUrl, deps.forms.first.form, await mintStaffToken(deps, found, minutes));
}
