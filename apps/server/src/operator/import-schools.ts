import type { FormatName } from '@firstyear/school-search/import/formats';
import { type ImportReport, importSchools, isUnusable } from '@firstyear/school-search/import/import-schools';
import {
  type CeebLayout,
  openSchoolFile,
  type SchoolFile,
  SchoolFileError,
} from '@firstyear/school-search/import/read-file';
import { rebuildSearch } from '@firstyear/school-search/import/search-documents';
import type { SchoolCategory } from '@firstyear/school-search/query-words';
import pg from 'pg';
import { WITHOUT_STANDBY } from '../db/connections.ts';
import { endClientOnAbort } from '../db/end-on-abort.ts';
import { OperatorError, UsageError } from './operator-error.ts';

export interface ImportCommand {
  readonly files: readonly string[];
  readonly format: FormatName | undefined;
  readonly category: SchoolCategory | undefined;
  readonly source: string | undefined;
  readonly layout: CeebLayout | undefined;
  readonly dryRun: boolean;
}

function describeImport(file: string, report: ImportReport, isDryRun: boolean): string {
  if (report.unchanged)
    return `${file}: this edition of "${report.source}" has already been imported. Nothing was changed.`;
  const title = `${file}: ${report.format}, source "${report.source}"`;
  const lines = [
    isUnusable(report)
      ? `${title}. It has no school that can be imported, so nothing was changed.`
      : `${title}${isDryRun ? ' (dry run: nothing was saved)' : ''}`,
    `  ${report.rows} rows read, ${report.records} schools imported, ${report.added} of them new, ${report.merged} merged with other sources, ${report.removed} removed`,
    ...report.skipped.map(
      ({ reason, count, lines: examples }) =>
        `  ${count} skipped: ${reason} (line ${examples.join(', ')}${count > examples.length ? ', …' : ''})`,
    ),
  ];
  return lines.join('\n');
}

interface OpenedFile {
  readonly name: string;
  readonly file: SchoolFile;
}

/** Opens every file of an import. Throws UsageError, before anything is imported, when one can't be read. */
export async function openSchoolFiles({ files, format, layout }: ImportCommand): Promise<readonly OpenedFile[]> {
  const opened: OpenedFile[] = [];
  for (const name of files) {
    const file = await openSchoolFile(name, { ...(format && { format }), ...(layout && { layout }) }).catch(
      (error: unknown) => {
        throw error instanceof SchoolFileError ? new UsageError(error.message) : error;
      },
    );
    opened.push({ name, file });
  }
  return opened;
}

const makeClient = (databaseUrl: string, interruption: AbortSignal) =>
  endClientOnAbort(
    new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, ...WITHOUT_STANDBY }),
    interruption,
  );

/** Imports files of schools, one transaction each, and returns a report. */
export async function importSchoolFiles(
  databaseUrl: string,
  opened: readonly OpenedFile[],
  command: ImportCommand,
  clock: () => Date,
  onProgress: (line: string) => void,
  interruption: AbortSignal,
): Promise<string> {
  const reports: string[] = [];
  const client = makeClient(databaseUrl, interruption);
  try {
    await client.connect();
    for (const { name, file } of opened) {
      onProgress(`${name}: reading…`);
      const report = await importSchools(client, file, name, {
        clock,
        category: command.category,
        source: command.source,
        dryRun: command.dryRun,
        onProgress: (rows) => onProgress(`${name}: ${rows} rows…`),
      });
      reports.push(describeImport(name, report, command.dryRun));
      if (isUnusable(report)) throw new OperatorError(reports.join('\n'));
    }
  } catch (error) {
    if (error instanceof SchoolFileError) throw new OperatorError([...reports, error.message].join('\n'));
    throw error;
  } finally {
    await client.end();
  }
  return reports.join('\n');
}

/** Rebuilds the search of schools. */
export async function rebuildLookup(databaseUrl: string, interruption: AbortSignal): Promise<string> {
  const client = makeClient(databaseUrl, interruption);
  await client.connect();
  try {
    return `The search of ${await rebuildSearch(client)} schools was rebuilt.`;
  } finally {
    await client.end();
  }
}
