import { percentile, sumOf } from '../../support/numbers.ts';

/** The ending of a call: done, shed with 503 and a time to wait, or another failure. */
export type Ending = 'done' | 'shed' | { readonly error: string };

/** The measured operations. Each is one call, except a PDF copy: all calls until it is printed. */
export const OPERATIONS = [
  ...(['sign up', 'confirm', 'log in', 'profile', 'save', 'look up', 'tab', 'status', 'submit'] as const),
  ...(['upload', 'PDF copy', 'log out'] as const),
];
export type Operation = (typeof OPERATIONS)[number];

/** The endings of an operation: milliseconds since the calls were due, and errors by kind. */
interface OperationResult {
  readonly operation: string;
  readonly done: number[];
  readonly shed: number[];
  readonly errors: Record<string, number>;
}

export class Recorder {
  readonly #results = new Map<string, OperationResult>();

  #resultOf(operation: string): OperationResult {
    const result = this.#results.get(operation) ?? { operation, done: [], shed: [], errors: {} };
    this.#results.set(operation, result);
    return result;
  }

  /** @param ms since the call was due */
  record(operation: string, ms: number, ending: Ending): void {
    const { errors, ...times } = this.#resultOf(operation);
    if (typeof ending === 'string') times[ending].push(ms);
    else errors[ending.error] = (errors[ending.error] ?? 0) + 1;
  }

  results(operations: readonly string[]): readonly OperationResult[] {
    return operations.map((operation) => this.#resultOf(operation));
  }
}

export interface Stretch {
  readonly name: string;
  readonly factor: number;
  readonly seconds: number;
  readonly results: readonly OperationResult[];
  /** How late the generator began its calls: 99th percentile, in milliseconds. */
  readonly latenessP99: number;
}

/** A load is within the capacity if its saves are this fast, and nearly all calls are done. */
export const MAX_SAVE_P95_MS = 500;
const MIN_SHARE_DONE = 0.95;

const failuresOf = ({ errors }: OperationResult) => sumOf(Object.values(errors));
const resultsOf = ({ results }: Stretch, ...operations: readonly string[]) =>
  results.filter(({ operation }) => operations.includes(operation));

/** Acknowledged saves and submissions per second. */
export const goodputOf = (stretch: Stretch): number =>
  sumOf(resultsOf(stretch, 'save', 'submit').map(({ done }) => done.length)) / stretch.seconds;

/** Whether nearly all saves and submissions were acknowledged, and fast enough. */
export function isWithinCapacity(stretch: Stretch): boolean {
  const all = resultsOf(stretch, 'save', 'submit', 'status');
  const done = sumOf(all.map((result) => result.done.length));
  const refused = sumOf(all.map((result) => result.shed.length + failuresOf(result)));
  const [save] = resultsOf(stretch, 'save');
  const isFast = save !== undefined && percentile(save.done, 0.95) <= MAX_SAVE_P95_MS;
  return isFast && done / (done + refused) >= MIN_SHARE_DONE;
}

export function describeStretch(stretch: Stretch): string {
  const { name, seconds, results, latenessP99 } = stretch;
  const rows = results
    .filter((result) => result.done.length + result.shed.length + failuresOf(result) > 0)
    .map((result) => {
      const times = [0.5, 0.95, 0.99, 1].map((share) => percentile(result.done, share).toFixed(0).padStart(7));
      const counts = `${String(result.shed.length).padStart(7)} ${String(failuresOf(result)).padStart(6)}`;
      const perSecond = (result.done.length / seconds).toFixed(1).padStart(7);
      return `  ${result.operation.padEnd(9)} ${perSecond} ${times.join(' ')} ${counts}`;
    });
  const errors = results.flatMap(({ operation, errors: counts }) =>
    Object.entries(counts).map(([reason, count]) => `${operation}: ${reason} ${count} times`),
  );
  return [
    `${name}: ${seconds.toFixed(0)} s, ${goodputOf(stretch).toFixed(1)} saves and submissions acknowledged a second`,
    `  ${'each'.padEnd(9)} done/s    p50 ms     p95     p99 longest    shed errors`,
    ...rows,
    ...(errors.length === 0 ? [] : [`  not done: ${errors.join('; ')}`]),
    `  the generator began 99 of 100 calls within ${latenessP99.toFixed(0)} ms of their time`,
  ].join('\n');
}
