import { isEmail } from '@firstyear/api-contract/identity-rules';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../modules/application/row/listing.ts';
import { UsageError } from './operator-error.ts';

/** Options of parseArgs(): with a value, and switches. */
export const VALUE = { type: 'string' } as const;
export const SWITCH = { type: 'boolean' } as const;

/** A value that must be given. */
export function required(value: string | undefined, sentence: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(sentence);
  return value;
}

/** A whole number from 1 to a maximum, or the default. */
export function wholeNumber(option: string, text: string | undefined, standard: number, max: number): number {
  if (text === undefined) return standard;
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max) return Number(text);
  throw new UsageError(`--${option} must be a whole number from 1 to ${max}.`);
}

/** A day or a moment in UTC. */
export function readSince(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, day, time = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)Z?)?$/.exec(text) ?? [];
  const moment = new Date(`${day}T${time}Z`);
  // February 30 would become March 2.
  if (day !== undefined && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)) return moment;
  throw new UsageError(`--since must be a day or a moment in UTC, such as 2026-11-21 or 2026-11-21T15:30.`);
}

/** A value that is one of a few words. */
export function oneOf<const Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const word = words.find((word) => word === text);
  if (word !== undefined) return word;
  const choice = words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ');
  throw new UsageError(`--${option} must be ${choice} (it is "${text}").`);
}

/** The one email address among the arguments. */
export function onlyAddress([email, extra]: readonly string[], sentence: string): string {
  if (email === undefined || !isEmail(email)) throw new UsageError(sentence);
  if (extra !== undefined) throw new UsageError(`Give one address at a time (there is also "${extra}").`);
  return email;
}

const isStatus = (text: string): text is ApplicationStatus => APPLICATION_STATUSES.some((status) => status === text);

/** Statuses separated by commas, or `all`; in the order of an application's life. */
export function readStatuses(text: string): readonly ApplicationStatus[] {
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
