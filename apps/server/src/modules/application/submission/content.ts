import { createHash } from 'node:crypto';
import { type Answers, type Form, relevantAnswers } from '@firstyear/form-engine';
import type { ServedForms } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import type { SubmittedContent } from '../../../db/types.ts';
import { listAttachedDocuments } from '../../documents/uploads/service.ts';
import type { AnswerReader } from '../answers/answer-reader.ts';
import type { SealedAnswers } from '../answers/sealed-answers.ts';
import { canonicalJson } from '../releases/canonical-json.ts';
import { readAsServed } from '../releases/migrate-draft.ts';
import { formOf, hashOf } from '../releases/service.ts';
import { type ApplicationRow, findSnapshot, type ShownApplication, type Snapshot } from '../row/service.ts';

/** What readers of an application are shown. */
export type ApplicationContent = SubmittedContent;

interface ContentDependencies {
  readonly db: Db;
  readonly forms: ServedForms;
  readonly answers: AnswerReader;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Of a sealed answer only that there is one: hashes of short numbers can be guessed, and the cipher shows changes itself. */
function hashContent(content: SubmittedContent, sealed: SealedAnswers, formVersion: string): string {
  return sha256(canonicalJson({ content, sealed: Object.keys(sealed).sort(), formVersion }));
}

type Submitted = Pick<ApplicationRow, 'sealed_answers' | 'tabs' | 'add_another'>;

/** The snapshot of an application that is submitted with these answers, the sealed ones opened, and documents. */
export function makeSnapshot(
  form: Form,
  application: Submitted,
  given: Answers,
  documents: SubmittedContent['documents'],
): Snapshot {
  const isSealed = (key: string) => Object.hasOwn(application.sealed_answers, key) && given[key] !== '';
  const content: SubmittedContent = {
    answers: Object.fromEntries(Object.entries(given).filter(([key]) => !isSealed(key))),
    tabs: application.tabs,
    add_another: application.add_another,
    documents,
  };
  const sealed_answers = Object.fromEntries(
    Object.entries(application.sealed_answers).filter(([key]) => isSealed(key)),
  );
  const form_version = hashOf(form);
  return { content, sealed_answers, form_version, content_hash: hashContent(content, sealed_answers, form_version) };
}

/** Makes the snapshot of an application that is being submitted with these answers, the sealed ones opened. */
export async function takeSnapshot(
  db: Db,
  form: Form,
  application: ShownApplication,
  given: Answers,
): Promise<Snapshot> {
  return makeSnapshot(form, application, given, await listAttachedDocuments(db, application.id));
}

/** Whether a snapshot is as it was made. */
export function isIntact({ content, sealed_answers, form_version, content_hash }: Snapshot): boolean {
  return hashContent(content, sealed_answers, form_version) === content_hash;
}

/** What was submitted, where there is a snapshot of it; else the application as it is now. The sealed answers are opened. */
export async function openContent(
  { db, answers, forms }: ContentDependencies,
  form: Form,
  application: ShownApplication,
  snapshot: Snapshot | undefined,
): Promise<ApplicationContent> {
  if (snapshot) {
    const { content, sealed_answers } = snapshot;
    return { ...content, answers: answers.read({ id: application.id, answers: content.answers, sealed_answers }) };
  }
  const served = forms.find(application.form);
  const draft =
    served?.form === form
      ? await readAsServed(db, answers.read, application, served)
      : { ...application, answers: answers.read(application) };
  return {
    answers: relevantAnswers(form, draft.answers),
    tabs: draft.tabs,
    add_another: draft.add_another,
    documents: await listAttachedDocuments(db, application.id),
  };
}

/**
 * What was submitted, once there is a submission; before, the application as it is now. With the form that it was submitted
 * with, or that serves today. The sealed answers are opened.
 */
export async function readContent(
  deps: ContentDependencies,
  application: ShownApplication,
): Promise<{ readonly content: ApplicationContent; readonly form: Form; readonly snapshot: Snapshot | undefined }> {
  const snapshot = await findSnapshot(deps.db, application.id);
  const form = await formOf(deps, application, snapshot);
  return { content: await openContent(deps, form, application, snapshot), form, snapshot };
}
