import { staffName } from '@firstyear/api-contract/desk';
import { type Command, defineCommand } from '../command.ts';
import { requireNewPlace } from '../new-file.ts';
import { UsageError } from '../operator-error.ts';
import { type CommandLine, readAddress, requireValue } from '../read-options.ts';

const readStaffAddress = (line: CommandLine) => readAddress(line, 'Say who: an email address.');
const readApplicantAddress = (line: CommandLine) => readAddress(line, 'Say whose data: an email address.');

function readName(line: CommandLine): string {
  const { data } = staffName.safeParse(requireValue(line, 'name', 'Say their name: --name "Ada Clerk".'));
  if (data === undefined) throw new UsageError('--name must be one line of at most 120 characters.');
  return data;
}

export const PEOPLE_COMMANDS: readonly Command[] = [
  defineCommand({
    usage: 'person export EMAIL [--out FILE]',
    about: `Writes all that is held about a person to a zip file: rows in JSON, documents, PDF copies, mails; audited.
FILE must be new; it is person-export.zip unless --out says otherwise.`,
    read: (line) => ({
      email: readApplicantAddress(line),
      out: line.values.has('out') ? requireValue(line, 'out', 'Give a new file: --out FILE.') : 'person-export.zip',
    }),
    run: async ({ email, out }, { withAnswers }) => {
      await requireNewPlace(out, 'file');
      return withAnswers(async (deps) => (await import('../person.ts')).exportToFile(deps, email, out));
    },
  }),
  defineCommand({
    usage: 'person delete EMAIL [--yes]',
    about: 'Says what would be deleted of a person, and what the audit trail keeps. With --yes it is deleted for good.',
    read: (line) => ({ email: readApplicantAddress(line), isConfirmed: line.switches.has('yes') }),
    run: ({ email, isConfirmed }, { withAnswers }) =>
      withAnswers(async (deps) => (await import('../person.ts')).deleteOnceConfirmed(deps, email, isConfirmed)),
  }),
  defineCommand({
    usage: 'staff add EMAIL --name NAME --role ROLE',
    about: `Lets somebody of the admissions office come in as reader, clerk, director or auditor, or in a role of
partners/<slug>/office.ts, and prints a link that sets a password and an authenticator app, once, within two days.`,
    read: (line) => ({
      email: readStaffAddress(line),
      name: readName(line),
      role: requireValue(line, 'role', 'Say their role: --role reader, clerk, director or auditor.'),
    }),
    run: (person, { withAnswers }) =>
      withAnswers(async (deps) => (await import('../staff.ts')).addStaffPerson(deps, person)),
  }),
  defineCommand({
    usage: 'staff list',
    about: 'Who may come in to the admissions office.',
    read: () => ({}),
    run: (_, { withDatabase }) => withDatabase(async (deps) => (await import('../staff.ts')).listStaffPeople(deps)),
  }),
  defineCommand({
    usage: 'staff remove EMAIL',
    about: "Takes somebody's access to the admissions office away at once; audited.",
    read: (line) => ({ email: readStaffAddress(line) }),
    run: ({ email }, { withAnswers }) =>
      withAnswers(async (deps) => (await import('../staff.ts')).removeStaffPerson(deps, email)),
  }),
  defineCommand({
    usage: 'staff end-sessions EMAIL',
    about: 'Signs somebody of the admissions office out everywhere; audited.',
    read: (line) => ({ email: readStaffAddress(line) }),
    run: ({ email }, { withAnswers }) =>
      withAnswers(async (deps) => (await import('../staff.ts')).endStaffSessions(deps, email)),
  }),
  defineCommand({
    usage: 'office rebuild',
    about: `Rebuilds the office's list of applications while the product runs. Needed after the update that brought the list,
and after changing which question of a form has which role. What the office has written itself stays.`,
    read: () => ({}),
    run: (_, { withAnswers, print }) =>
      withAnswers(async (deps) => (await import('../staff.ts')).rebuildOfficeList(deps, print)),
  }),
];
