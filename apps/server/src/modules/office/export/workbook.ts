import { type Field, type Form, isChoice, isDocument, paperLabelOf, traitsOf } from '@firstyear/form-engine';
import { ENGLISH, type WordsOf } from '@firstyear/words';
import { formatMoment } from '@firstyear/words/format';
import { officeExportFiles } from '@firstyear/words/office-export-files';
import writeXlsxFile, { type CellObject, type SheetData } from 'write-excel-file/node';
import { type Column, columnsOf, type ExportedApplication, type FormRelease } from './columns.ts';
import { dictionaryRows } from './dictionary.ts';
import { listedName } from './read-applications.ts';

/** The longest cell in Excel, and the characters that XML doesn't allow. */
const MAX_CELL = 32_767;
const NOT_XML = /(?![\t\n\r\u0080-\u009f])\p{Cc}|[\ufffe\uffff]/gu;

type Sheet = Parameters<typeof writeXlsxFile>[0][number];
type Feature = NonNullable<NonNullable<Parameters<typeof writeXlsxFile>[1]>['features']>[number];
type Words = WordsOf<typeof officeExportFiles.texts>;

/** What Excel reads as an escaped character, such as _x0041_ for A. */
const ESCAPE = /_(?=x[\da-f]{4}_)/gi;

/** A cell of text, so that no program reads its value as a formula, a number or an escape. */
const cell = (value: string): CellObject => ({
  value: value.replaceAll(NOT_XML, '').slice(0, MAX_CELL).replaceAll(ESCAPE, '_x005F_'),
  type: String,
});
const titleCell = (title: string): CellObject => ({ ...cell(title), fontWeight: 'bold' });
const rowsOf = (rows: readonly (readonly string[])[]): SheetData =>
  rows.map((row, index) => row.map(index === 0 ? titleCell : cell));

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
      : isChoice(field.question) || isDocument(field.question)
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

/** The sheet of a table: a title row that stays in sight, with a filter, and columns about as wide as their texts. */
function tableSheet(sheet: string, data: SheetData): Sheet {
  const lengths = (data[0] ?? []).map((_, column) =>
    Math.max(...data.slice(0, MEASURED_ROWS).map((row) => lengthOf(row[column]))),
  );
  const columns = lengths.map((length) => ({ width: Math.min(Math.max(length + 2, MIN_WIDTH), MAX_WIDTH) }));
  return { sheet, data, columns, stickyRowsCount: 1 };
}

const MEASURED_ROWS = 200;
const MIN_WIDTH = 10;
const MAX_WIDTH = 40;
const lengthOf = (shown: SheetData[number][number] | undefined): number =>
  typeof shown === 'object' && shown !== null && 'value' in shown ? String(shown.value ?? '').length : 0;

/** Excel has no time zones: its moments are what the university's clock showed. */
function momentCell(iso: string, timeZone: string): CellObject {
  const shown = new Date(iso).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return { value: new Date(`${shown.replace(' ', 'T')}Z`), type: Date, format: 'yyyy-mm-dd hh:mm' };
}

/** An answer as a number, a date or words; what is no such value, as text. */
function answerCell({ field, name }: Column, value: string, words: Words): CellObject | null {
  if (value === '') return null;
  const question = field?.question;
  if (question === undefined || name !== question.key) return cell(value);
  if (question.kind === 'number' && /^-?\d{1,15}([.]\d+)?$/.test(value)) return { value: Number(value), type: Number };
  if (question.kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value))
    return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  if (traitsOf(question).isBoolean) return cell(value === 'true' ? words.yes : words.no);
  return cell(value);
}

interface PeopleColumn {
  readonly title: string;
  readonly read: (exported: ExportedApplication) => CellObject | null;
}

/** Titles that say which question they mean: with its section, and then its key, where others have the same. */
function distinctTitles(columns: readonly Column[]): ReadonlyMap<Column, string> {
  let titles = new Map(columns.map((column) => [column, titleOf(column)]));
  const sharpen = (longer: (column: Column, title: string) => string) => {
    const counts = Map.groupBy(titles.values(), (title) => title);
    titles = new Map(
      [...titles].map(([column, title]) => [
        column,
        (counts.get(title)?.length ?? 0) > 1 ? longer(column, title) : title,
      ]),
    );
  };
  sharpen(({ field }, title) => (field ? `${field.section.title}: ${title}` : title));
  sharpen(({ name }, title) => `${title} (${name})`);
  return titles;
}

