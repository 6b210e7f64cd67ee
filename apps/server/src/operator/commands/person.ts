import { defineCommand } from '../command.ts';
import { requireNewPlace } from '../new-file.ts';
import { readAddress, requireValue } from '../read-options.ts';

export const personExport = defineCommand({
  usage: 'person export EMAIL [--out FILE]',
  about: `Writes all that is held about a person to a zip file: rows in JSON, documents, PDF copies, mails; audited.
FILE must be new; it is person-export.zip unless --out says otherwise.`,
  read: (line) => ({
    email: readAddress(line),
    out: line.values.has('out') ? requireValue(line, 'out', 'Give a new file: --out FILE.') : 'person-export.zip',
  }),
  run: async ({ email, out }, { withAnswers }) => {
    await requireNewPlace(out, 'file');
    const { exportToFile } = await import('../person.ts');
    return withAnswers((deps) => exportToFile(deps, email, out));
  },
});

export const personDelete = defineCommand({
  usage: 'person delete EMAIL [--yes]',
  about: 'Says what would be deleted of a person, and what the audit trail keeps. With --yes it is deleted for good.',
  read: (line) => ({ email: readAddress(line), isConfirmed: line.switches.has('yes') }),
  run: async ({ email, isConfirmed }, { withAnswers }) => {
    const { deleteOnceConfirmed } = await import('../person.ts');
    return withAnswers((deps) => deleteOnceConfirmed(deps, email, isConfirmed));
  },
});
