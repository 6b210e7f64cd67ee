import { type Command, defineCommand } from '../command.ts';
import { UsageError } from '../operator-error.ts';
import { readLimit, readSince, readWholeNumber } from '../read-options.ts';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const RUNNING_COMMANDS: readonly Command[] = [
  defineCommand({
    usage: 'mail list [--limit N]',
    about:
      'The newest emails that were not sent, and why. It prints 100 lines unless --limit (1 to 100000) says otherwise.',
    read: (line) => ({ limit: readLimit(line) }),
    run: ({ limit }, { withDatabase }) =>
      withDatabase(async (deps) => (await import('../reports.ts')).listUnsent(deps, limit)),
  }),
  defineCommand({
    usage: 'mail retry [ID …]',
    about: 'Sends those that wait, all or these, now. It also takes those that the mail server refused.',
    read: ({ files: ids }) => {
      const wrong = ids.find((id) => !ID.test(id));
      if (wrong !== undefined) throw new UsageError(`"${wrong}" is not the id of an email; "mail list" prints them.`);
      return { ids };
    },
    run: ({ ids }, { withDatabase }) =>
      withDatabase(async (deps) => {
        const { startJobSender } = await import('../../jobs/jobs.ts');
        const { createLog } = await import('../../log/create-log.ts');
        const { sendAgain } = await import('../reports.ts');
        const jobs = await startJobSender(deps.pool, createLog(deps.settings.logLevel));
        return sendAgain({ ...deps, jobs }, ids).finally(() => jobs.stop());
      }),
  }),
  defineCommand({
    usage: 'check',
    about: `Says for each part (address, database, mail, files, walls, partner, …) whether it is ready for applicants,
and what to do where it is not. Ends with exit code 1 when something is missing.`,
    read: () => ({}),
    run: (_, installation) => installation.check(),
  }),
  defineCommand({
    usage: 'conversions [--days N]',
    about: `How uploaded documents were converted: counts and seconds by kind of file and outcome, without names of files or people.
Of the last 7 days unless --days (1 to 30) says otherwise.`,
    read: (line) => ({ days: readWholeNumber(line, 'days', 7, 30) }),
    run: ({ days }, { withDatabase }) =>
      withDatabase(async (deps) => (await import('../reports.ts')).reportConversions(deps, days)),
  }),
  defineCommand({
    usage: 'rotate-key',
    about: `Seals every sealed answer with SECRET_KEY, while the product runs, so that SECRET_KEY_PREVIOUS can go.
Stopped in the middle, it goes on when it is run again.`,
    read: () => ({}),
    run: (_, { withAnswers, print }) =>
      withAnswers(async (deps) => (await import('../reports.ts')).rotateSecretKey(deps, print)),
  }),
];

export const auditCommand = defineCommand({
  usage: 'audit [--account EMAIL] [--since DATE] [--limit N]',
  about: `Reads the audit trail, oldest first: who did what, when, from where. DATE is a day or a moment in UTC, such as
2026-11-21 or 2026-11-21T15:30. It prints the newest 100 lines unless --limit (1 to 100000) says otherwise.`,
  read: (line) => ({ account: line.values.get('account'), since: readSince(line), limit: readLimit(line) }),
  run: (options, { withDatabaseUrl, interruption }) =>
    withDatabaseUrl(async (url) => (await import('../reports.ts')).printTrail(url, options, interruption)),
});
