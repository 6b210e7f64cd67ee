import { links } from '@firstyear/api-contract/addresses';
import * as z from 'zod';
import type { Db } from '../db/transaction.ts';
import { prepareTemporaryAnswers } from '../modules/application/answers/temporary-answers.ts';
import {
  type ApplicationRow,
  findApplicationById,
  findApplicationsByEmail,
} from '../modules/application/row/application.ts';
import {
  type ApplicationStatus,
  type ListedApplication,
  listNewestApplications,
  searchApplications,
} from '../modules/application/row/listing.ts';
import { audit, operatorActor } from '../modules/audit/service.ts';
import { mintStaffToken } from '../modules/copies/service-view/service.ts';
import type { OperatorDependencies } from './command.ts';
import { OperatorError } from './operator-error.ts';
import { tabbed } from './words.ts';

/** More than anybody reads: a longer text finds fewer. */
const MAX_FOUND = 100;

async function print(deps: OperatorDependencies, rows: readonly ListedApplication[]): Promise<string> {
  const detail = { applications: rows.length };
  await audit(deps.db, {
    ...{ kind: 'applications_listed', by: operatorActor(deps), accountId: null, detail },
    at: deps.clock(),
  });
  if (rows.length === 0) return 'There are no such applications.';
  return tabbed(
    ['status', 'since', 'term', 'name', 'address', 'confirmation number', 'application'],
    rows.map(({ status, at, term, given_name, family_name, email, confirmation_number, id }) => {
      const name = [given_name, family_name].filter(Boolean).join(' ');
      return [status, at.toISOString(), term, name, email, confirmation_number, id];
    }),
  );
}

/** The newest applications with these statuses, with tabs between the columns. Audited. */
export async function listApplications(
  deps: OperatorDependencies,
  {
    limit,
    ...filter
  }: {
    readonly statuses: readonly ApplicationStatus[];
    readonly since: Date | undefined;
    readonly limit: number;
  },
): Promise<string> {
  return print(deps, await listNewestApplications(deps, { ...filter, until: deps.clock() }, limit));
}

/** The applications with a text in their name or address, or with this confirmation number or id. Audited. */
export async function findApplications(deps: OperatorDependencies, text: string): Promise<string> {
  return print(deps, await searchApplications(deps, text, MAX_FOUND));
}

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
