import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode } from '@firstyear/processes/error-code';

/** The user that web server and worker become, if it exists; otherwise an unused number. */
const USER = 'firstyear';
/** From systemd's range for users without a name; not the user of PostgreSQL, the printing browser or converters. */
const NAMELESS_ID = 61_870;

/** Folders of DATA_DIR that web server and worker write to. The secret key stays root's and is read before root is dropped. */
const OWN_FOLDERS = ['objects', 'outbox'] as const;

/** Folders that our processes read while they run: their sources, the web app, and Node with its packages. */
export const PROGRAM_FOLDERS: readonly string[] = [
  fileURLToPath(new URL('..', import.meta.url)),
  dirname(process.execPath),
];

interface Ids {
  readonly uid: number;
  readonly gid: number;
}

interface RootOptions {
  readonly dataDir: string;
  /** Folders that the process still reads, such as its own program. */
  readonly readable: readonly string[];
  /** Why the process could not work as that user, in one sentence. Called while it is still root. */
  readonly findObstacle?: (user: Ids) => string | undefined;
}

/** The user that a process started as root becomes. */
function findUser(): Ids {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = lines.map((line) => line.split(':')).find(([name]) => name === USER) ?? [];
  return uid === undefined || gid === undefined
    ? { uid: NAMELESS_ID, gid: NAMELESS_ID }
    : { uid: Number(uid), gid: Number(gid) };
}

/** Gives the user the files of an earlier start as root. Only root's own: the user could have put links among the others. */
function handOver(dataDir: string, { uid, gid }: Ids): void {
  for (const name of OWN_FOLDERS) {
    const folder = join(dataDir, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (statSync(folder).uid !== 0) continue;
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      lchownSync(join(folder, entry), uid, gid);
    lchownSync(folder, uid, gid);
  }
  const { uid: owner, gid: group, mode } = statSync(dataDir);
  // The user may pass through the folder, but not list it.
  if (owner === 0 && (mode & 0o001) === 0 && (group === 0 || group === gid)) {
    chownSync(dataDir, 0, gid);
    chmodSync(dataDir, (mode & 0o7707) | 0o010);
  }
}

/** Runs `work` with the rights of the user, and becomes root again. */
function tryAs<T>({ uid, gid }: Ids, groups: readonly number[], work: () => T): T {
  process.setgroups?.([gid]);
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
    process.setgroups?.([...groups]);
  }
}

/** A folder that the user cannot reach, in words; undefined when all are reachable. */
function findUnreachable({ dataDir, readable }: RootOptions): string | undefined {
  for (const folder of readable) {
    try {
      readdirSync(folder);
    } catch (error) {
      return `${folder} cannot be read by other users (${errorCode(error) ?? 'unknown'})`;
    }
  }
  for (const name of OWN_FOLDERS) {
    try {
      rmdirSync(mkdtempSync(join(dataDir, name, '.probe-')));
    } catch (error) {
      return `${join(dataDir, name)} cannot be reached by other users (${errorCode(error) ?? 'unknown'})`;
    }
  }
  return undefined;
}

/** Playwright reads the user's home at each launch, and Node throws for a user without a name and HOME. */
function ensureHome(): void {
  try {
    homedir();
  } catch {
    process.env.HOME = '/nonexistent';
  }
}

/**
 * A process started as root permanently becomes an unprivileged user without supplementary groups. The kernel then keeps other
 * processes of that user from reading its memory and environment. Where it could not work as that user, it stays root and
 * returns the reason in one sentence.
 */
export function dropRoot(options: RootOptions): string | undefined {
  if (process.getuid?.() !== 0) {
    ensureHome();
    return undefined;
  }
  const user = findUser();
  const groups = process.getgroups?.() ?? [];
  handOver(options.dataDir, user);
  const obstacle = tryAs(user, groups, () => findUnreachable(options)) ?? options.findObstacle?.(user);
  if (obstacle !== undefined) {
    return `This process was started as root and stays root, because ${obstacle} (docs/security.md).`;
  }
  process.setgroups?.([]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
  ensureHome();
  return undefined;
}
