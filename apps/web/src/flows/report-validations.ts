import type { ErrorMap } from '@firstyear/form-engine';
import type { Clock } from '@firstyear/ui/clock.ts';
import { endErrors } from '@firstyear/ui/toast-store.ts';
import type { AnswerStore } from '../answers/answer-store.ts';

/** Debounce of the reports while validating. */
const REPORT_DELAY_MS = 1000;

interface ValidationReporterOptions {
  readonly store: AnswerStore;
  readonly post: (errors: ErrorMap) => Promise<unknown>;
  readonly after: Clock['after'];
}

/** Tells the server which questions still have errors (AMB-081). */
export function createValidationReporter({ store, post, after }: ValidationReporterOptions) {
  /** The latest report, sent or in flight. */
  let reported: ErrorMap | undefined;
  let cancel = () => {};
  const report = async () => {
    cancel();
    if (store.isPartial()) return;
    const errors = store.errors();
    reported = errors;
    try {
      await post(errors);
    } catch (error) {
      if (reported === errors) reported = undefined;
      throw error;
    }
    endErrors('report');
  };
  return {
    /** Reports the errors of all pages now, also when there are none (next, menu, submit). Rejects when the call fails. */
    report,
    /** While validating: reports whenever the errors have changed (STATE-12). Returns a stop function. */
    watch: () => {
      const check = () => {
        cancel();
        if (store.errors() === reported) return;
        // A failed report is repeated with the next change, or by the next report().
        cancel = after(REPORT_DELAY_MS, () => report().catch(() => {}));
      };
      check();
      const stop = store.subscribe(null, check);
      return () => {
        stop();
        cancel();
      };
    },
  };
}

export type ValidationReporter = ReturnType<typeof createValidationReporter>;
