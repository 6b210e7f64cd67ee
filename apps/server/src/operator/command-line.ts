import { parseArgs } from 'node:util';
import { isEmail } from '@firstyear/api-contract';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../modules/application/row/application-status.ts';
import { FORMAT_NAMES, type FormatName } from '../modules/reference/lookup/import/formats.ts';
import { type CeebLayout, parseLayout, SchoolFileError } from '../modules/reference/lookup/import/read-file.ts';
import type { SchoolCategory } from '../modules/reference/lookup/query-words.ts';
import { UsageError } from './operator-error.ts';
import {
  type CommandLine,
  type ExportFormat,
  readExportFormat,
  readSince,
  readStatuses,
  readWholeNumber,
  requireValue,
} from './read-options.ts';

/** How long links last when the operator does not say. */
const DEFAULT_DAYS = 30;
const MAX_DAYS = 365;
const DEFAULT_REPORT_DAYS = 7;
const MAX_REPORT_DAYS = 30;
const DEFAULT_MINUTES = 15;
const MAX_MINUTES = 24 * 60;

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const DEFAULT_LINES = 100;
const MAX_LINES = 100_000;

/** Which lines of the audit trail. */
export interface AuditCommand {
  readonly account: string | undefined;
  readonly since: Date | undefined;
  readonly limit: number;
}

/** Which applications are listed, and how many at most. */
export interface ListCommand {
  readonly statuses: readonly ApplicationStatus[];
  readonly since: Date | undefined;
  readonly limit: number;
}

/** What is exported, how, and into which folder. */
export interface ExportCommand {
  readonly format: ExportFormat;
  readonly out: string;
  readonly statuses: readonly ApplicationStatus[];
  readonly since: Date | undefined;
  readonly withSealed: boolean;
  /** Applications to which form; the first one's when not given. */
  readonly form?: string | undefined;
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

/** Whom to let in to the admissions office. */
export interface StaffCommand {
  readonly email: string;
  readonly fullName: string;
  readonly role: string;
}

/** A command with everything it needs, checked. */
export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'temporary-application'; readonly answersFile: string; readonly days: number }
  | { readonly name: 'service-link'; readonly application: string; readonly minutes: number }
  | { readonly name: 'packet'; readonly application: string; readonly out: string }
  | { readonly name: 'conversions'; readonly days: number }
  | ({ readonly name: 'applications list' } & ListCommand)
  | { readonly name: 'applications find'; readonly text: string }
  | ({ readonly name: 'export' } & ExportCommand)
  | { readonly name: 'check' }
  | { readonly name: 'backup' | 'restore'; readonly folder: string }
  | { readonly name: 'mail list'; readonly limit: number }
  | { readonly name: 'mail retry'; readonly ids: readonly string[] }
  | { readonly name: 'rotate-key' }
  | { readonly name: 'person export'; readonly email: string; readonly out: string }
  | { readonly name: 'person delete'; readonly email: string; readonly isConfirmed: boolean }
  | ({ readonly name: 'audit' } & AuditCommand)
  | ({ readonly name: 'import-schools' } & ImportCommand)
  | ({ readonly name: 'staff add' } & StaffCommand)
  | { readonly name: 'staff remove' | 'staff end-sessions'; readonly email: string }
  | { readonly name: 'staff list' | 'office rebuild' }
  | { readonly name: 'rebuild-lookup' };

