import { parseArgs } from 'node:util';
import { isEmail } from '@firstyear/api-contract';
import { FORMAT_NAMES, type FormatName } from '../modules/lookup/import/formats.ts';
import { type CeebLayout, parseLayout, SchoolFileError } from '../modules/lookup/import/read-file.ts';
import type { SchoolCategory } from '../modules/lookup/query-words.ts';
import { UsageError } from './operator-error.ts';

export const OPERATOR_HELP = `Operator commands. Those for links print one link; whoever has it can use it until it expires.

  temporary-application --answers FILE [--days N]
      A link that opens an application with some answers filled in.
      FILE is a JSON object of question keys and answers. It lasts 30 days unless --days (1 to 365) says otherwise.

  service-link --application EMAIL|ID [--minutes N]
      A link to the read-only view of one application, for staff; its use is audited.
      It lasts 15 minutes unless --minutes (1 to 1440) says otherwise.

  packet --application EMAIL|ID --out FILE
      Writes the packet for the office: the application's PDF, then each uploaded document behind a divider; audited.
      FILE must be new. The product must be running, since the packet is printed from it.

  conversions [--days N]
      How uploaded documents were converted: counts and seconds by kind of file and outcome, without names of files or people.
      Of the last 7 days unless --days (1 to 30) says otherwise.

  rotate-key
      Seals every sealed answer with SECRET_KEY, while the product runs, so that SECRET_KEY_PREVIOUS can go.
      Stopped in the middle, it goes on when it is run again.

  person export EMAIL [--out FILE]
      Writes all that is held about a person to a zip file: rows in JSON, documents, PDF copies, mails; audited.
      FILE must be new; it is person-export.zip unless --out says otherwise.

  person delete EMAIL [--yes]
      Says what would be deleted of a person, and what the audit trail keeps. With --yes it is deleted for good.
  audit [--account EMAIL] [--since DATE] [--limit N]
      Reads the audit trail, oldest first: who did what, when, from where. DATE is a day or a moment in UTC, such as
      2026-11-21 or 2026-11-21T15:30. It prints the newest 100 lines unless --limit (1 to 100000) says otherwise.

  import-schools FILE … [--dry-run] [--format ccd|pss|ipeds|csv|ceeb] [--category high-school|college]
                        [--source NAME] [--layout code:1-6,name:7-36,…]
      Imports public lists of schools and colleges for the lookups: NCES public and private schools, IPEDS colleges,
      the College Board's codes (--format ceeb), or any CSV with the columns name, city and state.
      The header tells the format. A newer edition of a source replaces the older one. docs/lookup.md says more.

  rebuild-lookup
      Rebuilds the school search after an update of the product that changed its abbreviations or nicknames.

They use DATABASE_MIGRATION_URL or DATABASE_URL, else the database in DATA_DIR, and PUBLIC_URL for the link's address.`;

/** How long links last when the operator does not say. */
const DEFAULT_DAYS = 30;
const MAX_DAYS = 365;
const DEFAULT_REPORT_DAYS = 7;
const MAX_REPORT_DAYS = 30;
const DEFAULT_MINUTES = 15;
const MAX_MINUTES = 24 * 60;

const DEFAULT_LINES = 100;
const MAX_LINES = 100_000;

/** Which lines of the audit trail. */
export interface AuditCommand {
  readonly account: string | undefined;
  readonly since: Date | undefined;
  readonly limit: number;
}

/** What an import takes, and how. */
export interface ImportCommand {
  readonly files: readonly string[];
  readonly format: FormatName | undefined;
  readonly category: SchoolCategory | undefined;
  readonly source: string | undefined;
  readonly layout: CeebLayout | undefined;
  readonly dryRun: boolean;
}

