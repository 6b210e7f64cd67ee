import { isEmail } from '@firstyear/api-contract/identity-rules';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../modules/application/row/listing.ts';
import { UsageError } from './operator-error.ts';

/** The arguments of a command. */
export interface CommandLine {
  /** Options with a value, by name. */
  readonly values: ReadonlyMap<string, string>;
  readonly switches: ReadonlySet<string>;
  readonly files: readonly string[];
}

/** The value of an option that must be given. */
export function requireValue({ values }: CommandLine, option: string, sentence: string): string {
  const value = values.get(option);
  if (value === undefined || value.trim() === '') throw new UsageError(sentence);
  return value;
}

/** A whole number from 1 to a maximum, or the default. */
export function readWholeNumber({ values }: CommandLine, option: string, standard: number, max: number): number {
  const text = values.get(option);
  if (text === undefined) return standard;
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max) return Number(text);
  throw new UsageError(`--${option} must be a whole number from 1 to ${max}.`);
}

export const readLimit = (line: CommandLine) => readWholeNumber(line, 'limit', 100, 100_000);

/** A day or a moment in UTC. */
export function readSince({ values }: CommandLine): Date | undefined {
  const text = values.get('since');
  if (text === undefined) return undefined;
  const [, day, time = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)Z?)?$/.exec(text) ?? [];
  const moment = new Date(`${day}T${time}Z`);
  // February 30 would become March 2.
  if (day !== undefined && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)) return moment;
  throw new UsageError(`--since must be a day or a moment in UTC, such as 2026-11-21 or 2026-11-21T15:30.`);
}

/** The value of an option that is one of a few words. */
export function readOneOf<const Word extends string>(
  { values }: CommandLine,
  option: string,
  words: readonly Word[],
): Word | undefined {
  const text = values.get(option);
  const word = words.find((word) => word === text);
  if (text === undefined || word !== undefined) return word;
  const choice = words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ');
  throw new UsageError(`--${option} must be ${choice} (it is "${text}").`);
}

/** The one folder, or file, among the arguments. */
export function readFolder({ files: [folder = '', extra] }: CommandLine, sentence: string): string {
  if (folder === '' || extra !== undefined) throw new UsageError(sentence);
  return folder;
}

/** The one email address among the arguments. */
export function readAddress({ files: [email, extra] }: CommandLine, sentence: string): string {
  if (email === undefined || !isEmail(email)) throw new UsageError(sentence);
  if (extra !== undefined) throw new UsageError(`Give one address at a time (there is also "${extra}").`);
  return email;
}

export const EXPORT_FORMATS = ['csv', 'csv-exact', 'jsonl', 'packets'] as const;

const isStatus = (text: string): text is ApplicationStatus => APPLICATION_STATUSES.some((status) => status === text);

/** Statuses separated by commas; returned without duplicates, in the order of an application's life. */
export function readStatuses(
  { values }: CommandLine,
  standard: readonly ApplicationStatus[],
): readonly ApplicationStatus[] {
  const text = values.get('status');
  if (text === undefined) return standard;
  if (text === 'all') return APPLICATION_STATUSES;
  const given = text.split(',').map((status) => status.trim());
  const unknown = given.find((status) => !isStatus(status));
  if (unknown !== undefined) {
    throw new UsageError(
      `--status must be all, or some of ${APPLICATION_STATUSES.join(', ')} (there is "${unknown}").`,
    );
  }
  return APPLICATION_STATUSES.filter((status) => given.includes(status));
}
