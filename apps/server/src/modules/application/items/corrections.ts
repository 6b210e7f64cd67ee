import {
  type Answers,
  answerOf,
  changedKeys,
  correctAnswers,
  correctionErrors,
  type Form,
  type FormState,
  parseAnswers,
  validate,
} from '@firstyear/form-engine';
import { neededItems } from '@firstyear/partner-config';
import { servedFor } from '../../../config/served-forms.ts';
import type { SubmittedContent } from '../../../db/columns.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { AppDependencies } from '../../dependencies.ts';
import type { AnswerReader } from '../answers/sealed-answers.ts';
import { changeApplication, type ShownApplication } from '../row/application.ts';
import { recordInList } from '../row/list-row.ts';
import { replaceSubmission } from '../row/submission.ts';
import { makeSnapshot, readContent } from '../submission/content.ts';
import { possibleMoments } from '../submission/submission-checks.ts';
import { dropDocuments } from '../uploads/service.ts';
import { makeItems } from './service.ts';

export type CorrectionDependencies = Pick<AppDependencies, 'db' | 'jobs' | 'forms' | 'config'> & {
  readonly answers: AnswerReader;
};

/** The submission of an application with its form. 409 wrong_state before the submission. */
export async function readSubmitted(deps: CorrectionDependencies, db: Db, application: ShownApplication) {
  const { content, form, snapshot } = await readContent({ ...deps, db }, application);
  if (!snapshot) throw new ApiError('wrong_state');
  return { content, form, snapshot };
}

export const stateOf = ({ answers, tabs, add_another: addAnother }: SubmittedContent): FormState => ({
  answers,
  tabs,
  addAnother,
});

/** The answers with a correction. 422 not_complete, with the question that would be wrong or missing. */
function correctedAnswers(form: Form, before: FormState, asked: readonly string[], given: Answers, now: Date) {
  const tries = possibleMoments(now).map((moment) => {
    const correction = correctAnswers(form, before, asked, given, moment);
    const errors = validate(form, { ...before, answers: correction.answers }, moment);
    return { ...correction, errors: Object.keys(correctionErrors(form, before, correction, errors, moment)) };
  });
  const [best] = tries.toSorted((a, b) => a.errors.length - b.errors.length);
  if (best === undefined) throw new Error('There is always a possible moment.');
  const [wrong] = best.errors;
  if (wrong === undefined) return best.answers;
  const label = form.byKey.get(wrong)?.question.label ?? wrong;
  throw new ApiError('not_complete', { words: { id: 'not_complete_correction', values: { label } } });
}

/**
 * Corrects answers to the asked questions in a locked, submitted application: a new submission beside the earlier one, with its
 * number, its time and its form. Brings the list and the items up to date; the same answers change nothing. Returns the answers and
 * the keys of what has changed. 400 bad_answer, 422 not_complete.
 */
export async function correctSubmission(
  deps: CorrectionDependencies,
  tx: Tx,
  application: ShownApplication,
  {
    asked,
    given,
    itemId = null,
  }: { readonly asked: readonly string[]; readonly given: Answers; readonly itemId?: string | null },
  now: Date,
): Promise<{ readonly answers: Answers; readonly changed: readonly string[]; readonly form: Form }> {
  const { id } = application;
  const served = servedFor(deps.forms, application);
  const { content, form, snapshot } = await readSubmitted(deps, tx, application);
  const parsed = parseAnswers(form, given);
  if (parsed.refused.length > 0) throw new ApiError('bad_answer');
  const before = stateOf(content);
  const answers = correctedAnswers(form, before, asked, parsed.answers, now);
  const changed = changedKeys(form, before.answers, answers);
  if (changed.length === 0) return { answers, changed, form };

  const { sealed_answers } = snapshot;
  const next = makeSnapshot(form, { ...content, sealed_answers }, answers, content.documents);
  await replaceSubmission(tx, id, next, { changed_keys: changed, item_id: itemId }, now);
  // What is opened again begins with the corrected answers. Sealed ones are only ever cleared.
  const isChanged = (key: string) => answerOf(before.answers, key) !== answerOf(answers, key);
  const draft = {
    answers: {
      ...application.answers,
      ...Object.fromEntries(Object.entries(answers).filter(([key]) => isChanged(key))),
    },
    sealed_answers: Object.fromEntries(Object.entries(application.sealed_answers).filter(([key]) => !isChanged(key))),
  };
  await changeApplication(
    tx,
    id,
    { answers: JSON.stringify(draft.answers), sealed_answers: JSON.stringify(draft.sealed_answers) },
    now,
  );
  await recordInList(tx, { ...served, form }, id, answers);
  const hidden = Object.keys(content.documents).filter((key) => !Object.hasOwn(next.content.documents, key));
  await dropDocuments(deps.jobs, tx, id, hidden);
  const needs = (of: Answers) => neededItems(served.partner, of).map((rule) => rule.id);
  if (needs(before.answers).join() !== needs(answers).join()) await makeItems(deps, tx, served, id, answers, now);
  return { answers, changed, form };
}
