import type { ExportFormat } from '@firstyear/api-contract/desk';
import type { OfficeConfig } from '@firstyear/partner-config';
import { type ServedForm, type ServedForms, servedFor } from '../../../config/served-forms.ts';
import { type Column, type ColumnOptions, columnsOf, type ExportedApplication, type FormRelease } from './columns.ts';
import { csvLine } from './csv.ts';
import { type PeopleApplication, withOffice } from './people-columns.ts';
import { type ExportDependencies, jsonLine, readApplicationsOf, seasonReleases } from './read-applications.ts';
import { type AboutWorkbook, workbookOf } from './workbook.ts';

/** A form with the releases of its season; see seasonReleases(). */
interface ExportedForm extends ServedForm {
  readonly releases: readonly FormRelease[];
}

/** The columns of several forms, in their order. Columns with the same name are one. */
function columnsOfForms(
  forms: ServedForms,
  exported: readonly ExportedForm[],
  options: Omit<ColumnOptions, 'releases'>,
): readonly Column[] {
  const byName = new Map<string, Map<string, Column>>();
  for (const { id, form, releases } of exported) {
    for (const column of columnsOf(form, { ...options, releases })) {
      byName.set(column.name, (byName.get(column.name) ?? new Map<string, Column>()).set(id, column));
    }
  }
  return [...byName].flatMap(([name, byForm]) => {
    const [column] = byForm.values();
    const read = (exported: ExportedApplication) =>
      byForm.get(servedFor(forms, exported.application).id)?.read(exported) ?? '';
    return column ? [{ ...column, name, read }] : [];
  });
}

export interface RowsToWrite {
  readonly format: Exclude<ExportFormat, 'packets'>;
  /** The forms of the applications, whose questions are the columns. */
  readonly forms: readonly ServedForm[];
  /** The ids of the applications, some at a time. */
  readonly batches: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
  readonly onlySubmitted: boolean;
  /** Not in a workbook, which has no sealed answers. */
  readonly withSealed: boolean;
  readonly about: AboutWorkbook;
}

export interface WrittenRows {
  readonly written: readonly ExportedApplication[];
  /** Not submitted any more, deleted, or changed in the database since the submission. */
  readonly leftOut: readonly string[];
}

/**
 * Writes applications as rows, a batch at a time: submitted ones as they were submitted, others as they are now. Only a workbook is made in memory.
 * Returns the names of the columns.
 */
export async function writeRows(
  deps: ExportDependencies & { readonly office: Pick<OfficeConfig, 'stages'> },
  { format, forms, batches, onlySubmitted, withSealed, about }: RowsToWrite,
  write: (text: string | Buffer) => Promise<void>,
  onBatch: (batch: WrittenRows) => Promise<void>,
): Promise<string> {
  const exportedForms: ExportedForm[] = [];
  const { stages = [] } = deps.office;
  for (const served of forms) exportedForms.push({ ...served, releases: await seasonReleases(deps.db, served) });
  const columns = columnsOfForms(deps.forms, exportedForms, { withSealed, stages });
  const names = columns.map(({ name }) => name);
  if (format === 'machine_csv') await write(csvLine(names));
  const people: PeopleApplication[] = [];
  for await (const ids of batches) {
    const all = await readApplicationsOf(deps, ids, withSealed);
    const written = all.filter(({ submission }) => submission !== undefined || !onlySubmitted);
    if (format === 'machine_csv')
      await write(written.map((exported) => csvLine(columns.map(({ read }) => read(exported)))).join(''));
    else if (format === 'machine_jsonl') await write(written.map((exported) => jsonLine(exported, stages)).join(''));
    else people.push(...(await withOffice(deps.db, written, about.chosen)));
    const known = new Set(written.map(({ application }) => application.id));
    await onBatch({ written, leftOut: ids.filter((id) => !known.has(id)) });
  }
  if (format === 'people_xlsx') {
    const parts = exportedForms.map((form) => ({
      ...form,
      stages,
      applications: people.filter(({ application }) => servedFor(deps.forms, application).id === form.id),
    }));
    const workbook = await workbookOf(parts, about);
    await write(workbook.file);
    return workbook.columns.join(' ');
  }
  return format === 'machine_jsonl' ? 'all' : names.join(' ');
}
