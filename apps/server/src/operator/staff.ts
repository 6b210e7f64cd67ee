import { officeLinks } from '@firstyear/api-contract/desk';
import { createLog } from '../log/create-log.ts';
import {
  addPerson,
  findPerson,
  isLastDirector,
  type PeopleDependencies,
  removePerson,
  roleNames,
} from '../modules/accounts/staff/service.ts';
import { answerReader } from '../modules/application/answers/sealed-answers.ts';
import { operatorActor } from '../modules/audit/service.ts';
import { rebuildList } from '../modules/office/list/rebuild.ts';
import { recordColleague } from '../modules/office/list/service.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import { HOUR_MS } from '../process/durations.ts';
import type { PrintingDependencies } from './command.ts';
import { OperatorError, UsageError } from './operator-error.ts';
import { counted } from './words.ts';

type StaffCommandDependencies = PeopleDependencies & { readonly operator: string };

/** Adds a colleague to the office and returns the link with which they set a password. */
export async function addStaffPerson(
  deps: StaffCommandDependencies,
  { email, name, role }: { readonly email: string; readonly name: string; readonly role: string },
): Promise<string> {
  const roles = roleNames(deps.office);
  if (!roles.includes(role)) throw new UsageError(`There is no role "${role}". The roles are ${roles.join(', ')}.`);
  // The link has a sealed secret.
  await requireKnownKeys(deps);
  if (await findPerson(deps.db, email.toLowerCase())) throw new OperatorError(`${email} is on the list already.`);
  const { made } = await addPerson(deps, operatorActor(deps), { email, name, role });
  if (!made) throw new OperatorError(`There is no link for ${email}.`);
  const { link, expiresAt } = made;
  const hours = Math.round((expiresAt.getTime() - deps.clock().getTime()) / HOUR_MS);
  return [
    `${email} may come in as ${role}. This link sets their password and authenticator app, once, within ${hours} hours:`,
    link,
    `Afterwards they sign in at ${officeLinks.home(deps.config.publicUrl)}.`,
  ].join('\n');
}

async function personOf({ db }: StaffCommandDependencies, email: string): Promise<string> {
  const person = await findPerson(db, email.toLowerCase());
  if (!person) throw new OperatorError(`${email} is not on the list.`);
  return person.id;
}

export async function removeStaffPerson(deps: StaffCommandDependencies, email: string): Promise<string> {
  try {
    await removePerson(
      { ...deps, onColleagueNamed: recordColleague },
      operatorActor(deps),
      await personOf(deps, email),
    );
  } catch (error) {
    if (!isLastDirector(error)) throw error;
    throw new OperatorError(`${email} is the only director. Add another one first with "staff add".`);
  }
  return `${email} can no longer come in.`;
}

/** Rebuilds the office's list of applications. */
export async function rebuildOfficeList(
  { config, ...deps }: PrintingDependencies,
  print: (line: string) => void,
): Promise<string> {
  await requireKnownKeys({ ...deps, config });
  const answers = answerReader(config.secret, createLog(config.logLevel));
  const rows = await rebuildList({ ...deps, answers }, (done) => print(`${done} applications`));
  return `${counted(rows, 'application is', 'applications are')} in the list as they are now.`;
}
