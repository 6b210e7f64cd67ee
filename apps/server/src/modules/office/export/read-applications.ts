import { type Answers, type Form, indexForm, textOfRole } from '@firstyear/form-engine';
import type { Stage } from '@firstyear/partner-config';
import { type ServedForm, type ServedForms, servedFor } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import { type AnswerReader, withoutSealed } from '../../application/answers/sealed-answers.ts';
import { listItemsOf } from '../../application/items/service.ts';
import { formOf, hashOf, listReleases } from '../../application/releases/service.ts';
import { type ExportRow, listApplicationsOf, submittedReleases } from '../../application/row/listing.ts';
import { listCorrections } from '../../application/row/submission.ts';
import { isIntact, openContent } from '../../application/submission/content.ts';
import { type ExportedApplication, type FormRelease, machineCorrections, machineItems } from './columns.ts';

export interface ExportDependencies {
  readonly db: Db;
  readonly forms: ServedForms;
  readonly answers: AnswerReader;
}

/** The applicant as lists name people: family name first. */
export const listedName = (form: Form, answers: Answers): string =>
  [textOfRole(form, answers, 'family_name'), textOfRole(form, answers, 'given_name')]
    .filter((part) => part !== '')
    .join(', ');

async function openRow(
  deps: ExportDependencies,
  row: ExportRow,
  { items, corrections }: Pick<ExportedApplication, 'items' | 'corrections'>,
  withSealed: boolean,
): Promise<ExportedApplication> {
  const { snapshot, application } = row;
  const form = await formOf(deps, application, snapshot);
  const form_version = snapshot?.form_version ?? hashOf(form);
  const facts = { ...row, form, form_version, items, corrections };
  if (withSealed) return { ...facts, content: await openContent(deps, form, application, snapshot) };
  const content = snapshot?.content ?? (await openContent(deps, form, application, snapshot));
  const { sealed_answers } = snapshot ?? application;
  const answers = withoutSealed(content.answers, [form, servedFor(deps.forms, application).form], sealed_answers);
  return { ...facts, content: { ...content, answers } };
}

/** Applications by id: submitted ones as they were submitted, others as they are now. Leaves out those with a changed snapshot. */
export async function readApplicationsOf(
  deps: ExportDependencies,
  ids: readonly string[],
  withSealed: boolean,
): Promise<readonly ExportedApplication[]> {
  const rows = (await listApplicationsOf(deps.db, ids)).filter(({ snapshot }) => !snapshot || isIntact(snapshot));
  const items = Map.groupBy(await listItemsOf(deps.db, ids), ({ application_id }) => application_id);
  const corrections = Map.groupBy(await listCorrections(deps.db, ids), ({ application_id }) => application_id);
  return Promise.all(
    rows.map((row) => {
      const { id } = row.application;
      return openRow(deps, row, { items: items.get(id) ?? [], corrections: corrections.get(id) ?? [] }, withSealed);
    }),
  );
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

/** One application as a line of JSON, with its stage where the office has a list of them. */
export function jsonLine(exported: ExportedApplication, stages: readonly Stage[] = []): string {
  const { application, email, status, stage, submission, form_version, content } = exported;
  const record = {
    application_id: application.id,
    confirmation_number: submission?.confirmation_number ?? null,
    status,
    submitted_at: submission?.submitted_at.toISOString() ?? null,
    account_email: email,
    form_version,
    season: application.season,
    ...(stages.length > 0 && { stage }),
    answers: content.answers,
    tabs: content.tabs,
    add_another: content.add_another,
    items: machineItems(exported),
    corrections: machineCorrections(exported),
    documents: Object.fromEntries(
      Object.entries(content.documents).map(([key, { file_name, file_size }]) => [key, { file_name, file_size }]),
    ),
  };
  return `${JSON.stringify(record)}\n`;
}
