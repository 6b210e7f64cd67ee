import { defineCommand } from '../command.ts';
import { UsageError } from '../operator-error.ts';
import { readLimit } from '../read-options.ts';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const mailList = defineCommand({
  usage: 'mail list [--limit N]',
  about:
    'The newest emails that were not sent, and why. It prints 100 lines unless --limit (1 to 100000) says otherwise.',
  read: (line) => ({ limit: readLimit(line) }),
  run: async ({ limit }, { withDatabase }) => {
    const { listUnsent } = await import('../mail.ts');
    return withDatabase((deps) => listUnsent(deps, limit));
  },
});

export const mailRetry = defineCommand({
  usage: 'mail retry [ID …]',
  about: 'Sends those that wait, all or these, now. It also takes those that the mail server refused.',
  read: ({ files: ids }) => {
    const wrong = ids.find((id) => !ID.test(id));
    if (wrong !== undefined) throw new UsageError(`"${wrong}" is not the id of an email; "mail list" prints them.`);
    return { ids };
  },
  run: async ({ ids }, { withDatabase }) => {
    const [{ sendAgain }, { startJobSender }, { createLog }] = await Promise.all([
      import('../mail.ts'),
      import('../../jobs/jobs.ts'),
      import('../../log/create-log.ts'),
    ]);
    return withDatabase(async (deps) => {
      const jobs = await startJobSender(deps.pool, createLog(deps.settings.logLevel));
      return sendAgain({ ...deps, jobs }, ids).finally(() => jobs.stop());
    });
  },
});
