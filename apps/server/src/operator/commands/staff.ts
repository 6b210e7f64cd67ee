import { defineCommand } from '../command.ts';
import { readAddress, requireValue } from '../read-options.ts';

const WHO = 'Say who: an email address.';

export const staffAdd = defineCommand({
  usage: 'staff add EMAIL --name NAME --role ROLE',
  about: `Lets somebody of the admissions office come in as reader, clerk, director or auditor, or in a role of
partners/<slug>/office.ts, and prints a link that sets a password and an authenticator app, once, within two days.`,
  read: (line) => ({
    email: readAddress(line, WHO),
    name: requireValue(line, 'name', 'Say their name: --name "Ada Clerk".'),
    role: requireValue(line, 'role', 'Say their role: --role reader, clerk, director or auditor.'),
  }),
  run: async (person, { withAnswers }) => {
    const { addStaffPerson } = await import('../staff.ts');
    return withAnswers((deps) => addStaffPerson(deps, person));
  },
});

export const staffList = defineCommand({
  usage: 'staff list',
  about: 'Who may come in to the admissions office.',
  read: () => ({}),
  run: async (_, { withDatabase }) => withDatabase((await import('../staff.ts')).listStaffPeople),
});

export const staffRemove = defineCommand({
  usage: 'staff remove EMAIL',
  about: "Takes somebody's access to the admissions office away at once; audited.",
  read: (line) => ({ email: readAddress(line, WHO) }),
  run: async ({ email }, { withAnswers }) => {
    const { removeStaffPerson } = await import('../staff.ts');
    return withAnswers((deps) => removeStaffPerson(deps, email));
  },
});

export const staffEndSessions = defineCommand({
  usage: 'staff end-sessions EMAIL',
  about: 'Signs somebody of the admissions office out everywhere; audited.',
  read: (line) => ({ email: readAddress(line, WHO) }),
  run: async ({ email }, { withAnswers }) => {
    const { endStaffSessions } = await import('../staff.ts');
    return withAnswers((deps) => endStaffSessions(deps, email));
  },
});

export const officeRebuild = defineCommand({
  usage: 'office rebuild',
  about: `Rebuilds the office's list of applications while the product runs. Needed after the update that brought the list,
and after changing which question of a form has which role. What the office has written itself stays.`,
  read: () => ({}),
  run: async (_, { withAnswers, tell }) => {
    const { rebuildOfficeList } = await import('../staff.ts');
    return withAnswers((deps) => rebuildOfficeList(deps, tell));
  },
});
