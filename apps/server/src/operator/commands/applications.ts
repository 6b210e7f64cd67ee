import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { type Command, defineCommand } from '../command.ts';
import type { ExportCommand } from '../export.ts';
import { requireNewFile } from '../new-file.ts';
import { UsageError } from '../operator-error.ts';
import { oneOf, readSince, readStatuses, required, SWITCH, VALUE, wholeNumber } from '../read-options.ts';

async function readAnswersFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new UsageError(`${file} cannot be read as a JSON object of answers, such as {"first_name": "Ada"}.`, {
      cause,
    });
  }
}

/** The formats of the office's exports, by their names on the command line. */
const FORMATS = { xlsx: 'people_xlsx', csv: 'machine_csv', jsonl: 'machine_jsonl', packets: 'packets' } as const;

export const exportCommand = defineCommand<ExportCommand>({
  name: 'export',
  usage: '--format xlsx|csv|jsonl|packets --out FILE [--status STATUS,…] [--since DATE] [--form FORM] [--with-sealed]',
  about: `Writes applications, the submitted ones unless --status says otherwise, into FILE, as the office's exports are written:
a workbook for people, exact rows for programs (csv, jsonl), or a zip with the PDF and the documents of each; audited.
FILE must be new. STATUS is none, started, validating, submitted, withdrawn or all. --since takes those submitted
(others: changed) from then on, --form those to another form than the first. Sealed answers, such as social security
numbers, are left out of rows unless --with-sealed is given. For packets run it where a worker could run.`,
  read: (args) => {
    const options = { format: VALUE, out: VALUE, status: VALUE, since: VALUE, form: VALUE, 'with-sealed': SWITCH };
    const { values } = parseArgs({ args, options });
    const names = ['xlsx', 'csv', 'jsonl', 'packets'] as const;
    const name = oneOf('format', required(values.format, `Say in which format: --format ${names.join(', ')}.`), names);
    const { 'with-sealed': withSealed = false, status = 'submitted' } = values;
    if (withSealed && (name === 'xlsx' || name === 'packets')) {
      throw new UsageError(
        '--with-sealed goes with csv and jsonl: packets always have sealed answers, workbooks never.',
      );
    }
    const statuses = readStatuses(status);
    if (name === 'packets' && statuses.some((item) => item !== 'submitted' && item !== 'withdrawn')) {
      throw new UsageError('Packets have submitted applications: --status submitted or withdrawn.');
    }
    const out = required(values.out, 'Give a new file for the export: --out FILE.');
    return { format: FORMATS[name], out, statuses, since: readSince(values.since), withSealed, form: values.form };
  },
  run: async (options, { withAnswers, print }) => {
    await requireNewFile(options.out);
    return withAnswers(async (deps) => (await import('../export.ts')).exportApplications(deps, options, print));
  },
});

export const APPLICATION_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'temporary-application',
    usage: '--answers FILE [--days N]',
    about: `A link that opens an application with some answers filled in.
FILE is a JSON object of question keys and answers. It lasts 30 days unless --days (1 to 365) says otherwise.`,
    read: (args) => {
      const { answers, days } = parseArgs({ args, options: { answers: VALUE, days: VALUE } }).values;
      return {
        answersFile: required(answers, 'Give the file with the answers: --answers FILE.'),
        days: wholeNumber('days', days, 30, 365),
      };
    },
    run: async ({ answersFile, days }, { withDatabase }) => {
      const answers = await readAnswersFile(answersFile);
      return withDatabase(async (deps) => (await import('../applications.ts')).temporaryLink(deps, answers, days));
    },
  }),
  defineCommand({
    name: 'service-link',
    usage: '--application EMAIL|ID [--minutes N]',
    about: `A link to the read-only view of one application, for staff; its use is audited.
It lasts 15 minutes unless --minutes (1 to 1440) says otherwise.`,
    read: (args) => {
      const { application, minutes } = parseArgs({ args, options: { application: VALUE, minutes: VALUE } }).values;
      return {
        application: required(application, 'Say which application: --application EMAIL or ID.'),
        minutes: wholeNumber('minutes', minutes, 15, 24 * 60),
      };
    },
    run: ({ application, minutes }, { withDatabase }) =>
      withDatabase(async (deps) => (await import('../applications.ts')).serviceLink(deps, application, minutes)),
  }),
  exportCommand,
];
