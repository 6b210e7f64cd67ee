import { defineCommand } from '../command.ts';
import { readWholeNumber } from '../read-options.ts';

export const conversions = defineCommand({
  usage: 'conversions [--days N]',
  about: `How uploaded documents were converted: counts and seconds by kind of file and outcome, without names of files or people.
Of the last 7 days unless --days (1 to 30) says otherwise.`,
  read: (line) => ({ days: readWholeNumber(line, 'days', 7, 30) }),
  run: async ({ days }, { withDatabase }) => {
    const { reportConversions } = await import('../conversions.ts');
    return withDatabase((deps) => reportConversions(deps, days));
  },
});
