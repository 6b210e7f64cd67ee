import { type Answers, type AnswerValue, answerOf, type Form, indexForm } from '@firstyear/form-engine';
import { type ServedForm, type ServedForms, servedFor } from '../../../config/served-forms.ts';
import { FIRST_ID } from '../../../db/batches.ts';
import type { Db } from '../../../db/transaction.ts';
import type { AnswerReader, SealedAnswers } from '../../application/answers/sealed-answers.ts';
import { formOf, hashOf, listReleases } from '../../application/releases/service.ts';
import {
  type ApplicationFilter,
  type ExportRow,
  listApplicationsAfter,
  listApplicationsOf,
  submittedReleases,
} from '../../application/row/listing.ts';
import { isIntact, openContent } from '../../application/submission/content.ts';
import { type ExportedApplication, type FormRelease, isSealedBy } from './columns.ts';

export { type Column, columnsOf, type ExportedApplication, type FormRelease } from './columns.ts';
export { BYTE_ORDER_MARK, csvLine, exactCsvLine, markFormula } from './csv.ts';
export { dataDictionary, dictionaryRows } from './dictionary.ts';
export { textForm } from './text-form.ts';

export interface ExportDependencies {
  readonly db: Db;
  readonly forms: ServedForms;
  readonly answers: AnswerReader;
}

/** A batch of an export, and the cursor of the next one. */
export interface ExportBatch {
  readonly applications: readonly ExportedApplication[];
  /** Ids of applications whose snapshot has been changed in the database. */
  readonly changed: readonly string[];
  /** The last id that was read. */
  readonly cursor: string;
}

export const FIRST_CURSOR = FIRST_ID;

/** The answers without those that one of the forms seals or that were sealed when they were saved. */
export function withoutSealed(answers: Answers, forms: readonly Form[], sealed: SealedAnswers): Answers {
  const kept: Record<string, AnswerValue> = {};
  for (const key of Object.keys(answers)) {
    if (Object.hasOwn(sealed, key) || forms.some((form) => isSealedBy(form, key))) continue;
    kept[key] = answerOf(answers, key);
  }
  return kept;
}

async function openRow(deps: ExportDependencies, row: ExportRow, withSealed: boolean): Promise<ExportedApplication> {
  const { snapshot, application } = row;
  const form = await formOf(deps, application, snapshot);
  const form_version = snapshot?.form_version ?? hashOf(form);
  const facts = { ...row, form, form_version };
  if (withSealed) return { ...facts, content: await openContent(deps, form, application, snapshot) };
  const content = snapshot?.content ?? (await openContent(deps, form, application, snapshot));
  const { sealed_answers } = snapshot ?? application;
  const answers = withoutSealed(content.answers, [form, servedFor(deps.forms, application).form], sealed_answers);
  return { ...facts, content: { ...content, answers } };
}

/**
 * Reads applications in batches, by id: submitted ones as they were submitted, others as they are now. A cursor resumes after
 * its batch.
 */
export async function* readApplications(
  deps: ExportDependencies,
  filter: ApplicationFilter,
  options: { readonly cursor: string; readonly batchSize: number; readonly withSealed: boolean },
): AsyncGenerator<ExportBatch> {
  const { withSealed, batchSize } = options;
  const read = (cursor: string) => {
    const page = listApplicationsAfter(deps.db, cursor, filter, batchSize);
    // The caller that awaits the page gets the error; until then it must not count as unhandled.
    page.catch(() => undefined);
    return page;
  };
  let page = read(options.cursor);
  try {
    for (;;) {
      const { rows, lastId } = await page;
      if (lastId === undefined) return;
      // Reads the next rows while the caller writes these.
      page = read(lastId);
      const applications: ExportedApplication[] = [];
      const changed: string[] = [];
      for (const row of rows) {
        if (row.snapshot && !isIntact(row.snapshot)) changed.push(row.application.id);
        else applications.push(await openRow(deps, row, withSealed));
      }
      yield { applications, changed, cursor: lastId };
    }
  } finally {
    // A caller that stops early closes the database next.
    await page.catch(() => undefined);
  }
}

/** Applications without their sealed answers, by id. Leaves out those with a changed snapshot. */
export async function readApplicationsOf(
  deps: ExportDependencies,
  ids: readonly string[],
): Promise<readonly ExportedApplication[]> {
  const rows = (await listApplicationsOf(deps.db, ids)).filter(({ snapshot }) => !snapshot || isIntact(snapshot));
  return Promise.all(rows.map((row) => openRow(deps, row, false)));
}

/**
 * The releases that a season's applications were submitted with, and the serving one, which reads the drafts; oldest first. Empty
 * if there is only one.
 */
export async function seasonReleases(db: Db, served: ServedForm): Promise<readonly FormRelease[]> {
  const { form } = served;
  const used = new Set(await submittedReleases(db, served));
  const servedHash = hashOf(form);
  const releases = (await listReleases(db, served))
    .filter(({ hash, id }) => hash === servedHash || used.has(id))
    .map(({ number, definition, hash }) => ({
      number,
      form: hash === servedHash ? form : indexForm(definition, form.words),
    }))
    .toReversed();
  return releases.length > 1 ? releases : [];
}

/** One application as a line of JSON. */
export function jsonLine(exported: ExportedApplication): string {
  const { application, email, status, submission, form_version, content } = exported;
  const record = {
    application_id: application.id,
    confirmation_number: submission?.confirmation_number ?? null,
    status,
    submitted_at: submission?.submitted_at.toISOString() ?? null,
    account_email: email,
    form_version,
    season: application.season,
    ...{ answers: content.answers, tabs: content.tabs, add_another: content.add_another },
    documents: Object.fromEntries(
      Object.entries(content.documents).map(([key, { file_name, file_size }]) => [key, { file_name, file_size }]),
    ),
  };
  return `${JSON.stringify(record)}\n`;
}
