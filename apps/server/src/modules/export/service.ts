import type { Form } from '@firstyear/application-form';
import { FIRST_ID } from '../../db/first-id.ts';
import type { Db } from '../../db/transaction.ts';
import type { AnswerReader } from '../answers/answer-reader.ts';
import { type ApplicationFilter, type ExportRow, listApplicationsAfter } from '../application/service.ts';
import { formVersionOf, isIntact, openContent } from '../submission/content.ts';
import { type ExportedApplication, sealedKeysOf } from './columns.ts';

export { type Column, columnsOf, type ExportedApplication } from './columns.ts';
export { BYTE_ORDER_MARK, csvLine } from './csv.ts';
export { dataDictionary } from './dictionary.ts';
export { textForm } from './text-form.ts';

export interface ExportDependencies {
  readonly db: Db;
  readonly form: Form;
  readonly answers: AnswerReader;
}

/** Some applications of an export, and where the next ones begin. */
export interface ExportBatch {
  readonly applications: readonly ExportedApplication[];
  /** Ids of those whose snapshot is not as it was made. */
  readonly changed: readonly string[];
  /** The last id that was looked at. */
  readonly cursor: string;
}

export const FIRST_CURSOR = FIRST_ID;

async function openRow(
  deps: ExportDependencies,
  row: ExportRow,
  options: { readonly withSealed: boolean; readonly currentVersion: string },
): Promise<ExportedApplication> {
  const { snapshot, application } = row;
  const content = await openContent(deps, application, snapshot);
  const form_version = snapshot?.form_version ?? options.currentVersion;
  if (options.withSealed) return { ...row, form_version, content };
  const sealed = sealedKeysOf(deps.form, row);
  const answers = Object.fromEntries(Object.entries(content.answers).filter(([key]) => !sealed.has(key)));
  return { ...row, form_version, content: { ...content, answers } };
}

/**
 * Reads applications in the order of their ids, some at a time: those submitted as they were submitted, others as they
 * are now. After a cursor it goes on where that batch ended.
 */
export async function* readApplications(
  deps: ExportDependencies,
  filter: ApplicationFilter,
  options: { readonly cursor: string; readonly batchSize: number; readonly withSealed: boolean },
): AsyncGenerator<ExportBatch> {
  const opening = { withSealed: options.withSealed, currentVersion: formVersionOf(deps.form) };
  for (let { cursor } = options; ; ) {
    const { rows, lastId } = await listApplicationsAfter(deps.db, cursor, filter, options.batchSize);
    if (lastId === undefined) return;
    cursor = lastId;
    const changed = rows.filter(({ snapshot }) => snapshot && !isIntact(snapshot));
    const applications = [];
    for (const row of rows) if (!changed.includes(row)) applications.push(await openRow(deps, row, opening));
    yield { applications, changed: changed.map(({ application }) => application.id), cursor };
  }
}

/** One application as a line of JSON. */
export function jsonLine({
  application,
  email,
  status,
  submission,
  form_version,
  content,
}: ExportedApplication): string {
  const record = {
    application_id: application.id,
    confirmation_number: submission?.confirmation_number ?? null,
    status,
    submitted_at: submission?.submitted_at.toISOString() ?? null,
    account_email: email,
    form_version,
    answers: content.answers,
    tabs: content.tabs,
    add_another: content.add_another,
    documents: Object.fromEntries(
      Object.entries(content.documents).map(([key, { file_name, file_size }]) => [key, { file_name, file_size }]),
    ),
  };
  return `${JSON.stringify(record)}\n`;
}
