import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { APPLICATION_STATUSES } from '../../modules/application/row/listing.ts';
import { type Command, defineCommand } from '../command.ts';
import type { ExportCommand } from '../export.ts';
import { requireNewPlace } from '../new-file.ts';
import { UsageError } from '../operator-error.ts';
import {
  type CommandLine,
  EXPORT_FORMATS,
  readLimit,
  readOneOf,
  readSince,
  readStatuses,
  readWholeNumber,
  requireValue,
} from '../read-options.ts';

const readApplication = (line: CommandLine) =>
  requireValue(line, 'application', 'Say which application: --application EMAIL or ID.');

async function readAnswersFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new UsageError(`${file} cannot be read as a JSON object of answers, such as {"first_name": "Ada"}.`, {
      cause,
    });
  }
}

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
  run: async (options, { withAnswers, print }) => {
    const { findExport } = await import('../export-folder.ts');
    await findExport(options.out);
    return withAnswers(async (deps) => (await import('../export.ts')).exportApplications(deps, options, print));
  },
});

export const APPLICATION_COMMANDS: readonly Command[] = [
  defineCommand({
    usage: 'temporary-application --answers FILE [--days N]',
    about: `A link that opens an application with some answers filled in.
FILE is a JSON object of question keys and answers. It lasts 30 days unless --days (1 to 365) says otherwise.`,
    read: (line) => ({
      answersFile: requireValue(line, 'answers', 'Give the file with the answers: --answers FILE.'),
      days: readWholeNumber(line, 'days', 30, 365),
    }),
    run: async ({ answersFile, days }, { withDatabase }) => {
      const answers = await readAnswersFile(answersFile);
      return withDatabase(async (deps) => (await import('../applications.ts')).temporaryLink(deps, answers, days));
    },
  }),
  defineCommand({
    usage: 'service-link --application EMAIL|ID [--minutes N]',
    about: `A link to the read-only view of one application, for staff; its use is audited.
It lasts 15 minutes unless --minutes (1 to 1440) says otherwise.`,
    read: (line) => ({
      application: readApplication(line),
      minutes: readWholeNumber(line, 'minutes', 15, 24 * 60),
    }),
    run: ({ application, minutes }, { withDatabase }) =>
      withDatabase(async (deps) => (await import('../applications.ts')).serviceLink(deps, application, minutes)),
  }),
  defineCommand({
    usage: 'packet --application EMAIL|ID --out FILE',
    about: `Writes the packet for the office: the application's PDF, then each uploaded document behind a divider; audited.
FILE must be new. Run it where a worker could run: the command prints what has not been printed yet.`,
    read: (line) => ({
      application: readApplication(line),
      out: requireValue(line, 'out', 'Give a new file for the packet: --out FILE.'),
    }),
    run: async ({ application, out }, { withAnswers }) => {
      await requireNewPlace(out, 'file');
      return withAnswers(async (deps) => (await import('../packet.ts')).packetFile(deps, application, out));
    },
  }),
  defineCommand({
    usage: 'applications list [--status STATUS,…] [--since DATE] [--limit N]',
    about: `The newest applications: status, since when, term, name, address, confirmation number, id; audited.
STATUS is none, started, validating, submitted, withdrawn or all, and all unless --status says otherwise. It prints
100 lines unless --limit (1 to 100000) says otherwise.`,
    read: (line) => ({
      statuses: readStatuses(line, APPLICATION_STATUSES),
      since: readSince(line),
      limit: readLimit(line),
    }),
    run: (options, { withDatabase }) =>
      withDatabase(async (deps) => (await import('../applications.ts')).listApplications(deps, options)),
  }),
  defineCommand({
    usage: 'applications find TEXT',
    about:
      'The applications with this text in their name or email address, or with this confirmation number or id; audited.',
    read: ({ files }) => {
      const text = files.join(' ').trim();
      if (text !== '') return { text };
      throw new UsageError('Say what to look for: a name, an email address, a confirmation number or an id.');
    },
    run: ({ text }, { withDatabase }) =>
      withDatabase(async (deps) => (await import('../applications.ts')).findApplications(deps, text)),
  }),
  exportCommand,
];
