import type { submit } from '@firstyear/api-contract/application';
import type { ResponseOf } from '@firstyear/api-contract/call';
import type { Device } from '@firstyear/api-contract/desk';
import { answerOf, type Form, isAnswered, relevantAnswers } from '@firstyear/form-engine';
import { type Language, languageCode } from '@firstyear/words';
import { submitting } from '@firstyear/words/submitting';
import { type ServedForm, servedIn } from '../../../config/served-forms.ts';
import { readableCode } from '../../../crypto/tokens.ts';
import { readDatabaseTime } from '../../../db/database-clock.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import type { Applicant } from '../../../plugins/applicant.ts';
import { ApiError, overloaded } from '../../../plugins/errors.ts';
import { audit, byApplicant } from '../../audit/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import type { AnswerService } from '../answers/service.ts';
import { askCounselor } from '../helpers/service.ts';
import { makeItems } from '../items/service.ts';
import { comparePage, draftForm, newerForm } from '../releases/page-release.ts';
import { otherDefinition } from '../releases/service.ts';
import { changeApplication, lockApplication, noteOnApplication, type ShownApplication } from '../row/application.ts';
import { findExtension, recordInList } from '../row/list-row.ts';
import {
  addStatus,
  findEarlierNumber,
  findSubmission,
  hasStatus,
  insertSubmission,
  type SentWith,
  type Snapshot,
  type SubmissionRow,
} from '../row/submission.ts';
import { listAttachedDocuments, listOpenConversions } from '../uploads/service.ts';
import { makeSnapshot, readContent } from './content.ts';
import { queueReceipt } from './receipt-mail.ts';
import { missingIn, refuseOutsideTerm, startOfSubmission } from './submission-checks.ts';

/**
 * A random confirmation number such as FY27-7K3M-WQ4D. The digits after FY are the year of the season's name, or, if that names none,
 * of the day of the submission in the university's time zone.
 */
export function newConfirmationNumber(season: string, timeZone: string, submittedAt: Date): string {
  const year =
    /\d{4}/.exec(season)?.[0] ?? new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(submittedAt);
  return `FY${year.slice(-2)}-${readableCode(4)}-${readableCode(4)}`;
}

type SubmissionDependencies = Pick<AppDependencies, 'db' | 'jobs' | 'forms' | 'config' | 'clock' | 'databaseClock'> & {
  readonly answers: Pick<AnswerService, 'read' | 'drafts'>;
};

async function recordSubmission(
  tx: Tx,
  { season, partner }: ServedForm,
  applicationId: string,
  snapshot: Snapshot & SentWith,
  now: Date,
): Promise<SubmissionRow> {
  // A reopened application keeps its number.
  const earlier = await findEarlierNumber(tx, applicationId);
  for (;;) {
    const confirmation_number = earlier ?? newConfirmationNumber(season, partner.time_zone, now);
    const submission: SubmissionRow = { confirmation_number, submitted_at: now };
    if (await insertSubmission(tx, applicationId, { ...submission, ...snapshot })) return submission;
  }
}

/** Submitted documents never change, so the applicant submits again when the conversion has ended. */
function refuseForDocument(form: Form, key: string): never {
  const label = form.byKey.get(key)?.question.label ?? key;
  const words = { id: 'document_not_ready_for', values: { label } } as const;
  throw new ApiError('document_not_ready', { words, headers: { 'retry-after': '2' } });
}

interface Submitting {
  readonly language: Language;
  readonly device: Device | undefined;
  /** The page's release, from FORM_RELEASE_HEADER. */
  readonly release: string;
}

/**
 * The form that an application is submitted with, and its answers. That is the served form, or a newer one with more questions if the
 * application has answers to them and is complete, so that the office reads all answers.
 */
async function formToSubmit(
  tx: Tx,
  served: ServedForm,
  release: string,
  application: ShownApplication,
  { read }: Pick<AnswerService, 'read'>,
  now: Date,
) {
  const stored = read(application);
  const answered = Object.keys(stored).filter((key) => isAnswered(answerOf(stored, key)));
  const newer = comparePage(served, release) === 'same' ? await newerForm(tx, served, release, answered) : undefined;
  const { tabs, add_another: addAnother } = application;
  const isNewerComplete =
    newer &&
    missingIn(newer.form, { answers: relevantAnswers(newer.form, stored), tabs, addAnother }, now).length === 0;
  const { form, releaseId } = isNewerComplete ? newer : served;
  return { form, releaseId, answers: relevantAnswers(form, stored) };
}