/** A command with everything it needs, checked. */
export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'temporary-application'; readonly answersFile: string; readonly days: number }
  | { readonly name: 'service-link'; readonly application: string; readonly minutes: number }
  | { readonly name: 'packet'; readonly application: string; readonly out: string }
  | { readonly name: 'conversions'; readonly days: number }
  | { readonly name: 'rotate-key' }
  | { readonly name: 'person export'; readonly email: string; readonly out: string }
  | { readonly name: 'person delete'; readonly email: string; readonly isConfirmed: boolean }
  | ({ readonly name: 'audit' } & AuditCommand)
  | ({ readonly name: 'import-schools' } & ImportCommand)
  | { readonly name: 'rebuild-lookup' };

interface CommandLine {
  /** Options with a value, by name. */
  readonly values: ReadonlyMap<string, string>;
  readonly switches: ReadonlySet<string>;
  readonly files: readonly string[];
}

interface Shape {
  readonly options: readonly string[];
  readonly switches?: readonly string[];
  readonly takesFiles?: boolean;
  read(line: CommandLine): Command;
}

function requireValue({ values }: CommandLine, option: string, sentence: string): string {
  const value = values.get(option);
  if (value === undefined || value === '') throw new UsageError(sentence);
  return value;
}

function readWholeNumber({ values }: CommandLine, option: string, standard: number, max: number): number {
  const text = values.get(option);
  if (text === undefined) return standard;
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max) return Number(text);
  throw new UsageError(`--${option} must be a whole number from 1 to ${max}.`);
}

const isFormat = (text: string): text is FormatName => FORMAT_NAMES.some((name) => name === text);

function readFormat(text: string | undefined): FormatName | undefined {
  if (text === undefined || isFormat(text)) return text;
  throw new UsageError(`--format must be one of ${FORMAT_NAMES.join(', ')} (it is "${text}").`);
}

function readCategory(text: string | undefined): SchoolCategory | undefined {
  if (text === undefined) return undefined;
  if (text === 'high-school') return 'hs_ceeb';
  if (text === 'college') return 'college_ceeb';
  throw new UsageError(`--category must be high-school or college (it is "${text}").`);
}

function readLayout(text: string | undefined, format: FormatName | undefined): CeebLayout | undefined {
  if (text === undefined) return undefined;
  if (format !== 'ceeb') throw new UsageError('--layout goes with --format ceeb: other files name their columns.');
  try {
    return parseLayout(text);
  } catch (error) {
    throw error instanceof SchoolFileError ? new UsageError(error.message) : error;
  }
}

/** A day or a moment in UTC. */
function readSince(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, day, time = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)Z?)?$/.exec(text) ?? [];
  const moment = new Date(`${day}T${time}Z`);
  // A day that a month does not have would become one of the next month.
  if (day !== undefined && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)) return moment;
  throw new UsageError(`--since must be a day or a moment in UTC, such as 2026-11-21 or 2026-11-21T15:30.`);
}

function readImport({ values, switches, files }: CommandLine): Command {
  if (files.length === 0) throw new UsageError('Give the files to import: import-schools FILE …');
  const source = values.get('source');
  if (files.length > 1 && source !== undefined) {
    throw new UsageError('--source sets one source, so import one file at a time.');
  }
  const format = readFormat(values.get('format'));
  const category = readCategory(values.get('category'));
  const layout = readLayout(values.get('layout'), format);
  return { name: 'import-schools', files, format, category, source, layout, dryRun: switches.has('dry-run') };
}

/** The one address that a command is about. */
function readAddress({ files: [email, extra] }: CommandLine): string {
  if (email === undefined || !isEmail(email)) throw new UsageError('Say whose data: an email address.');
  if (extra !== undefined) throw new UsageError(`Give one address at a time (there is also "${extra}").`);
  return email;
}

const NAME_APPLICATION = 'Say which application: --application EMAIL or ID.';

