import { pino } from 'pino';
import { loggerOptions } from './log.ts';

/** The log of a process that is not a web server; JSON lines on stdout, the same shape as the web server's. */
export function createLog(level: string) {
  return pino(loggerOptions(level));
}
