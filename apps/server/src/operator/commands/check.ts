import { defineCommand } from '../command.ts';

export const check = defineCommand({
  usage: 'check',
  about: `Says for each part (address, database, mail, files, walls, partner, backups, …) whether it is ready for applicants,
and what to do where it is not. Ends with exit code 1 when something is missing.`,
  read: () => ({}),
  run: (_, installation) => installation.check(),
});
