import pg from 'pg';
import { FORMAT_NAMES, type FormatName } from '../modules/lookup/import/formats.ts';
import { type ImportReport, importSchools } from '../modules/lookup/import/import-schools.ts';
import { openSchoolFile, parseLayout, SchoolFileError } from '../modules/lookup/import/read-file.ts';
import { rebuildSearch } from '../modules/lookup/import/search-documents.ts';
import type { SchoolCategory } from '../modules/lookup/query-words.ts';
import { OperatorError } from './commands.ts';

/** The command's options as they are typed. */
export interface ImportCommand {
  readonly files: readonly string[];
  readonly format?: string | undefined;
  readonly category?: string | undefined;
  readonly source?: string | undefined;
  readonly layout?: string | undefined;
  readonly dryRun: boolean;
}

const isFormat = (text: string): text is FormatName => FORMAT_NAMES.some((name) => name === text);

function formatOf(text: string | undefined): FormatName | undefined {
  if (text === undefined || isFormat(text)) return text;
  throw new OperatorError(`--format must be one of ${FORMAT_NAMES.join(', ')} (it is "${text}").`);
}

function categoryOf(text: string | undefined): SchoolCategory | undefined {
  if (text === undefined) return undefined;
  if (text === 'high-school') return 'hs_ceeb';
  if (text === 'college') return 'college_ceeb';
  throw new OperatorError(`--category must be high-school or college (it is "${text}").`);
}

/** What an operator reads about an import. */
export function describeImport(file: string, report: ImportReport, isDryRun: boolean): string {
  if (report.unchanged)
    return `${file}: this edition of "${report.source}" has already been imported. Nothing was changed.`;
  const lines = [
    `${file}: ${report.format}, source "${report.source}"${isDryRun ? ' (dry run: nothing was saved)' : ''}`,
    `  ${report.rows} rows read, ${report.records} schools imported, ${report.added} of them new, ${report.merged} merged with other sources, ${report.removed} removed`,
    ...report.skipped.map(
      ({ reason, count, lines: examples }) =>
        `  ${count} skipped: ${reason} (line ${examples.join(', ')}${count > examples.length ? ', …' : ''})`,
    ),
  ];
  return lines.join('\n');
}

/** Imports files of schools, one transaction each, and answers with a report of all. */
export async function importSchoolFiles(
  databaseUrl: string,
  command: ImportCommand,
  clock: () => Date,
  onProgress: (line: string) => void,
): Promise<string> {
  if (command.files.length === 0) throw new OperatorError('Give the files to import: import-schools FILE …');
  if (command.files.length > 1 && command.source !== undefined) {
    throw new OperatorError('--source sets one source, so import one file at a time.');
  }
  const format = formatOf(command.format);
  const category = categoryOf(command.category);
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  const reports: string[] = [];
  try {
    for (const name of command.files) {
      const file = await openSchoolFile(name, {
        ...(format && { format }),
        ...(command.layout !== undefined && { layout: parseLayout(command.layout) }),
      });
      onProgress(`${name}: reading…`);
      const report = await importSchools(client, file, name, {
        clock,
        category,
        source: command.source,
        dryRun: command.dryRun,
        onProgress: (rows) => onProgress(`${name}: ${rows} rows…`),
      });
      reports.push(describeImport(name, report, command.dryRun));
    }
  } catch (error) {
    if (error instanceof SchoolFileError) throw new OperatorError([...reports, error.message].join('\n'));
    throw error;
  } finally {
    await client.end();
  }
  return reports.join('\n');
}

/** Makes the search of schools anew and answers with what was done. */
export async function rebuildLookup(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return `The search of ${await rebuildSearch(client)} schools was rebuilt.`;
  } finally {
    await client.end();
  }
}
