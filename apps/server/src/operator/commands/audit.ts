import { defineCommand } from '../command.ts';
import { readLimit, readSince } from '../read-options.ts';

export const audit = defineCommand({
  usage: 'audit [--account EMAIL] [--since DATE] [--limit N]',
  about: `Reads the audit trail, oldest first: who did what, when, from where. DATE is a day or a moment in UTC, such as
2026-11-21 or 2026-11-21T15:30. It prints the newest 100 lines unless --limit (1 to 100000) says otherwise.`,
  read: (line) => ({ account: line.values.get('account'), since: readSince(line), limit: readLimit(line) }),
  run: async (options, { withDatabaseUrl, interruption }) => {
    const { printTrail } = await import('../audit.ts');
    return withDatabaseUrl((url) => printTrail(url, options, interruption));
  },
});
