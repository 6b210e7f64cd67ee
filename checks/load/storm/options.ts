import { parseArgs } from 'node:util';

export interface StormOptions {
  /** Applications in the database before the storm. */
  readonly season: number;
  /** Of the nominal load. */
  readonly minutes: number;
  /** Of each step of the ramp; 0 for none. */
  readonly rampSeconds: number;
  readonly webProcesses: number;
  /** Where database and files are kept for another run; a folder that is removed at the end when not given. */
  readonly folder: string | undefined;
  /** Where a profile of the web server goes. */
  readonly profileFolder: string | undefined;
}

/** A command that is not written as it must be, in one sentence. */
export class StormUsageError extends Error {
  override readonly name = 'StormUsageError';
}

function readNumber(text: string, option: string, minimum: number, maximum: number): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= minimum && number <= maximum) return number;
  throw new StormUsageError(`--${option} must be a number from ${minimum} to ${maximum} (it is "${text}").`);
}

function readWholeNumber(text: string, option: string, minimum: number, maximum: number): number {
  const number = readNumber(text, option, minimum, maximum);
  if (Number.isInteger(number)) return number;
  throw new StormUsageError(`--${option} must be a whole number (it is "${text}").`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        season: { type: 'string', default: '200000' },
        minutes: { type: 'string', default: '30' },
        'ramp-seconds': { type: 'string', default: '30' },
        'web-processes': { type: 'string', default: '1' },
        folder: { type: 'string' },
        profile: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new StormUsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads the options of the command; throws StormUsageError. */
export function readOptions(args: readonly string[]): StormOptions {
  const values = parse(args);
  return {
    season: readWholeNumber(values.season, 'season', 100, 5_000_000),
    minutes: readNumber(values.minutes, 'minutes', 0.1, 600),
    rampSeconds: readNumber(values['ramp-seconds'], 'ramp-seconds', 0, 600),
    webProcesses: readWholeNumber(values['web-processes'], 'web-processes', 1, 64),
    folder: values.folder,
    profileFolder: values.profile,
  };
}
