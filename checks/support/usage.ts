import { readdirSync, readFileSync } from 'node:fs';
import { sumOf } from './numbers.ts';

/** The usage of a process and its descendants so far. */
export interface Usage {
  readonly cpuSeconds: number;
  /** Bytes; shared memory counts once. */
  readonly memory: number;
}

/** Seconds of all processors since the machine was started. */
export interface MachineUsage {
  readonly busySeconds: number;
  /** Used by other guests of the same host. */
  readonly stolenSeconds: number;
}

/** Ticks per second in the kernel's accounting, the same on every Linux machine. */
const TICKS = 100;

/** A file of /proc; empty when the process has ended or the system has no such files. */
export function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Reads parent and ticks (with those of ended children) from /proc/PID/stat. Its fields begin after the name, which may have spaces. */
function readStat(pid: number) {
  const stat = readProc(`${pid}/stat`);
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent] = fields;
  return parent === undefined ? [] : { pid, parent, ticks: sumOf(fields.slice(11, 15)) };
}

const memoryOf = (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(readProc(`${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;

/** The usage of these processes, each with its descendants. */
export function usageOf(roots: ReadonlyMap<string, number>): ReadonlyMap<string, Usage> {
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  const lines = pids.map(Number).flatMap(readStat);
  return new Map(
    [...roots].map(([name, root]) => {
      const tree = lines.filter(({ pid }) => pid === root);
      for (const child of tree) tree.push(...lines.filter(({ parent }) => parent === child.pid));
      const cpuSeconds = sumOf(tree.map(({ ticks }) => ticks)) / TICKS;
      return [name, { cpuSeconds, memory: sumOf(tree.map(({ pid }) => memoryOf(pid))) }];
    }),
  );
}

export function usageOfMachine(): MachineUsage {
  const line = /^cpu\s+(.*)$/m.exec(readProc('stat'))?.[1] ?? '';
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = line.split(' ').map(Number);
  return { busySeconds: (user + nice + system + irq + softirq) / TICKS, stolenSeconds: stolen / TICKS };
}
