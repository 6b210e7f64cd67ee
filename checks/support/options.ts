import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A command with wrong options; the message says in a sentence what is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads `--name value` options; throws UsageError for an unknown option. */
export function readOptions<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The number of an option, within limits; whole when `isWhole`. */
export function numberOf(text: string, option: string, min: number, max: number, isWhole = true): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= min && number <= max && (!isWhole || Number.isInteger(number))) return number;
  const kind = isWhole ? 'a whole number' : 'a number';
  throw new UsageError(`--${option} must be ${kind} from ${min} to ${max} (it is "${text}").`);
}

/** Runs a command; a UsageError is shown as its sentence alone, with exit code 2. */
export async function runCommand(main: () => Promise<boolean> | Promise<void>): Promise<void> {
  try {
    if ((await main()) === false) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
