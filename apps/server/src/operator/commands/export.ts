import { defineCommand } from '../command.ts';
import type { ExportCommand } from '../export.ts';
import { UsageError } from '../operator-error.ts';
import { EXPORT_FORMATS, readOneOf, readSince, readStatuses, requireValue } from '../read-options.ts';

export const exportCommand = defineCommand<ExportCommand>({
  usage: `export --format csv|csv-exact|jsonl|packets --out FOLDER [--status STATUS,…] [--since DATE] [--form FORM]
         [--with-sealed]`,
  about: `Writes applications, the submitted ones unless --status says otherwise, into FOLDER: one row each with a data
dictionary (csv for a spreadsheet, csv-exact and jsonl for programs), or a folder each with the text, the PDF and
the documents, and an index of them; audited. FOLDER must be new. An export that broke off goes on when it is run
again. --since takes those submitted (others: changed) from then on, --form those to another form than the first.
Sealed answers, such as social security numbers, are left out of rows unless --with-sealed is given.
For packets run it where a worker could run: the command prints what has not been printed yet.`,
  read: (line) => {
    requireValue(line, 'format', `Say in which format: --format ${EXPORT_FORMATS.join(', ')}.`);
    const format = readOneOf(line, 'format', EXPORT_FORMATS) ?? 'csv';
    const withSealed = line.switches.has('with-sealed');
    if (withSealed && format === 'packets') {
      throw new UsageError(
        '--with-sealed goes with rows only: packets always show what the PDF shows, sealed answers too.',
      );
    }
    return {
      format,
      out: requireValue(line, 'out', 'Give a new folder for the export: --out FOLDER.'),
      statuses: readStatuses(line, ['submitted']),
      since: readSince(line),
      withSealed,
      form: line.values.get('form'),
    };
  },
  run: async (options, { withAnswers, tell }) => {
    const { findExport } = await import('../export-folder.ts');
    await findExport(options.out);
    const { exportApplications } = await import('../export.ts');
    return withAnswers((deps) => exportApplications(deps, options, tell));
  },
});
