import { readdirSync, readFileSync } from 'node:fs';

/** What a process and those that it has started have used so far. */
export interface Usage {
  /** Seconds of a processor. */
  readonly cpuSeconds: number;
  /** Bytes in memory, what is shared counted once. */
  readonly memory: number;
}

/** Seconds of all processors together, since the machine was started. */
export interface MachineUsage {
  readonly busySeconds: number;
  /** Taken by other guests of the same machine. */
  readonly stolenSeconds: number;
}

/** Ticks a second of the kernel's accounting, the same on every Linux machine. */
const TICKS = 100;

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended meanwhile, or this system has no such files.
    return '';
  }
}

interface Line {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

/** Fields of /proc/PID/stat after the name, which may hold spaces: state, parent, …; times of the process and of its children that have ended. */
function lineOf(pid: number): Line | undefined {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent] = fields;
  if (parent === undefined) return undefined;
  const ticks = fields.slice(11, 15).reduce((one, other) => one + other, 0);
  return { pid, parent, ticks };
}

function memoryOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

/** What these processes use, each with all that it has started. */
export function usageOf(roots: ReadonlyMap<string, number>): ReadonlyMap<string, Usage> {
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  const lines = pids.map(Number).flatMap((pid) => lineOf(pid) ?? []);
  return new Map(
    [...roots].map(([name, root]) => {
      const tree = lines.filter(({ pid }) => pid === root);
      for (const one of tree) tree.push(...lines.filter(({ parent }) => parent === one.pid));
      const cpuSeconds = tree.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS;
      return [name, { cpuSeconds, memory: tree.reduce((sum, { pid }) => sum + memoryOf(pid), 0) }];
    }),
  );
}

export function usageOfMachine(): MachineUsage {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = (
    /^cpu\s+(.*)$/m.exec(read('/proc/stat'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number);
  return { busySeconds: (user + nice + system + irq + softirq) / TICKS, stolenSeconds: stolen / TICKS };
}
