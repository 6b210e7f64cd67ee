import { parseArgs } from 'node:util';
import { staffName } from '@firstyear/api-contract/desk';
import { type Command, defineCommand, readNothing } from '../command.ts';
import { requireNewFile } from '../new-file.ts';
import { UsageError } from '../operator-error.ts';
import { onlyAddress, required, SWITCH, VALUE } from '../read-options.ts';

const WHO = 'Say who: an email address.';
const WHOSE = 'Say whose data: an email address.';

function readName(text: string | undefined): string {
  const { data } = staffName.safeParse(required(text, 'Say their name: --name "Ada Clerk".'));
  if (data === undefined) throw new UsageError('--name must be one line of at most 120 characters.');
  return data;
}

export const PEOPLE_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'person export',
    usage: 'EMAIL [--out FILE]',
    about: `Writes all that is held about a person to a zip file: rows in JSON, documents, PDF copies, mails; audited.
FILE must be new; it is person-export.zip unless --out says otherwise.`,
    read: (args) => {
      const { values, positionals } = parseArgs({ args, options: { out: VALUE }, allowPositionals: true });
      const { out = 'person-export.zip' } = values;
      return { email: onlyAddress(positionals, WHOSE), out: required(out, 'Give a new file: --out FILE.') };
    },
    run: async ({ email, out }, { withAnswers }) => {
      await requireNewFile(out);
      return withAnswers(async (deps) => (await import('../person.ts')).exportToFile(deps, email, out));
    },
  }),
  defineCommand({
    name: 'person delete',
    usage: 'EMAIL [--yes]',
    about: 'Says what would be deleted of a person, and what the audit trail keeps. With --yes it is deleted for good.',
    read: (args) => {
      const { values, positionals } = parseArgs({ args, options: { yes: SWITCH }, allowPositionals: true });
      return { email: onlyAddress(positionals, WHOSE), isConfirmed: values.yes === true };
    },
    run: ({ email, isConfirmed }, { withAnswers }) =>
      withAnswers(async (deps) => (await import('../person.ts')).deleteOnceConfirmed(deps, email, isConfirmed)),
  }),
  defineCommand({
    name: 'staff add',
    usage: 'EMAIL --name NAME --role ROLE',
    about: `Lets somebody of the admissions office come in as reader, clerk, director or auditor, or in a role of
partners/<slug>/office.ts, and prints a link that sets a password and an authenticator app, once, within two days.`,
    read: (args) => {
      const { values, positionals } = parseArgs({
        args,
        options: { name: VALUE, role: VALUE },
        allowPositionals: true,
      });
      return {
        email: onlyAddress(positionals, WHO),
        name: readName(values.name),
        role: required(values.role, 'Say their role: --role reader, clerk, director or auditor.'),
      };
    },
    run: (person, { withAnswers }) =>
      withAnswers(async (deps) => (await import('../staff.ts')).addStaffPerson(deps, person)),
  }),
  defineCommand({
    name: 'staff remove',
    usage: 'EMAIL',
    about: "Takes somebody's access to the admissions office away at once; audited.",
    read: (args) => {
      const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
      return { email: onlyAddress(positionals, WHO) };
    },
    run: ({ email }, { withAnswers }) =>
      withAnswers(async (deps) => (await import('../staff.ts')).removeStaffPerson(deps, email)),
  }),
  defineCommand({
    name: 'office rebuild',
    usage: '',
    about: `Rebuilds the office's list of applications while the product runs. Needed after the update that brought the list,
and after changing which question of a form has which role. What the office has written itself stays.`,
    read: readNothing,
    run: (_, { withAnswers, print }) =>
      withAnswers(async (deps) => (await import('../staff.ts')).rebuildOfficeList(deps, print)),
  }),
];
