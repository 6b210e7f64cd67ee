import { mailFolderOf } from '../adapters/mailer/mail-folder.ts';
import type { Config } from '../config/config.ts';
import { createLog } from '../log/create-log.ts';
import { answerReader } from '../modules/application/answers/sealed-answers.ts';
import { deletePerson, exportPerson, findPerson, HELD_TABLES, type Person } from '../modules/office/person/service.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import type { OperatorDependencies } from './command.ts';
import { writeNewFile } from './new-file.ts';
import { OperatorError } from './operator-error.ts';
import { openStoredFiles } from './stored-files.ts';
import { counted } from './words.ts';

type PersonCommandDependencies = OperatorDependencies & {
  readonly config: Pick<Config, 'dataDir' | 'secret' | 's3' | 'logLevel'>;
};

async function personDependencies({ db, clock, operator, config }: PersonCommandDependencies) {
  const answers = answerReader(config.secret, createLog(config.logLevel));
  const objects = await openStoredFiles(config);
  return { db, clock, operator, answers, objects, mailFolder: mailFolderOf(config) };
}

const UNKNOWN = 'Nothing is held about this address.';

/** Writes everything held about the person with this address to a new zip file. */
export async function exportToFile(deps: PersonCommandDependencies, email: string, file: string): Promise<string> {
  const person = await personDependencies(deps);
  await requireKnownKeys(deps);
  const found = await findPerson(person, email.toLowerCase());
  if (!found) throw new OperatorError(UNKNOWN);
  const { content, files } = await exportPerson(person, found);
  await writeNewFile(file, content);
  return `${file}: person.json and ${counted(files, 'file')}. It is for that person alone.`;
}

/** The audit trail's events about the person, by kind. */
function auditLines({ holdings }: Person): readonly string[] {
  if (holdings.account === undefined) return [];
  const byKind = Map.groupBy(holdings.rows.audit_event, ({ kind }) => kind);
  const kinds = [...byKind].map(([kind, events]) => `${kind} ${events.length}`).join(', ');
  return [
    `The audit trail keeps what was done and when (${kinds || 'nothing so far'}, and the deletion itself)`,
    `under the account's id ${holdings.account.id}, which leads nowhere after the deletion. It has the networks that were used, and no email address, no name and no answer.`,
  ];
}

function heldLines({ holdings, mailFiles }: Person): readonly string[] {
  const tables = [...HELD_TABLES.filter((table) => table !== 'audit_event'), 'job'] as const;
  const lines = tables
    .filter((table) => holdings.rows[table].length > 0)
    .map((table) => `  ${String(holdings.rows[table].length).padStart(5)}  ${table}`);
  const files = holdings.files.length + mailFiles.length;
  return files === 0 ? lines : [...lines, `  ${String(files).padStart(5)}  stored files, at most`];
}

/** Lists what would be deleted of a person, or deletes it, and what the audit trail keeps. */
export async function deleteOnceConfirmed(
  deps: PersonCommandDependencies,
  email: string,
  isConfirmed: boolean,
): Promise<string> {
  const person = await personDependencies(deps);
  const address = email.toLowerCase();
  const found = isConfirmed ? await deletePerson(person, address) : await findPerson(person, address);
  if (!found) throw new OperatorError(UNKNOWN);
  const [submission] = found.holdings.rows.submission;
  return [
    isConfirmed ? 'Deleted for good:' : 'This would be deleted for good:',
    ...heldLines(found),
    ...(found.exports > 0
      ? [
          `${counted(found.exports, 'export', 'exports')} of the office with the application: finished ones can't be downloaded any more, and the others begin again.`,
        ]
      : []),
    ...(submission
      ? [`The application was submitted; its confirmation number is ${submission.confirmation_number}.`]
      : []),
    ...auditLines(found),
    isConfirmed
      ? 'The files are gone from the store. Backups and logs of your own are not reached: see "A person\'s rights" in docs/security.md.'
      : 'Nothing has been deleted. To do it, add --yes.',
  ].join('\n');
}
