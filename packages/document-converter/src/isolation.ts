import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { callFilter } from './call-filter.ts';
import { type Deadline, deadlineOf, type Overrun, watchDeadline } from './deadline.ts';

/** How well this machine can sandbox converters, best first. */
export type IsolationLevel = 'namespaces' | 'user' | 'limits';

export interface Limits {
  /** Processor time of the program and everything it starts. */
  readonly cpuSeconds: number;
  /** Address space; not for programs that reserve far more than they use. */
  readonly addressBytes?: number;
  /** Private memory. */
  readonly dataBytes?: number;
  readonly fileBytes: number;
}

export interface IsolatedProgram {
  readonly program: string;
  readonly args: readonly string[];
  /** The one folder that may be written to; the program starts in it. */
  readonly folder?: string;
  /** Files and folders besides the system's programs that may be read. */
  readonly readable?: readonly string[];
  readonly limits: Limits;
  /** Runs at low priority, so that quick conversions go first. */
  readonly isBackground?: boolean;
}

/** A program and its arguments, ready for spawnIsolated(). */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The filter of calls into the kernel that the program reads from FILTER_FD. */
  readonly filter: Buffer | undefined;
}

export interface Isolation {
  readonly level: IsolationLevel;
  /** Whether the walls let programs make no namespaces of their own, and filter their calls into the kernel. */
  readonly isHardened: boolean;
  /** The user that owns a converter's folder; undefined: our own. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  command(program: IsolatedProgram): Command;
}

/** Folders of the machine that programs need to run; they can only read them. */
const SYSTEM = ['/usr', '/etc/fonts', '/etc/libreoffice', '/etc/alternatives', '/etc/ld.so.cache'] as const;
const CACHES = ['/var/cache/fontconfig', '/var/lib/libreoffice'] as const;
const NOBODY = 65_534;
/** Of 19, the lowest priority. */
const NICENESS = 10;
/** Of a session: leaves it two fifths of a full share, so that a plain file ends within its limit on a busy machine. */
const SESSION_NICENESS = 4;
/**
 * Starts a program with low priority. Where Linux shares the processor among sessions first (autogroup in sched(7)), a
 * program's niceness counts within its own session only, so the session's is set too; the kernel allows only one
 * process a tenth of a second to do that.
 */
const IN_BACKGROUND = [
  '/bin/sh',
  '-c',
  `session=/proc/self/autogroup
  for attempt in 1 2 3 4 5; do
    test -w $session || break
    { echo ${SESSION_NICENESS} > $session; } 2> /dev/null && break
    sleep 0.1
  done
  exec nice -n ${NICENESS} "$0" "$@"`,
] as const;

function sandboxArguments({ folder, readable = [] }: Pick<IsolatedProgram, 'folder' | 'readable'>): readonly string[] {
  const readOnly = (path: string) => ['--ro-bind-try', path, path];
  return [
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session'],
    ...['--uid', String(NOBODY), '--gid', String(NOBODY), '--cap-drop', 'ALL'],
    ...['--clearenv', '--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'LANG', 'C.UTF-8'],
    ...SYSTEM.flatMap(readOnly),
    ...CACHES.flatMap(readOnly),
    ...['bin', 'lib', 'lib64', 'sbin'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...readable.flatMap(readOnly),
    ...(folder === undefined
      ? ['--setenv', 'HOME', '/tmp', '--chdir', '/tmp']
      : ['--bind', folder, folder, '--setenv', 'HOME', folder, '--chdir', folder]),
  ];
}

/** The kernel's limit is for each process; watchDeadline() normally ends a program earlier. */
const KERNEL_CPU_FACTOR = 2;

function limitArguments({ cpuSeconds, addressBytes, dataBytes, fileBytes }: Limits): readonly string[] {
  return [
    ...[`--cpu=${cpuSeconds * KERNEL_CPU_FACTOR}`, `--fsize=${fileBytes}`, '--nofile=256', '--core=0'],
    ...(addressBytes === undefined ? [] : [`--as=${addressBytes}`]),
    ...(dataBytes === undefined ? [] : [`--data=${dataBytes}`]),
  ];
}

/** Standard input, output and errors are before it. */
const FILTER_FD = 3;
const filterArguments = (fd: number): readonly string[] => ['--seccomp', String(fd)];
/** With it, an exploit cannot make a namespace in which it is root. Needs bubblewrap 0.8. */
const NO_NAMESPACES = ['--disable-userns'];

function works(file: string, args: readonly string[], input: Buffer = Buffer.alloc(0)): boolean {
  const options = { env: childEnvironment(), input, timeout: 10_000 };
  return spawnSync(file, args, { ...options, stdio: ['pipe', 'ignore', 'ignore'] }).status === 0;
}

/** The hardening that works here: old machines and some containers refuse a part. */
function findHardening(bwrap: string): { readonly hasNoNamespaces: boolean; readonly filter: Buffer | undefined } {
  const ends = [...sandboxArguments({}), '/usr/bin/true'];
  const filter = callFilter();
  return {
    hasNoNamespaces: works(bwrap, [...NO_NAMESPACES, ...ends]),
    filter: filter && works(bwrap, [...filterArguments(0), ...ends], filter) ? filter : undefined,
  };
}

/** Why converters would lose walls once this process has become another user, in words; undefined when they would not. */
export function findWallObstacle(
  searchPath: string,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): string | undefined {
  const [bwrap, setpriv] = ['bwrap', 'setpriv'].map((name) => findOnPath([name], searchPath));
  const walled = [...sandboxArguments({}), '/usr/bin/true'];
  const become = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups', '--'];
  if (bwrap !== undefined && setpriv !== undefined && works(setpriv, [...become, bwrap, ...walled])) return undefined;
  return bwrap !== undefined && works(bwrap, walled)
    ? 'only root may put converters behind walls here (user namespaces are denied to others)'
    : // Without namespaces only root can run converters as a user of their own.
      'bubblewrap is missing or may not be used here, and converters need a user of their own instead';
}

/**
 * Finds out how programs can be sandboxed here. With bubblewrap and user namespaces they see no network, no file but
 * their own folder and no other process. Without them they run with limits, as an unprivileged user where we are root.
 */
export function findIsolation(searchPath: string): Isolation {
  const bwrap = findOnPath(['bwrap'], searchPath);
  const prlimit = findOnPath(['prlimit'], searchPath);
  const setpriv = findOnPath(['setpriv'], searchPath);
  /** The command of a program inside a wall, whose arguments precede its own. */
  const behind =
    (wall: (target: IsolatedProgram) => readonly string[], filter?: Buffer) =>
    (target: IsolatedProgram): Command => {
      const limits = prlimit === undefined ? [] : [prlimit, ...limitArguments(target.limits)];
      const background = target.isBackground ? IN_BACKGROUND : [];
      const [file = '', ...args] = [...limits, ...wall(target), ...background, target.program, ...target.args];
      const env = { PATH: `${searchPath}:/usr/bin:/bin`, LANG: 'C.UTF-8', HOME: target.folder ?? '/tmp' };
      return { file, args, filter, env };
    };

  if (bwrap !== undefined && works(bwrap, [...sandboxArguments({}), '/usr/bin/true'])) {
    const { hasNoNamespaces, filter } = findHardening(bwrap);
    const hardening = [...(hasNoNamespaces ? NO_NAMESPACES : []), ...(filter ? filterArguments(FILTER_FD) : [])];
    return {
      level: 'namespaces',
      isHardened: hasNoNamespaces && filter !== undefined,
      owner: undefined,
      command: behind((target) => [bwrap, ...hardening, ...sandboxArguments(target)], filter),
    };
  }
  const become = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups', '--no-new-privs', '--'];
  if (setpriv !== undefined && process.getuid?.() === 0 && works(setpriv, [...become, '/bin/true'])) {
    return {
      level: 'user',
      isHardened: false,
      owner: { uid: NOBODY, gid: NOBODY },
      command: behind(() => [setpriv, ...become]),
    };
  }
  return { level: 'limits', isHardened: false, owner: undefined, command: behind(() => []) };
}

export type Ended =
  | { readonly how: 'exited'; readonly code: number }
  /** Out of processor time or wall time, or killed by another process. */
  | { readonly how: Overrun | 'killed' };

/** bubblewrap's exit code for a program that got SIGKILL. */
const KILLED_CODE = 128 + 9;
/** A program that crashed has no code of its own. */
const CRASHED = -1;

/** Whether a program ended by SIGKILL: the machine ran out of memory, or somebody killed it. */
export function wasKilled(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGKILL' || code === KILLED_CODE;
}

/** Kills the leader of a process group and everything that it started. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

/** Starts a program as the leader of a group of its own, so that what it starts can be ended with it. */
export function spawnIsolated(
  { file, args, env, filter }: Command,
  { stdio, ...options }: { readonly stdio: readonly ('ignore' | 'pipe')[]; readonly cwd?: string | undefined },
): ChildProcess {
  const child = spawn(file, args, {
    ...options,
    env,
    stdio: filter === undefined ? [...stdio] : [...stdio, 'pipe'],
    detached: true,
  });
  const filterPipe = child.stdio[FILTER_FD];
  if (filterPipe instanceof Writable) {
    // Errors of the pipe show as the program's end.
    filterPipe.on('error', () => undefined);
    filterPipe.end(filter, () => filterPipe.destroy());
  }
  return child;
}

/**
 * Runs a program to its end, and kills it with everything it started when it takes too long or is aborted. Its output is
 * discarded: a crafted file can make a converter print without end.
 */
export function runIsolated(
  isolation: Isolation,
  program: IsolatedProgram,
  options: { readonly deadline?: Deadline; readonly signal: AbortSignal },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    options.signal.throwIfAborted();
    const child = spawnIsolated(isolation.command(program), {
      stdio: ['ignore', 'ignore', 'ignore'],
      cwd: program.folder,
    });
    let overrun: Overrun | undefined;
    const { pid } = child;
    const end = () => {
      if (pid !== undefined) killGroup(pid);
    };
    const stopWatching = watchDeadline(pid, options.deadline ?? deadlineOf(program.limits.cpuSeconds), (how) => {
      overrun = how;
      end();
    });
    options.signal.addEventListener('abort', end);
    const done = () => {
      stopWatching();
      options.signal.removeEventListener('abort', end);
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('close', (code, signal) => {
      done();
      if (options.signal.aborted) reject(options.signal.reason);
      else if (overrun !== undefined) resolve({ how: overrun });
      else resolve(wasKilled(code, signal) ? { how: 'killed' } : { how: 'exited', code: code ?? CRASHED });
    });
  });
}
