import { paths } from '@firstyear/api-contract/addresses';
import { createValue, useRequired, type ValueStore } from '@firstyear/ui/hooks.ts';
import { endErrors } from '@firstyear/ui/toast-store.ts';
import { createContext } from 'react';
import { loadPart } from '../api/load-part.ts';
import { showFailure } from '../api/show-failure.ts';
import { goToCard } from './page-change.ts';
import type { Attempts, SubmissionParts } from './submit-steps.ts';

export interface Submission {
  /**
   * The final submit's five steps in their order: save, 'validating', errors, submit, 'submitted'. It stops at a step
   * that fails, says so and keeps the status reached; pressing again repeats safely. The fourth waits for documents. A
   * server that is busy or cannot be reached gets the steps again.
   */
  readonly submitApplication: () => Promise<void>;
  /** What the submission waits for, in words; null: nothing. */
  readonly waiting: ValueStore<string | null>;
  /** Fetches the steps ahead of an applicant's press. */
  readonly prepare: () => void;
  /** The attempts to submit: the validation summary takes the focus after each. */
  readonly attempts: ValueStore<Attempts>;
  /** While validating: reports the errors whenever they have changed. Returns how to stop. */
  readonly watchErrors: () => () => void;
}

const loadSteps = () => loadPart(() => import('./submit-steps.ts'));

const SubmissionContext = createContext<Submission | null>(null);
export const SubmissionProvider = SubmissionContext.Provider;

export function useSubmission(): Submission {
  return useRequired(SubmissionContext, 'the submission');
}

export function createSubmission(parts: SubmissionParts): Submission {
  const attempts = createValue<Attempts>({ count: 0, page: null });
  const waiting = createValue<string | null>(null);

  return {
    attempts,
    waiting,
    prepare: () => {
      if (!parts.snapshot.get().is_logged_in) return;
      loadSteps().catch(() => {
        // Fetched again when somebody presses.
      });
    },
    watchErrors: parts.validationReporter.watch,
    submitApplication: async () => {
      if (!parts.snapshot.get().is_logged_in) {
        goToCard(parts, paths.signup);
        return;
      }
      if (waiting.get() !== null) return;
      try {
        const { submitInSteps } = await loadSteps();
        await submitInSteps({ ...parts, attempts, waiting });
        endErrors('submission');
      } catch (error) {
        showFailure(error, { cause: 'submission', isLeftToDo: true });
      }
    },
  };
}
