import { links } from '@firstyear/api-contract';
import type { Form } from '@firstyear/application-form';
import * as z from 'zod';
import type { Db } from '../db/transaction.ts';
import { ErrorForPeople } from '../errors/error-for-people.ts';
import { type ApplicationRow, findApplicationByEmail, findApplicationById } from '../modules/application/service.ts';
import { mintStaffToken } from '../modules/service-view/service.ts';
import { prepareApplication } from '../modules/temporary-application/service.ts';

export const OPERATOR_HELP = `Operator commands. Those for links print one link; whoever has it can use it until it expires.

  temporary-application --answers FILE [--days N]
      A link that opens an application with some answers filled in.
      FILE is a JSON object of question keys and answers. It lasts 30 days unless --days (1 to 365) says otherwise.

  service-link --application EMAIL|ID [--minutes N]
      A link to the read-only view of one application, for staff; its use is audited.
      It lasts 15 minutes unless --minutes (1 to 1440) says otherwise.

  packet --application EMAIL|ID --out FILE
      Writes the packet for the office: the application's PDF, then each uploaded document behind a divider; audited.
      FILE must be new. The product must be running, since the packet is printed from it.

  import-schools FILE … [--dry-run] [--format ccd|pss|ipeds|csv|ceeb] [--category high-school|college]
                        [--source NAME] [--layout code:1-6,name:7-36,…]
      Imports public lists of schools and colleges for the lookups: NCES public and private schools, IPEDS colleges,
      the College Board's codes (--format ceeb), or any CSV with the columns name, city and state.
      The header tells the format. A newer edition of a source replaces the older one. docs/lookup.md says more.

  rebuild-lookup
      Rebuilds the school search after an update of the product that changed its abbreviations or nicknames.

They use DATABASE_URL, else the database in DATA_DIR, and PUBLIC_URL for the link's address.`;

/** A command that cannot be done; the message is for the operator. */
export class OperatorError extends ErrorForPeople {
  override readonly name = 'OperatorError';
}

export interface OperatorDependencies {
  readonly db: Db;
  readonly form: Form;
  readonly clock: () => Date;
  /** Without a closing slash. */
  readonly publicUrl: string;
}

function wholeNumber(text: string | undefined, limits: { option: string; standard: number; maximum: number }): number {
  if (text === undefined) return limits.standard;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= limits.maximum) return value;
  throw new OperatorError(`${limits.option} must be a whole number from 1 to ${limits.maximum}.`);
}

/** A link to an application with prepared answers. */
export async function temporaryLink(
  deps: OperatorDependencies,
  answers: Readonly<Record<string, unknown>>,
  days: string | undefined,
): Promise<string> {
  const life = wholeNumber(days, { option: '--days', standard: 30, maximum: 365 });
  return links.temporaryApplication(deps.publicUrl, deps.form, await prepareApplication(deps, answers, life));
}

/** The application of an email address, or with an id. */
export async function findNamed(db: Db, application: string): Promise<ApplicationRow> {
  const found = z.uuid().safeParse(application).success
    ? await findApplicationById(db, application)
    : await findApplicationByEmail(db, application.toLowerCase());
  if (!found) throw new OperatorError('There is no such application.');
  return found;
}

/** A link to the read-only view of the application of an email address, or with an id. */
export async function serviceLink(
  deps: OperatorDependencies,
  application: string,
  minutes: string | undefined,
): Promise<string> {
  const life = wholeNumber(minutes, { option: '--minutes', standard: 15, maximum: 1440 });
  const found = await findNamed(deps.db, application);
  return links.serviceView(deps.publicUrl, deps.form, await mintStaffToken(deps, found, life));
}
