import type { OperationResult } from './latencies.ts';
import type { ReplyOf } from './messages.ts';
import type { MachineUsage, Usage } from './processes.ts';

/** What must hold for a load to be within the capacity. */
export const MAX_SAVE_P95_MS = 500;
const MIN_SHARE_DONE = 0.95;

/** One stretch of load, and what it took. */
export interface Stretch {
  readonly name: string;
  readonly factor: number;
  readonly load: ReplyOf<'load'>;
  readonly before: Measured;
  readonly after: Measured;
}

export interface Measured {
  readonly processes: ReadonlyMap<string, Usage>;
  readonly machine: MachineUsage;
  /** Seconds of a clock that only goes forward. */
  readonly at: number;
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
const failuresOf = ({ errors }: OperationResult) => sumOf(Object.values(errors));
const resultOf = ({ load }: Stretch, operation: string) => load.results.find((one) => one.operation === operation);
const ms = (time: number) => time.toFixed(0).padStart(7);

/** Saves and submissions that were acknowledged, a second: what applicants came for. */
export function goodputOf(stretch: Stretch): number {
  const done = ['save', 'submit'].map((operation) => resultOf(stretch, operation)?.done ?? 0);
  return sumOf(done) / stretch.load.seconds;
}

/** Whether nearly all saves and submissions were acknowledged, and soon enough. */
export function isWithinCapacity(stretch: Stretch): boolean {
  const save = resultOf(stretch, 'save');
  const asked = ['save', 'submit', 'status'].flatMap((operation) => resultOf(stretch, operation) ?? []);
  const refused = sumOf(asked.map((one) => one.shed + failuresOf(one)));
  const done = sumOf(asked.map((one) => one.done));
  return save !== undefined && save.p95 <= MAX_SAVE_P95_MS && done / (done + refused) >= MIN_SHARE_DONE;
}

function describeProcesses({ before, after }: Stretch): string {
  const seconds = after.at - before.at;
  const cores = (from: number, to: number) => ((to - from) / seconds).toFixed(2);
  const lines = [...after.processes].map(([name, usage]) => {
    const cpu = cores(before.processes.get(name)?.cpuSeconds ?? 0, usage.cpuSeconds);
    return `  ${name.padEnd(12)} ${cpu} cores  ${(usage.memory / 1_048_576).toFixed(0).padStart(6)} MB`;
  });
  const own = sumOf(
    [...after.processes].map(([name, { cpuSeconds }]) => cpuSeconds - (before.processes.get(name)?.cpuSeconds ?? 0)),
  );
  const others = after.machine.busySeconds - before.machine.busySeconds - own;
  const stolen = cores(before.machine.stolenSeconds, after.machine.stolenSeconds);
  return [
    ...lines,
    `  others       ${(others / seconds).toFixed(2)} cores, taken by other guests of the machine ${stolen}`,
  ].join('\n');
}

function describeErrors(results: readonly OperationResult[]): string {
  const errors = results.flatMap(({ operation, errors }) =>
    Object.entries(errors).map(([reason, count]) => `${operation}: ${reason} ${count} times`),
  );
  return errors.length === 0 ? '' : `\n  not done: ${errors.join('; ')}`;
}

/** A table of one stretch. */
export function describeStretch(stretch: Stretch): string {
  const { name, load } = stretch;
  const rows = load.results
    .filter((one) => one.done + one.shed + failuresOf(one) > 0)
    .map((one) => {
      const perSecond = (one.done / load.seconds).toFixed(1).padStart(7);
      const counts = `${String(one.shed).padStart(7)} ${String(failuresOf(one)).padStart(6)}`;
      const times = [one.p50, one.p95, one.p99, one.longest].map(ms).join(' ');
      return `  ${one.operation.padEnd(9)} ${perSecond} ${times} ${counts}`;
    });
  return [
    `${name}: ${load.seconds.toFixed(0)} s, ${goodputOf(stretch).toFixed(1)} saves and submissions acknowledged a second`,
    `  ${'each'.padEnd(9)} done/s    p50 ms     p95     p99 longest    shed errors`,
    `${rows.join('\n')}${describeErrors(load.results)}`,
    `  refusals came within ${Math.max(...load.results.map(({ shedP95 }) => shedP95)).toFixed(0)} ms (the slowest operation's p95); the generator began 99 of 100 calls within ${load.latenessP99.toFixed(0)} ms of their time`,
    describeProcesses(stretch),
  ].join('\n');
}
