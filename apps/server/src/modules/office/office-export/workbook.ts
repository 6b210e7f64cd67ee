import { type Form, paperLabelOf } from '@firstyear/form-engine';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import {
  type Column,
  columnsOf,
  dictionaryRows,
  type ExportedApplication,
  type FormRelease,
} from '../export/service.ts';

/** The longest cell in Excel, and the characters that XML doesn't allow. */
const MAX_CELL = 32_767;
const NOT_XML = /(?![\t\n\r\u0080-\u009f])\p{Cc}|[\ufffe\uffff]/gu;

/** A cell of text, so that no program reads its value as a formula or a number. */
const cell = (value: string) => ({ value: value.replaceAll(NOT_XML, '').slice(0, MAX_CELL), type: String });
const rowsOf = (rows: readonly (readonly string[])[]): SheetData => rows.map((row) => row.map(cell));

const entryOf = ({ field }: Column) => field?.gates.find((gate) => gate.kind === 'component');

/** The columns of each repeated block by entry. Later entries ask the same questions as the first, or fewer. */
const blocksOf = (columns: readonly Column[]) =>
  [...Map.groupBy(columns, (column) => entryOf(column)?.repeater)].flatMap(([repeater, block]) =>
    repeater === undefined ? [] : [[repeater, Map.groupBy(block, (column) => entryOf(column)?.number ?? 0)] as const],
  );

/** The title of a column, the same for every entry. */
const titleOf = ({ field, name }: Column) =>
  field === undefined
    ? name
    : name === field.question.key
      ? paperLabelOf(field.question)
      : `${paperLabelOf(field.question)} (text)`;

/** One row for each entry that an applicant has filled in. */
function blockRows(
  entries: ReadonlyMap<number, readonly Column[]>,
  applications: readonly ExportedApplication[],
): readonly (readonly string[])[] {
  const titles = [...new Set([...entries.values()].flat().map(titleOf))];
  const rows = applications.flatMap((exported) =>
    [...entries].flatMap(([number, columns]) => {
      const values = new Map(columns.map((column) => [titleOf(column), column.read(exported)]));
      if ([...values.values()].every((value) => value === '')) return [];
      const confirmationNumber = exported.submission?.confirmation_number ?? '';
      return [[confirmationNumber, String(number), ...titles.map((title) => values.get(title) ?? '')]];
    }),
  );
  return [['confirmation_number', 'entry', ...titles], ...rows];
}

/** Excel limits the length and the characters of sheet names. */
const sheetName = (text: string) => text.replaceAll(/[\\/*?:[\]]/g, ' ').slice(0, 31);

/** The sheets of one form: the applications, one for each repeated block, and the meaning of each column. */
function sheetsOf({ form, applications, releases }: Omit<WorkbookPart, 'id'>) {
  const options = { withSealed: false, releases };
  const columns = columnsOf(form, options);
  const unrepeated = columns.filter((column) => entryOf(column) === undefined);
  const table = [
    unrepeated.map(({ name }) => name),
    ...applications.map((application) => unrepeated.map(({ read }) => read(application))),
  ];
  const blocks = blocksOf(columns).map(([id, entries]) => ({
    sheet: [...entries.values()][0]?.[0]?.form.repeaters.get(id)?.noun ?? id,
    data: rowsOf(blockRows(entries, applications)),
  }));
  const dictionary = { sheet: 'Columns', data: rowsOf(dictionaryRows(form, options)) };
  return [{ sheet: 'Applications', data: rowsOf(table) }, ...blocks, dictionary];
}

/** The applications of one form. */
interface WorkbookPart {
  readonly id: string;
  readonly form: Form;
  readonly applications: readonly ExportedApplication[];
  /** The releases of its season; see seasonReleases(). */
  readonly releases: readonly FormRelease[];
}

/** A workbook for people. With several forms, the names of sheets begin with the form. */
export async function workbookOf(parts: readonly WorkbookPart[]): Promise<Buffer> {
  const sheets = parts.flatMap(({ id, ...part }) =>
    sheetsOf(part).map(({ sheet, data }) => ({
      sheet: sheetName(parts.length === 1 ? sheet : `${id} ${sheet}`),
      data,
    })),
  );
  return writeXlsxFile(sheets).toBuffer();
}
