import { defineCommand } from '../command.ts';
import { requireNewPlace } from '../new-file.ts';
import { readFolder } from '../read-options.ts';

export const backup = defineCommand({
  usage: 'backup FOLDER',
  about: `Copies database and stored files, as they are at one moment, into FOLDER while the product runs. FOLDER must be
new. The secret key is not in it: keep it with the backup, but apart from it.`,
  read: (line) => ({ folder: readFolder(line, 'Give a new folder for the backup: backup FOLDER.') }),
  run: async ({ folder }, { withDatabase, tell, interruption }) => {
    await requireNewPlace(folder, 'folder');
    const { backUpInstallation } = await import('../backup.ts');
    // An update begins with a backup, when the product is new already and its tables are not.
    return withDatabase((deps) => backUpInstallation(deps, { tell, interruption }, folder), 'any');
  },
});

export const restore = defineCommand({
  usage: 'restore FOLDER',
  about: 'Puts a backup back into an empty database and its files into the store, all of it or nothing.',
  read: (line) => ({ folder: readFolder(line, 'Give the folder of the backup: restore FOLDER.') }),
  run: ({ folder }, installation) => installation.restore(folder),
});
