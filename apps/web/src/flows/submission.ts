import { paths } from '@firstyear/api-contract';
import type { PartnerConfig } from '@firstyear/application-form';
import { createContext } from 'react';
import type { AnswerStore } from '../answers/answer-store.ts';
import { request } from '../api/client.ts';
import { hasCode } from '../api/errors.ts';
import { postWebStatus } from '../api/post-web-status.ts';
import { showFailure } from '../api/show-failure.ts';
import type { Autosave } from '../autosave/autosave.ts';
import type { Go } from '../session/go.ts';
import type { SnapshotStore } from '../session/snapshot.ts';
import { receiptOf, type Visit } from '../session/visit.ts';
import { shellText } from '../text/shell.ts';
import type { Clock } from '../ui/clock.ts';
import { CONVERSION_POLL_MS } from '../ui/constants.ts';
import { clearToasts, endErrors } from '../ui/toast-store.ts';
import { useRequired } from '../ui/use-required.ts';
import { createValue, type ValueStore } from '../ui/value-store.ts';
import { goToCard, saveAnswers } from './page-change.ts';
import type { ValidationReporter } from './report-validations.ts';

export interface Attempts {
  readonly count: number;
  /** The page whose summary takes the focus; null: whichever is shown. */
  readonly page: string | null;
}

export interface SubmissionParts {
  readonly partner: Pick<PartnerConfig, 'failed_submit_page'>;
  readonly snapshot: SnapshotStore;
  readonly visit: Pick<Visit, 'submitted' | 'receipt'>;
  readonly answers: Pick<AnswerStore, 'commitDrafts' | 'typedAnswers' | 'unsaved' | 'errors'>;
  readonly autosave: Pick<Autosave, 'saveNow' | 'stop'>;
  readonly validationReporter: ValidationReporter;
  readonly go: Go;
  readonly after: Clock['after'];
  /** Names the entry of the history that is shown. */
  readonly currentEntry: () => string;
}

export interface Submission {
  /**
   * The final submit's five steps in their order: save, 'validating', errors, submit, 'submitted'. It stops at a step
   * that fails, says so and keeps the status reached; pressing again repeats safely. The fourth waits for documents.
   */
  readonly submitApplication: () => Promise<void>;
  /** Whether the submission waits for a document that is still being converted. */
  readonly isWaiting: ValueStore<boolean>;
  /** The attempts to submit: the validation summary takes the focus after each. */
  readonly attempts: ValueStore<Attempts>;
  /** While validating: reports the errors whenever they have changed. Returns how to stop. */
  readonly watchErrors: () => () => void;
}

/** How long a submission waits for documents. */
const MAX_WAIT_MS = 60_000;

const SubmissionContext = createContext<Submission | null>(null);
export const SubmissionProvider = SubmissionContext.Provider;

export function useSubmission(): Submission {
  return useRequired(SubmissionContext, 'the submission');
}

export function createSubmission(parts: SubmissionParts): Submission {
  const { partner, snapshot, visit, answers, autosave, validationReporter, go, after, currentEntry } = parts;
  const attempts = createValue<Attempts>({ count: 0, page: null });

  const isWaiting = createValue(false);

  /** Submits, and again as long as a document is still being converted, for a minute at most. */
  const submitWhenReady = async () => {
    try {
      for (let waitedMs = 0; ; waitedMs += CONVERSION_POLL_MS) {
        try {
          return await request('submit');
        } catch (error) {
          if (!hasCode(error, 'document_not_ready') || waitedMs >= MAX_WAIT_MS) throw error;
        }
        isWaiting.set(true);
        await new Promise<void>((resolve) => after(CONVERSION_POLL_MS, resolve));
      }
    } finally {
      isWaiting.set(false);
    }
  };

  const finish = async () => {
    const submitted = await submitWhenReady();
    await postWebStatus('submitted');
    autosave.stop();
    // Whatever went wrong on the way is over.
    clearToasts();
    visit.receipt = receiptOf(submitted);
    // The form pages send a submitted applicant to /completion, with this message.
    visit.submitted = shellText.submitted;
    snapshot.set({ web_status: 'submitted' });
  };

  const runSteps = async () => {
    const entry = currentEntry();
    try {
      await saveAnswers(parts);
    } catch (error) {
      if (!hasCode(error, 'locked') || answers.unsaved()) throw error;
      // Submitted before, and the response was lost or came to another tab: the same one comes again.
      await finish();
      return;
    }
    if (snapshot.get().web_status === 'started') {
      await postWebStatus('validating');
      snapshot.set({ web_status: 'validating' });
    }
    await validationReporter.report();
    if (Object.keys(answers.errors()).length === 0) {
      await finish();
      return;
    }
    snapshot.set({ has_changed_page: true });
    // Whoever has gone elsewhere meanwhile finds the summary there.
    const page = entry === currentEntry() ? (partner.failed_submit_page ?? null) : null;
    attempts.set({ count: attempts.get().count + 1, page });
    if (page) go(paths.page(page));
  };

  return {
    attempts,
    isWaiting,
    watchErrors: validationReporter.watch,
    submitApplication: async () => {
      if (!snapshot.get().is_logged_in) {
        goToCard(parts, paths.signup);
        return;
      }
      try {
        await runSteps();
        endErrors('submission');
      } catch (error) {
        showFailure(error, { cause: 'submission', isLeftToDo: true });
      }
    },
  };
}
