import { readdir, readFile } from 'node:fs/promises';
import { ConversionError, ConverterTimedOut } from './converter.ts';

export interface Deadline {
  /** Processor time of a program and everything it starts. */
  readonly cpuSeconds: number;
  /** Several times as long, for a busy machine; a program that hangs uses no processor time. */
  readonly wallMs: number;
}

/** Wall time as a multiple of processor time, by default. */
const WALL_FACTOR = 4;
const POLL_MS = 500;
/** Linux counts processor time in hundredths of a second, whatever its clock. */
const TICKS_PER_SECOND = 100;

export function deadlineOf(cpuSeconds: number): Deadline {
  return { cpuSeconds, wallMs: cpuSeconds * WALL_FACTOR * 1_000 };
}

/** User and system time of a process and of its children that have ended. */
async function ownTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name before the last parenthesis may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/children`, 'utf8')));
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** Seconds of processor time that a process and its descendants have used; 0 where the system does not say. */
async function processorSeconds(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  try {
    const [ticks, children] = await Promise.all([ownTicks(pid), childrenOf(pid)]);
    const below = await Promise.all(children.map(processorSeconds));
    return below.reduce((sum, seconds) => sum + seconds, ticks / TICKS_PER_SECOND);
  } catch {
    // It has ended, or this is not Linux: the wall time holds, and the kernel's limit for each process.
    return 0;
  }
}

/** Why a program was killed: it used up its processor time, or only its wall time. */
export type Overrun = 'too-slow' | 'timed-out';

/** Calls `end` once when a process has passed its deadline, counted from now. Returns a function that stops watching. */
export function watchDeadline(
  pid: number | undefined,
  { cpuSeconds, wallMs }: Deadline,
  end: (how: Overrun) => void,
): () => void {
  let isWatching = true;
  const finish = (how: Overrun) => {
    if (!isWatching) return;
    stop();
    end(how);
  };
  const usedBefore = processorSeconds(pid);
  const poll = setInterval(async () => {
    const [before, now] = await Promise.all([usedBefore, processorSeconds(pid)]);
    if (now - before >= cpuSeconds) finish('too-slow');
  }, POLL_MS);
  const timer = setTimeout(() => finish('timed-out'), wallMs);
  const stop = () => {
    isWatching = false;
    clearInterval(poll);
    clearTimeout(timer);
  };
  return stop;
}

/** The error of an overrun: the file takes too much work, or the machine is too busy. */
export function overrunError(how: Overrun): Error {
  return how === 'too-slow' ? new ConversionError('too_slow') : new ConverterTimedOut();
}
