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
  return entry.level >= LEVELS.warn || minLevel !== 'warn' ? `${word}: ${entry.text}` : entry.text;
}

function parseEntry(line: string): { level: number; text: string } | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null) return undefined;
    if (!('level' in entry && typeof entry.level === 'number')) return undefined;
    const message = 'msg' in entry && typeof entry.msg === 'string' ? entry.msg : '';
    const cause = 'err' in entry && typeof entry.err === 'object' && entry.err !== null ? entry.err : undefined;
    const reason = cause && 'message' in cause && typeof cause.message === 'string' ? cause.message : '';
    const text = reason === '' || reason === message ? message : `${message} (${reason})`;
    return { level: entry.level, text: text.replaceAll(/\s+/g, ' ').trim() };
  } catch {
    return undefined;
  }
}