/**
 * Submits an application, once, in one transaction (D4): checks the stored answers of all pages, records the submission with its
 * confirmation number and snapshot (D20), sets the status, queues the receipt. Idempotent. 409 status_order before validating,
 * term_not_open and term_closed outside of the chosen term's times, document_not_ready during a conversion; 422 not_complete with
 * errors left, form_changed if the page could not show them. A submission received in time, by the database's clock, counts as in
 * time if it then waits for a document or for questions of a new release.
 */
export async function submitApplication(
  deps: SubmissionDependencies,
  applicant: Applicant,
  { language, device, release }: Submitting,
): Promise<ResponseOf<typeof submit>> {
  const { served } = applicant;
  const age = comparePage(served, release);
  const result = await inTransaction(deps.db, async (tx) => {
    const receivedAt = await readDatabaseTime(tx, deps.databaseClock);
    const locked = await lockApplication(tx, applicant, deps.clock());
    const earlier = await findSubmission(tx, locked.id);
    if (earlier) {
      const submitted = await readContent({ ...deps, db: tx }, locked);
      return {
        refusal: undefined,
        submission: earlier,
        answers: submitted.content.answers,
        form: otherDefinition(submitted.form, served.form, language),
      };
    }
    await deps.answers.drafts.migrate(tx, locked, served);
    const application = await lockApplication(tx, applicant, deps.clock());
    if (age !== 'newer' && (await draftForm(tx, application, served)).age === 'newer') throw overloaded();
    if (!(await hasStatus(tx, application.id, 'validating'))) throw new ApiError('status_order');
    const now = deps.clock();
    const { form, releaseId, answers } = await formToSubmit(tx, served, release, application, deps.answers, now);
    const sentAt = startOfSubmission(application.submission_started_at, receivedAt);
    refuseOutsideTerm({ ...servedIn(served, language), language }, answers, {
      sentAt,
      extendedUntil: await findExtension(tx, locked.id),
    });
    const [waitsFor] = await listOpenConversions(tx, application.id);
    if (waitsFor !== undefined) {
      await noteOnApplication(tx, application.id, { submission_started_at: sentAt });
      return { refusal: 'document', waitsFor } as const;
    }
    const state = { answers, tabs: application.tabs, addAnother: application.add_another };
    if (age === 'newer') throw new ApiError('form_changed');
    const missing = missingIn(form, state, now);
    if (missing.length > 0) {
      if (age === 'same') throw new ApiError('not_complete');
      if (await deps.answers.drafts.isNewToPage(tx, application, served, release, missing))
        await noteOnApplication(tx, application.id, { submission_started_at: sentAt });
      return { refusal: 'changed' } as const;
    }
    const snapshot = makeSnapshot(form, application, answers, await listAttachedDocuments(tx, application.id));
    const submission = await recordSubmission(
      tx,
      served,
      application.id,
      { ...snapshot, release_id: releaseId, language: languageCode(language), device: device ?? null },
      now,
    );
    await addStatus(tx, application.id, 'submitted', now);
    await changeApplication(tx, application.id, {}, now);
    await recordInList(tx, served, application.id, answers);
    await makeItems(deps, tx, served, application.id, answers, now);
    await askCounselor(tx, deps, { applicant, applicationId: application.id, answers }, now);
    await queueReceipt(
      tx,
      { ...servedIn(served, language), language, jobs: deps.jobs },
      { applicationId: application.id, recipient: applicant.username, answers, submission },
    );
    const detail = { application_id: application.id, confirmation_number: submission.confirmation_number };
    await audit(tx, { kind: 'submitted', ...byApplicant(applicant), detail, at: now });
    return { refusal: undefined, submission, answers, form: undefined };
  });
  if (result.refusal === 'changed') throw new ApiError('form_changed');
  if (result.refusal === 'document') return refuseForDocument(servedIn(served, language).form, result.waitsFor);
  const { submission, answers, form: otherForm } = result;
  return {
    message: submitting.in(language).submitted,
    confirmation_number: submission.confirmation_number,
    submitted_at: submission.submitted_at.toISOString(),
    answer: answers,
    ...(otherForm && { form: otherForm }),
  };
}
