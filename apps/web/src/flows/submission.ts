import { paths } from '@firstyear/api-contract/addresses';
import { createRequired, createValue, type ValueStore } from '@firstyear/ui/hooks.ts';
import { endErrors } from '@firstyear/ui/toast-store.ts';
import { showFailure } from '../api/errors.ts';
import { loadPart } from '../api/load-part.ts';
import { goToCard } from './page-change.ts';
import type { Attempts, SubmissionParts } from './submit-steps.ts';

const loadSteps = () => loadPart(() => import('./submit-steps.ts'));

export function createSubmission({
  waiting,
  ...parts
}: SubmissionParts & { readonly waiting: ValueStore<string | null> }) {
  const attempts = createValue<Attempts>({ count: 0, page: null });

  return {
    /** The attempts to submit: the validation summary takes the focus after each. */
    attempts,
    /** What the submission waits for, in words; null: nothing. */
    waiting,
    /** Fetches the steps before an applicant presses the button. */
    prepare: () => {
      if (!parts.snapshot.get().is_logged_in) return;
      loadSteps().catch(() => {
        // Retried when the button is pressed.
      });
    },
    /** While validating: reports the errors whenever they have changed. Returns a stop function. */
    watchErrors: parts.validationReporter.watch,
    /**
     * The five steps of the final submit: save, 'validating', errors, submit, 'submitted'. Stops at a step that fails, says so
     * and keeps the status reached; pressing again is safe. The fourth step waits for documents. All steps are retried
     * while the server is busy or cannot be reached.
     */
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

type Submission = ReturnType<typeof createSubmission>;

export const [SubmissionProvider, useSubmission] = createRequired<Submission>('the submission');