const SHAPES: Readonly<Record<Command['name'], Shape>> = {
  help: { options: [], read: () => ({ name: 'help' }) },
  'temporary-application': {
    options: ['answers', 'days'],
    read: (line) => ({
      name: 'temporary-application',
      answersFile: requireValue(line, 'answers', 'Give the file with the answers: --answers FILE.'),
      days: readWholeNumber(line, 'days', DEFAULT_DAYS, MAX_DAYS),
    }),
  },
  'service-link': {
    options: ['application', 'minutes'],
    read: (line) => ({
      name: 'service-link',
      application: requireValue(line, 'application', NAME_APPLICATION),
      minutes: readWholeNumber(line, 'minutes', DEFAULT_MINUTES, MAX_MINUTES),
    }),
  },
  packet: {
    options: ['application', 'out'],
    read: (line) => ({
      name: 'packet',
      application: requireValue(line, 'application', NAME_APPLICATION),
      out: requireValue(line, 'out', 'Give a new file for the packet: --out FILE.'),
    }),
  },
  conversions: {
    options: ['days'],
    read: (line) => ({
      name: 'conversions',
      days: readWholeNumber(line, 'days', DEFAULT_REPORT_DAYS, MAX_REPORT_DAYS),
    }),
  },
  'rotate-key': { options: [], read: () => ({ name: 'rotate-key' }) },
  'person export': {
    options: ['out'],
    takesFiles: true,
    read: (line) => ({
      name: 'person export',
      email: readAddress(line),
      out: line.values.get('out') ?? 'person-export.zip',
    }),
  },
  'person delete': {
    options: [],
    switches: ['yes'],
    takesFiles: true,
    read: (line) => ({ name: 'person delete', email: readAddress(line), isConfirmed: line.switches.has('yes') }),
  },
  audit: {
    options: ['account', 'since', 'limit'],
    read: (line) => ({
      name: 'audit',
      account: line.values.get('account'),
      since: readSince(line.values.get('since')),
      limit: readWholeNumber(line, 'limit', DEFAULT_LINES, MAX_LINES),
    }),
  },
  'import-schools': {
    options: ['format', 'category', 'source', 'layout'],
    switches: ['dry-run'],
    takesFiles: true,
    read: readImport,
  },
  'rebuild-lookup': { options: [], read: () => ({ name: 'rebuild-lookup' }) },
};

const isCommandName = (text: string): text is Command['name'] => Object.hasOwn(SHAPES, text);

/** Everything behind the name of a command, as its shape allows. */
function readLine(name: Command['name'], args: readonly string[]): CommandLine {
  const { options, switches = [], takesFiles = false } = SHAPES[name];
  const types = Object.fromEntries([
    ...options.map((option) => [option, { type: 'string' }] as const),
    ...switches.map((option) => [option, { type: 'boolean' }] as const),
  ]);
  const { tokens } = parseArgs({ args: [...args], options: types, strict: false, tokens: true });
  const values = new Map<string, string>();
  const given = new Set<string>();
  const files: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') files.push(token.value);
    if (token.kind !== 'option') continue;
    const isSwitch = switches.includes(token.name);
    if (!isSwitch && !options.includes(token.name)) throw new UsageError(`${name} has no option ${token.rawName}.`);
    if (given.has(token.name)) throw new UsageError(`${token.rawName} can be given only once.`);
    given.add(token.name);
    if (isSwitch && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value.`);
    if (isSwitch) continue;
    // "--answers --days 2": the next option is no value.
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith('-'))) {
      throw new UsageError(`${token.rawName} needs a value.`);
    }
    values.set(token.name, token.value);
  }
  const [extra] = files;
  if (!takesFiles && extra !== undefined) throw new UsageError(`${name} takes options only (there is "${extra}").`);
  return { values, switches: given, files };
}

/** Reads and checks a command before anything is begun. Throws UsageError with one sentence. */
export function readCommand(args: readonly string[]): Command {
  const [first = 'help', second, ...others] = args;
  if (first === '--help' || first === '-h') return { name: 'help' };
  if (first === 'person' && second === undefined) {
    throw new UsageError('Say what to do: person export EMAIL or person delete EMAIL.');
  }
  const name = first === 'person' ? `person ${second}` : first;
  const rest = first === 'person' ? others : args.slice(1);
  if (!isCommandName(name)) throw new UsageError(`There is no command "${name}". "help" lists the commands.`);
  return SHAPES[name].read(readLine(name, rest));
}
