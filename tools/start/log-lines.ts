import { z } from 'zod';

const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: Number.POSITIVE_INFINITY };

/** The lines that Node prints around the message of an error. The log file has them all. */
const STACK = /^(\s|}|node:internal|file:\/\/|Node\.js v\d)/;

export type Level = keyof typeof LEVELS;

/**
 * One line of a child's log for the console, or undefined when it is below `minLevel`. Lines that are not a JSON log entry
 * are shown as they are, without stack traces.
 */
export function formatLogLine(line: string, minLevel: Level): string | undefined {
  const entry = parseEntry(line);
  if (!entry) return minLevel === 'silent' || line.trim() === '' || STACK.test(line) ? undefined : line;
  if (entry.level < LEVELS[minLevel]) return undefined;
  const word = Object.entries(LEVELS).findLast(([, value]) => value <= entry.level)?.[0] ?? 'info';
  return `${word}: ${entry.text}`;
}

const entrySchema = z.object({
  level: z.number(),
  msg: z.string().catch(''),
  err: z.object({ message: z.string() }).catch({ message: '' }),
});

function parseEntry(line: string): { level: number; text: string } | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, msg, err } = entrySchema.parse(JSON.parse(line));
    const text = err.message === '' || err.message === msg ? msg : `${msg} (${err.message})`;
    return { level, text: text.replaceAll(/\s+/g, ' ').trim() };
  } catch {
    return undefined;
  }
}
