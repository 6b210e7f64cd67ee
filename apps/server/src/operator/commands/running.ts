import { parseArgs } from 'node:util';
import { type Command, defineCommand, readNothing } from '../command.ts';
import { UsageError } from '../operator-error.ts';
import { VALUE, wholeNumber } from '../read-options.ts';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const RUNNING_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'mail list',
    usage: '[--limit N]',
    about:
      'The newest emails that were not sent, and why. It prints 100 lines unless --limit (1 to 100000) says otherwise.',
    read: (args) => {
      const { limit } = parseArgs({ args, options: { limit: VALUE } }).values;
      return { limit: wholeNumber('limit', limit, 100, 100_000) };
    },
    run: ({ limit }, { withDatabase }) =>
      withDatabase(async (deps) => (await import('../unsent-mail.ts')).listUnsent(deps, limit)),
  }),
  defineCommand({
    name: 'mail retry',
    usage: '[ID …]',
    about: 'Sends those that wait, all or these, now. It also takes those that the mail server refused.',
    read: (args) => {
      const { positionals: ids } = parseArgs({ args, options: {}, allowPositionals: true });
      const wrong = ids.find((id) => !ID.test(id));
      if (wrong !== undefined) throw new UsageError(`"${wrong}" is not the id of an email; "mail list" prints them.`);
      return { ids };
    },
    run: ({ ids }, { withDatabase }) =>
      withDatabase(async (deps) => {
        const { startJobSender } = await import('../../jobs/jobs.ts');
        const { createLog } = await import('../../log/create-log.ts');
        const { sendAgain } = await import('../unsent-mail.ts');
        const jobs = await startJobSender(deps.pool, createLog(deps.settings.logLevel));
        return sendAgain({ ...deps, jobs }, ids).finally(() => jobs.stop());
      }),
  }),
  defineCommand({
    name: 'check',
    usage: '',
    about: `Says for each part (address, database, mail, files, walls, partner, …) whether it is ready for applicants,
and what to do where it is not. Ends with exit code 1 when something is missing.`,
    read: readNothing,
    run: (_, installation) => installation.check(),
  }),
  defineCommand({
    name: 'rotate-key',
    usage: '',
    about: `Seals every sealed answer with SECRET_KEY, while the product runs, so that SECRET_KEY_PREVIOUS can go.
Stopped in the middle, it goes on when it is run again.`,
    read: readNothing,
    run: (_, { withAnswers, print }) =>
      withAnswers(async (deps) => (await import('../rotate-key.ts')).rotateSecretKey(deps, print)),
  }),
];
