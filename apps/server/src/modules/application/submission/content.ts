import { createHash } from 'node:crypto';
import { type Answers, attachedDocuments, type Form, relevantAnswers } from '@firstyear/form-engine';
import type { SubmittedContent } from '../../../db/columns.ts';
import type { AppDependencies } from '../../dependencies.ts';
import type { AnswerReader, SealedAnswers } from '../answers/sealed-answers.ts';
import { readAsServed } from '../releases/migrate-draft.ts';
import { canonicalJson, formOf, hashOf } from '../releases/service.ts';
import type { ApplicationRow, ShownApplication } from '../row/application.ts';
import { findSnapshot, type Snapshot } from '../row/submission.ts';
import { listAttachedDocuments } from '../uploads/service.ts';

type ContentDependencies = Pick<AppDependencies, 'db' | 'forms'> & { readonly answers: AnswerReader };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Hashes only the keys of sealed answers: the hash of a short number can be guessed, and the cipher itself detects changes. */
function hashContent(content: SubmittedContent, sealed: SealedAnswers, formVersion: string): string {
  return sha256(canonicalJson({ content, sealed: Object.keys(sealed).sort(), formVersion }));
}

/**
 * The snapshot of an application with these answers, which include the opened sealed ones, and these documents, without a file that
 * arrived for a hidden question.
 */
export function makeSnapshot(
  form: Form,
  application: Pick<ApplicationRow, 'sealed_answers' | 'tabs' | 'add_another'>,
  submitted: Answers,
  documents: SubmittedContent['documents'],
): Snapshot {
  const isSealed = (key: string) => Object.hasOwn(application.sealed_answers, key) && submitted[key] !== '';
  const attached = new Set(attachedDocuments(form, submitted).map(({ key }) => key));
  const content: SubmittedContent = {
    answers: Object.fromEntries(Object.entries(submitted).filter(([key]) => !isSealed(key))),
    tabs: application.tabs,
    add_another: application.add_another,
    documents: Object.fromEntries(Object.entries(documents).filter(([key]) => attached.has(key))),
  };
  const sealed_answers = Object.fromEntries(
    Object.entries(application.sealed_answers).filter(([key]) => isSealed(key)),
  );
  const form_version = hashOf(form);
  return { content, sealed_answers, form_version, content_hash: hashContent(content, sealed_answers, form_version) };
}

/** Whether a snapshot is unchanged. */
export function isIntact({ content, sealed_answers, form_version, content_hash }: Snapshot): boolean {
  return hashContent(content, sealed_answers, form_version) === content_hash;
}

/** The content of a snapshot, or else of the application as it is now. The sealed answers are opened. */
export async function openContent(
  { db, answers, forms }: ContentDependencies,
  form: Form,
  application: ShownApplication,
  snapshot: Snapshot | undefined,
): Promise<SubmittedContent> {
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

/** The content and form of an application: as submitted, or as they are now before the submission. The sealed answers are opened. */
export async function readContent(deps: ContentDependencies, application: ShownApplication) {
  const snapshot = await findSnapshot(deps.db, application.id);
  const form = await formOf(deps, application, snapshot);
  return { content: await openContent(deps, form, application, snapshot), form, snapshot };
}
