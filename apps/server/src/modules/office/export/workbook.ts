import type { Form } from '@firstyear/form-engine';
import type { PartnerConfig, Stage } from '@firstyear/partner-config';
import { ENGLISH, type WordsOf } from '@firstyear/words';
import { formatMoment } from '@firstyear/words/format';
import { officeExportFiles } from '@firstyear/words/office-export-files';
import writeXlsxFile, { type CellObject, type SheetData } from 'write-excel-file/node';
import { wordsOfItem } from '../../application/items/service.ts';
import type { Column, ExportedApplication, FormRelease } from './columns.ts';
import { dictionaryRows } from './dictionary.ts';
import {
  aboutAnswer,
  cell,
  ITEMS,
  isTaken,
  momentCell,
  type PeopleApplication,
  peopleColumns,
  titleOf,
} from './people-columns.ts';
import { listedName } from './read-applications.ts';

type Sheet = Parameters<typeof writeXlsxFile>[0][number];
type Feature = NonNullable<NonNullable<Parameters<typeof writeXlsxFile>[1]>['features']>[number];
type Words = WordsOf<typeof officeExportFiles.texts>;

const titleCell = (title: string): CellObject => ({ ...cell(title), fontWeight: 'bold' });
const rowsOf = (rows: readonly (readonly string[])[]): SheetData =>
  rows.map((row, index) => row.map(index === 0 ? titleCell : cell));

/** One row for each entry that an applicant has filled in. */
function blockRows(
  entries: ReadonlyMap<number, readonly Column[]>,
  applications: readonly ExportedApplication[],
): readonly (readonly string[])[] {
  const titles = [...new Set([...entries.values()].flat().map(titleOf))];
  const { people } = officeExportFiles.in(ENGLISH);
  const rows = applications.flatMap((exported) =>
    [...entries].flatMap(([number, columns]) => {
      const values = new Map(columns.map((column) => [titleOf(column), column.read(exported)]));
      if ([...values.values()].every((value) => value === '')) return [];
      const confirmationNumber = exported.submission?.confirmation_number ?? '';
      return [[confirmationNumber, String(number), ...titles.map((title) => values.get(title) ?? '')]];
    }),
  );
  return [[people.number, people.entry, ...titles], ...rows];
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

/** The applications of one form. */
interface WorkbookPart {
  readonly id: string;
  readonly form: Form;
  readonly partner: Pick<PartnerConfig, 'items'>;
  readonly applications: readonly PeopleApplication[];
  /** The releases of its season; see seasonReleases(). */
  readonly releases: readonly FormRelease[];
  readonly stages: readonly Stage[];
}

/** One row for each item of an application. */
function itemsSheet({ applications, partner }: WorkbookPart, { people, items: words }: Words, timeZone: string): Sheet {
  const titles = [
    people.number,
    people.name,
    words.item,
    words.source,
    words.state,
    words.came,
    words.due,
    words.since,
  ];
  const rows = applications.flatMap(({ submission, form, content, items }) =>
    items.map((item) => [
      cell(submission?.confirmation_number ?? ''),
      cell(listedName(form, content.answers)),
      cell(wordsOfItem(partner, item).title),
      cell(words.sources[item.source]),
      cell(words.states[item.state]),
      momentCell(item.came_at, timeZone),
      cell(item.due_on ?? ''),
      momentCell(item.changed_at, timeZone),
    ]),
  );
  return tableSheet(words.sheet, [titles.map(titleCell), ...rows]);
}

/** The meaning of each column, those of the first entry of a repeated block for all of them. */
function meaningRows(
  { form, releases, stages }: WorkbookPart,
  columns: ReturnType<typeof peopleColumns>['columns'],
  blocks: ReturnType<typeof peopleColumns>['blocks'],
): readonly (readonly string[])[] {
  const [[, , ...header] = [], ...dictionary] = dictionaryRows(form, { withSealed: false, releases, stages });
  const facts = new Map(dictionary.map(([name = '', , ...more]) => [name, more]));
  const { people } = officeExportFiles.in(ENGLISH);
  const inBlocks = blocks.flatMap((block) => {
    // Of a choice the words come last, as on its sheet.
    const byTitle = new Map((block.entries.get(1) ?? []).map((column) => [titleOf(column), column]));
    return [...byTitle].map(([title, column]) => {
      return { id: column.name, title: `${block.title}: ${title}`, about: aboutAnswer(column) };
    });
  });
  return [
    [people.title, people.meaning, people.id, ...header],
    ...[...columns, ...inBlocks].map(({ id, title, about }) => [
      title,
      about,
      facts.has(id) ? id : '',
      ...(facts.get(id) ?? []),
    ]),
  ];
}

/** The sheets of one form: the applications, one for each repeated block, the items, and the meaning of each column. */
function sheetsOf(part: WorkbookPart, allWords: Words, about: AboutWorkbook) {
  const { form, applications, releases, stages } = part;
  const { people: words } = allWords;
  const { timeZone, chosen } = about;
  const hasItems = isTaken(chosen, ITEMS) && applications.some(({ items }) => items.length > 0);
  const { columns, blocks } = peopleColumns(form, { releases, stages }, chosen);
  const table: SheetData = [
    columns.map(({ title }) => titleCell(title)),
    ...applications.map((application) => columns.map(({ read }) => read(application, timeZone))),
  ];
  const ids = [...[...columns, ...blocks].map(({ id }) => id), ...(hasItems ? [ITEMS] : [])];
  return {
    ids,
    sheets: [
      tableSheet(words.applications, table),
      ...blocks.map(({ title, entries }) => tableSheet(title, rowsOf(blockRows(entries, applications)))),
      ...(hasItems ? [itemsSheet(part, allWords, timeZone)] : []),
      tableSheet(words.columns, rowsOf(meaningRows(part, columns, blocks))),
    ],
  };
}

/** What a reader has to know of a workbook: of which list it is, when, for whom and why. */
export interface AboutWorkbook {
  readonly university: string;
  readonly timeZone: string;
  readonly made: Date;
  readonly by: string;
  readonly purpose: string;
  /** The columns that somebody chose, by id; null for the usual ones. */
  readonly chosen: readonly string[] | null;
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

/** A workbook for people, and the ids of its columns. With several forms, the names of sheets begin with the form. */
export async function workbookOf(parts: readonly WorkbookPart[], about: AboutWorkbook) {
  const words = officeExportFiles.in(ENGLISH);
  const count = parts.reduce((sum, { applications }) => sum + applications.length, 0);
  const made = parts.map((part) => ({ id: part.id, ...sheetsOf(part, words, about) }));
  const tables = made.flatMap(({ id, sheets }) =>
    sheets.map((sheet) => ({
      ...sheet,
      sheet: sheetName(parts.length === 1 ? (sheet.sheet ?? '') : `${id} ${sheet.sheet}`),
    })),
  );
  const sheets = [...tables, aboutSheet(about, count, words)];
  const file = await writeXlsxFile(sheets, { features: [filterButtons(sheets)] }).toBuffer();
  return { file, columns: [...new Set(made.flatMap(({ ids }) => ids))] };
}
