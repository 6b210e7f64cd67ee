import { errorCode } from '@firstyear/processes/error-code';

/** Node's error codes for an unreachable server. */
export const NETWORK_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);
/** SQLSTATE classes: connection lost; too many connections and the like; a server that ends or begins. */
const AWAY_CLASSES = new Set(['08', '53', '57']);
/** SQLSTATE of a statement that our time limit canceled. */
const TOOK_TOO_LONG = '57014';
/** Messages of the driver's errors without a code. */
const AWAY_MESSAGES = ['Connection terminated', 'timeout exceeded when trying to connect', 'Client has encountered a'];

/** Error codes of file systems alone: why a file or folder cannot be used. */
export const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EFBIG: 'no file may be that large here',
  EROFS: 'it can only be read',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EIO: 'the disk fails',
  ENOENT: 'it is not there',
  EEXIST: 'it is there already',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
};

/** System calls that know a file only by its number. */
const WRITING = new Set(['write', 'fsync', 'fdatasync', 'ftruncate']);

/** The first error of several, such as one for each address of a host. */
const innermost = (error: Error): Error =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;

/** The first line of an error's message. */
export const messageOf = (error: Error): string => innermost(error).message.split('\n', 1)[0] ?? '';

const isStoreError = (error: Error) => '$metadata' in error;
const isSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code);

function describeDatabase(error: Error, code: string): string | undefined {
  const message = messageOf(error);
  if (code === '28P01' || code === '28000') return `The database does not let us in: ${message}. Look at DATABASE_URL.`;
  if (code === '3D000') return `There is no such database: ${message}. Look at DATABASE_URL.`;
  if (code === '42501')
    return `The database refuses it: ${message}. Set DATABASE_MIGRATION_URL to the role that owns the tables.`;
  if (code === '53100') return `The disk of the database is full: ${message}.`;
  if (code === TOOK_TOO_LONG) return 'The database took too long. Try again when it is less busy.';
  const isAway =
    NETWORK_CODES.has(code) ||
    (isSqlState(code) && AWAY_CLASSES.has(code.slice(0, 2))) ||
    AWAY_MESSAGES.some((away) => message.startsWith(away));
  return isAway ? `The database cannot be reached: ${message}.` : undefined;
}

function describeFile(error: Error, code: string): string | undefined {
  const why = FILE_PROBLEMS[code];
  if (why === undefined || !('syscall' in error) || typeof error.syscall !== 'string') return undefined;
  if (WRITING.has(error.syscall)) return `A file cannot be written: ${why}.`;
  // Ports and missing programs are no files.
  if (!('path' in error) || typeof error.path !== 'string' || error.syscall.startsWith('spawn')) return undefined;
  return `${error.path} cannot be used: ${why}.`;
}

/**
 * A failure outside the process (database, disk, store) in one sentence for the operator; undefined for a bug of ours, where
 * every detail counts.
 */
export function describeFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = errorCode(error) ?? errorCode(innermost(error)) ?? '';
  if (isStoreError(error)) return `The store of S3_ENDPOINT cannot be used: ${messageOf(error)}.`;
  return describeFile(error, code) ?? describeDatabase(error, code);
}
