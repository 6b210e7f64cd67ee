/** The smallest value that at least this share of all values does not exceed (nearest rank); 0 where there is none. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** How calls of one kind ended: their times in milliseconds, and how many were not done, by reason. */
export interface OperationResult {
  readonly operation: string;
  readonly done: number;
  /** Refused with 503 and the time to wait. */
  readonly shed: number;
  /** Everything else that is no success, by what it was. */
  readonly errors: Readonly<Record<string, number>>;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly longest: number;
  /** The longest time until a refusal was there. */
  readonly shedP95: number;
}

/** How one call ended. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'shed' }
  | { readonly kind: 'error'; readonly reason: string };

const inOrder = (times: readonly number[]) => times.toSorted((one, other) => one - other);

/** Collects how calls ended. */
export class Recorder {
  readonly #done = new Map<string, number[]>();
  readonly #shed = new Map<string, number[]>();
  readonly #errors = new Map<string, Record<string, number>>();

  /** @param ms since the moment at which the call was due */
  record(operation: string, ms: number, outcome: Outcome): void {
    switch (outcome.kind) {
      case 'done':
        return void this.#timesOf(this.#done, operation).push(ms);
      case 'shed':
        return void this.#timesOf(this.#shed, operation).push(ms);
      case 'error': {
        const errors = this.#errors.get(operation) ?? {};
        errors[outcome.reason] = (errors[outcome.reason] ?? 0) + 1;
        this.#errors.set(operation, errors);
      }
    }
  }

  #timesOf(kind: Map<string, number[]>, operation: string): number[] {
    const times = kind.get(operation) ?? [];
    kind.set(operation, times);
    return times;
  }

  /** What there is of these operations. */
  results(operations: readonly string[]): readonly OperationResult[] {
    return operations.map((operation) => {
      const done = inOrder(this.#done.get(operation) ?? []);
      const shed = inOrder(this.#shed.get(operation) ?? []);
      return {
        operation,
        done: done.length,
        shed: shed.length,
        errors: this.#errors.get(operation) ?? {},
        p50: percentile(done, 0.5),
        p95: percentile(done, 0.95),
        p99: percentile(done, 0.99),
        longest: percentile(done, 1),
        shedP95: percentile(shed, 0.95),
      };
    });
  }
}
