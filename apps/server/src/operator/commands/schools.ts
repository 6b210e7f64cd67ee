import { parseArgs } from 'node:util';
import { FORMAT_NAMES, type FormatName } from '@firstyear/school-search/import/formats';
import { type CeebLayout, parseLayout, SchoolFileError } from '@firstyear/school-search/import/read-file';
import type { SchoolCategory } from '@firstyear/school-search/query-words';
import { type Command, defineCommand, readNothing } from '../command.ts';
import type { ImportCommand } from '../import-schools.ts';
import { UsageError } from '../operator-error.ts';
import { oneOf, SWITCH, VALUE } from '../read-options.ts';

const CATEGORIES = { 'high-school': 'hs_ceeb', college: 'college_ceeb' } as const satisfies Record<
  string,
  SchoolCategory
>;

function readLayout(text: string | undefined, format: FormatName | undefined): CeebLayout | undefined {
  if (text === undefined) return undefined;
  if (format !== 'ceeb') throw new UsageError('--layout goes with --format ceeb: other files name their columns.');
  try {
    return parseLayout(text);
  } catch (error) {
    throw error instanceof SchoolFileError ? new UsageError(error.message) : error;
  }
}

export const SCHOOL_COMMANDS: readonly Command[] = [
  defineCommand<ImportCommand>({
    name: 'import-schools',
    usage: `FILE … [--dry-run] [--format ccd|pss|ipeds|csv|ceeb] [--category high-school|college]
                        [--source NAME] [--layout code:1-6,name:7-36,…]`,
    about: `Imports public lists of schools and colleges for the lookups: NCES public and private schools, IPEDS colleges,
the College Board's codes (--format ceeb), or any CSV with the columns name, city and state.
The header tells the format. A newer edition of a source replaces the older one. docs/lookup.md says more.`,
    read: (args) => {
      const options = { 'dry-run': SWITCH, format: VALUE, category: VALUE, source: VALUE, layout: VALUE };
      const { values, positionals: files } = parseArgs({ args, options, allowPositionals: true });
      if (files.length === 0) throw new UsageError('Give the files to import: import-schools FILE …');
      const { 'dry-run': dryRun = false, source } = values;
      if (source === '') throw new UsageError('--source needs a value.');
      if (files.length > 1 && source !== undefined) {
        throw new UsageError('--source sets one source, so import one file at a time.');
      }
      const format = values.format === undefined ? undefined : oneOf('format', values.format, FORMAT_NAMES);
      const category =
        values.category === undefined
          ? undefined
          : CATEGORIES[oneOf('category', values.category, ['high-school', 'college'])];
      return { files, format, category, source, layout: readLayout(values.layout, format), dryRun };
    },
    run: async (options, { withDatabaseUrl, print, interruption }) => {
      const { importSchoolFiles, openSchoolFiles } = await import('../import-schools.ts');
      const opened = await openSchoolFiles(options);
      return withDatabaseUrl((url) => importSchoolFiles(url, opened, options, () => new Date(), print, interruption));
    },
  }),
  defineCommand({
    name: 'rebuild-lookup',
    usage: '',
    about: 'Rebuilds the school search after an update of the product that changed its abbreviations or nicknames.',
    read: readNothing,
    run: (_, { withDatabaseUrl, interruption }) =>
      withDatabaseUrl(async (url) => (await import('../import-schools.ts')).rebuildLookup(url, interruption)),
  }),
];