interface Shape {
  readonly options: readonly string[];
  readonly switches?: readonly string[];
  readonly takesFiles?: boolean;
  read(line: CommandLine): Command;
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

function readImport({ values, switches, files }: CommandLine): Command {
  if (files.length === 0) throw new UsageError('Give the files to import: import-schools FILE …');
  const source = values.get('source');
  if (source === '') throw new UsageError('--source needs a value.');
  if (files.length > 1 && source !== undefined) {
    throw new UsageError('--source sets one source, so import one file at a time.');
  }
  const format = readFormat(values.get('format'));
  const category = readCategory(values.get('category'));
  const layout = readLayout(values.get('layout'), format);
  return { name: 'import-schools', files, format, category, source, layout, dryRun: switches.has('dry-run') };
}

function readExport(line: CommandLine): Command {
  const format = readExportFormat(line);
  const withSealed = line.switches.has('with-sealed');
  if (withSealed && format === 'packets') {
    throw new UsageError(
      '--with-sealed goes with rows only: packets always show what the PDF shows, sealed answers too.',
    );
  }
  return {
    name: 'export',
    format,
    out: requireValue(line, 'out', 'Give a new folder for the export: --out FOLDER.'),
    statuses: readStatuses(line.values.get('status'), ['submitted']),
    since: readSince(line.values.get('since')),
    withSealed,
    form: line.values.get('form'),
  };
}

/** What is looked for: everything behind the name of the command. */
function readText({ files }: CommandLine): string {
  const text = files.join(' ').trim();
  if (text === '')
    throw new UsageError('Say what to look for: a name, an email address, a confirmation number or an id.');
  return text;
}

/** The one folder that a command is about. */
function readFolder({ files: [folder = '', extra] }: CommandLine, sentence: string): string {
  if (folder === '' || extra !== undefined) throw new UsageError(sentence);
  return folder;
}

/** Ids as `mail list` prints them. */
function readIds({ files }: CommandLine): readonly string[] {
  const wrong = files.find((id) => !ID.test(id));
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is not the id of an email; "mail list" prints them.`);
  return files;
}

/** The one address that a command is about. */
function readAddress({ files: [email, extra] }: CommandLine, sentence = 'Say whose data: an email address.'): string {
  if (email === undefined || !isEmail(email)) throw new UsageError(sentence);
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
  'applications list': {
    options: ['status', 'since', 'limit'],
    read: (line) => ({
      name: 'applications list',
      statuses: readStatuses(line.values.get('status'), APPLICATION_STATUSES),
      since: readSince(line.values.get('since')),
      limit: readWholeNumber(line, 'limit', DEFAULT_LINES, MAX_LINES),
    }),
  },
  'applications find': {
    options: [],
    takesFiles: true,
    read: (line) => ({ name: 'applications find', text: readText(line) }),
  },
  export: { options: ['format', 'out', 'status', 'since', 'form'], switches: ['with-sealed'], read: readExport },
  check: { options: [], read: () => ({ name: 'check' }) },
  backup: {
    options: [],
    takesFiles: true,
    read: (line) => ({ name: 'backup', folder: readFolder(line, 'Give a new folder for the backup: backup FOLDER.') }),
  },
  restore: {
    options: [],
    takesFiles: true,
    read: (line) => ({ name: 'restore', folder: readFolder(line, 'Give the folder of the backup: restore FOLDER.') }),
  },
  'mail list': {
    options: ['limit'],
    read: (line) => ({ name: 'mail list', limit: readWholeNumber(line, 'limit', DEFAULT_LINES, MAX_LINES) }),
  },
  'mail retry': { options: [], takesFiles: true, read: (line) => ({ name: 'mail retry', ids: readIds(line) }) },
  'rotate-key': { options: [], read: () => ({ name: 'rotate-key' }) },
  'person export': {
    options: ['out'],
    takesFiles: true,
    read: (line) => ({
      name: 'person export',
      email: readAddress(line),
      out: line.values.has('out') ? requireValue(line, 'out', 'Give a new file: --out FILE.') : 'person-export.zip',
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
  'staff add': {
    options: ['name', 'role'],
    takesFiles: true,
    read: (line) => ({
      name: 'staff add',
      email: readAddress(line, 'Say who: an email address.'),
      fullName: requireValue(line, 'name', 'Say their name: --name "Ada Clerk".'),
      role: requireValue(line, 'role', 'Say their role: --role reader, clerk, director or auditor.'),
    }),
  },
  'staff list': { options: [], read: () => ({ name: 'staff list' }) },
  'staff remove': {
    options: [],
    takesFiles: true,
    read: (line) => ({ name: 'staff remove', email: readAddress(line, 'Say who: an email address.') }),
  },
  'staff end-sessions': {
    options: [],
    takesFiles: true,
    read: (line) => ({ name: 'staff end-sessions', email: readAddress(line, 'Say who: an email address.') }),
  },
  'office rebuild': { options: [], read: () => ({ name: 'office rebuild' }) },
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

/** The commands that are named in two words, and what is said when the second one is missing. */
const FAMILIES: Readonly<Record<string, string>> = {
  person: 'person export EMAIL or person delete EMAIL',
  mail: 'mail list or mail retry',
  applications: 'applications list or applications find TEXT',
  staff: 'staff add EMAIL, staff list, staff remove EMAIL or staff end-sessions EMAIL',
  office: 'office rebuild',
};

/** Reads and checks a command before anything is begun. Throws UsageError with one sentence. */
export function readCommand(args: readonly string[]): Command {
  const [first = 'help', second, ...others] = args;
  if (first === '--help' || first === '-h') return { name: 'help' };
  const family = Object.hasOwn(FAMILIES, first) ? FAMILIES[first] : undefined;
  if (family !== undefined && second === undefined) throw new UsageError(`Say what to do: ${family}.`);
  const name = family === undefined ? first : `${first} ${second}`;
  const rest = family === undefined ? args.slice(1) : others;
  if (!isCommandName(name)) throw new UsageError(`There is no command "${name}". "help" lists the commands.`);
  return SHAPES[name].read(readLine(name, rest));
}
