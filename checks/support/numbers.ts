/** A percentile by nearest rank; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Seconds with one decimal. */
export const inSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`;

/** The milliseconds that some work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Runs tasks, `callers` at a time, until all are done or the time limit is reached; returns the milliseconds of each. */
export async function timeTasks(
  tasks: readonly (() => Promise<unknown>)[],
  callers: number,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<readonly number[]> {
  const times: number[] = [];
  const end = performance.now() + limitMs;
  let next = 0;
  const work = async () => {
    for (let task = tasks[next++]; task && performance.now() < end; task = tasks[next++])
      times.push(await timeOf(task));
  };
  await Promise.all(Array.from({ length: callers }, work));
  return times;
}