/** Who it is first, then the answers in the form's order, then what only programs ask for. */
function peopleColumns(columns: readonly Column[], words: Words, timeZone: string): readonly PeopleColumn[] {
  const facts: readonly PeopleColumn[] = [
    { title: words.people.number, read: ({ submission }) => cell(submission?.confirmation_number ?? '') },
    { title: words.people.name, read: ({ form, content }) => cell(listedName(form, content.answers)) },
    {
      title: words.people.submitted,
      read: ({ submission }) => (submission ? momentCell(submission.submitted_at.toISOString(), timeZone) : null),
    },
    { title: words.people.email, read: ({ email }) => cell(email) },
  ];
  // Of a choice its words, of a document the name of its file.
  const hasWords = ({ question }: Field) => isChoice(question) || isDocument(question);
  const answers = columns.filter(
    ({ field, name }) => field !== undefined && !(hasWords(field) && name === field.question.key),
  );
  const technical = columns.filter(({ field, name }) => field === undefined && !SHOWN_FIRST.has(name));
  const titles = distinctTitles(answers);
  return [
    ...facts,
    ...answers.map((column) => ({
      title: titles.get(column) ?? column.name,
      read: (exported: ExportedApplication) => answerCell(column, column.read(exported), words),
    })),
    ...technical.map((column) => ({
      title: column.name,
      read: (exported: ExportedApplication) => cell(column.read(exported)),
    })),
  ];
}

const SHOWN_FIRST = new Set(['confirmation_number', 'submitted_at', 'account_email']);

/** The sheets of one form: the applications, one for each repeated block, and the meaning of each column. */
function sheetsOf({ form, applications, releases }: Omit<WorkbookPart, 'id'>, words: Words, timeZone: string) {
  const options = { withSealed: false, releases };
  const columns = columnsOf(form, options);
  const shown = peopleColumns(
    columns.filter((column) => entryOf(column) === undefined),
    words,
    timeZone,
  );
  const table: SheetData = [
    shown.map(({ title }) => titleCell(title)),
    ...applications.map((application) => shown.map(({ read }) => read(application))),
  ];
  const blocks = blocksOf(columns).map(([id, entries]) =>
    tableSheet(
      [...entries.values()][0]?.[0]?.form.repeaters.get(id)?.noun ?? id,
      rowsOf(blockRows(entries, applications)),
    ),
  );
  return [
    tableSheet(words.people.applications, table),
    ...blocks,
    tableSheet(words.people.columns, rowsOf(dictionaryRows(form, options))),
  ];
}

/** The applications of one form. */
interface WorkbookPart {
  readonly id: string;
  readonly form: Form;
  readonly applications: readonly ExportedApplication[];
  /** The releases of its season; see seasonReleases(). */
  readonly releases: readonly FormRelease[];
}

/** What a reader has to know of a workbook: of which list it is, when, for whom and why. */
export interface AboutWorkbook {
  readonly university: string;
  readonly timeZone: string;
  readonly made: Date;
  readonly by: string;
  readonly purpose: string;
  /** The filter of the list, by name. */
  readonly filter: readonly (readonly [string, string])[];
}

function aboutSheet(about: AboutWorkbook, count: number, { people: words }: Words): Sheet {
  const facts = [
    [words.university, about.university],
    [words.made, formatMoment(ENGLISH, about.timeZone, about.made)],
    [words.by, about.by],
    [words.purpose, about.purpose],
    [words.count, String(count)],
    ...(about.filter.length === 0 ? [[words.filter, words.noFilter]] : []),
    ...about.filter.map(([name, value]) => [`${words.filter}: ${name}`, value]),
  ];
  const data = facts.map(([name = '', value = '']) => [titleCell(name), cell(value)]);
  return { sheet: words.about, data, columns: [{ width: MAX_WIDTH }, { width: 2 * MAX_WIDTH }] };
}

/** The buttons that filter rows, on the title row of every table. The library has no option for them. */
const filterButtons = (sheets: readonly Sheet[]): Feature => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml, _options, { sheetIndex }) => {
          const { data = [], stickyRowsCount } = sheets[sheetIndex] ?? {};
          if (stickyRowsCount === undefined) return xml;
          const range = `A1:${columnLetters(data[0]?.length ?? 1)}${data.length}`;
          return xml.replace('</sheetData>', `</sheetData><autoFilter ref="${range}"/>`);
        },
      },
    },
  },
});

/** 1 is A, 27 is AA. */
function columnLetters(count: number): string {
  let letters = '';
  for (let rest = count; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** A workbook for people. With several forms, the names of sheets begin with the form. */
export async function workbookOf(parts: readonly WorkbookPart[], about: AboutWorkbook): Promise<Buffer> {
  const words = officeExportFiles.in(ENGLISH);
  const count = parts.reduce((sum, { applications }) => sum + applications.length, 0);
  const tables = parts.flatMap(({ id, ...part }) =>
    sheetsOf(part, words, about.timeZone).map((sheet) => ({
      ...sheet,
      sheet: sheetName(parts.length === 1 ? (sheet.sheet ?? '') : `${id} ${sheet.sheet}`),
    })),
  );
  const sheets = [...tables, aboutSheet(about, count, words)];
  return writeXlsxFile(sheets, { features: [filterButtons(sheets)] }).toBuffer();
}
