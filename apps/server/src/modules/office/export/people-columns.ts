import { type Field, type Form, isChoice, isDocument, labelsOf, paperLabelOf, traitsOf } from '@firstyear/form-engine';
import { type Stage, stageName } from '@firstyear/partner-config';
import { ENGLISH, LANGUAGE_CODES } from '@firstyear/words';
import { formatDate } from '@firstyear/words/format';
import { officeExportFiles } from '@firstyear/words/office-export-files';
import { officeList } from '@firstyear/words/office-list';
import { serviceView } from '@firstyear/words/service-view';
import type { CellObject } from 'write-excel-file/node';
import type { Db } from '../../../db/transaction.ts';
import { staffNames } from '../../accounts/staff/service.ts';
import { listRows, type OfficeRow } from '../list/service.ts';
import { type Column, type ColumnOptions, columnsOf, type ExportedApplication } from './columns.ts';
import { listedName } from './read-applications.ts';

const words = officeExportFiles.in(ENGLISH);
const listWords = officeList.in(ENGLISH);
const { corrected } = serviceView.in(ENGLISH);

/** The longest cell in Excel, and the characters that XML doesn't allow. */
const MAX_CELL = 32_767;
const NOT_XML = /(?![\t\n\r\u0080-\u009f])\p{Cc}|[\ufffe\uffff]/gu;
/** What Excel reads as an escaped character, such as _x0041_ for A. */
const ESCAPE = /_(?=x[\da-f]{4}_)/gi;

/** A cell of text, so that no program reads its value as a formula, a number or an escape. */
export const cell = (value: string): CellObject => ({
  value: value.replaceAll(NOT_XML, '').slice(0, MAX_CELL).replaceAll(ESCAPE, '_x005F_'),
  type: String,
});

/** Excel has no time zones: its moments are what the university's clock showed. */
export function momentCell(moment: Date | null | undefined, timeZone: string): CellObject | null {
  if (!moment) return null;
  const shown = moment.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return { value: new Date(`${shown.replace(' ', 'T')}Z`), type: Date, format: 'yyyy-mm-dd hh:mm' };
}

/** An answer as a number, a date or words; what is no such value, as text. */
function answerCell({ field, name }: Column, value: string): CellObject | null {
  if (value === '') return null;
  const question = field?.question;
  if (question === undefined || name !== question.key) return cell(value);
  if (question.kind === 'number' && /^-?\d{1,15}([.]\d+)?$/.test(value)) return { value: Number(value), type: Number };
  if (question.kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value))
    return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  if (traitsOf(question).isBoolean) return cell(value === 'true' ? words.yes : words.no);
  return cell(value);
}

/** The meaning of a column of answers, which are values as answerCell() writes them. */
export const aboutAnswer = ({ field, name, about }: Column): string =>
  field && name === field.question.key && traitsOf(field.question).isBoolean ? words.people.meanings.check : about;

/** An application with its row in the office's list, for columns about the office's work. */
export interface PeopleApplication extends ExportedApplication {
  readonly office?: { readonly row: OfficeRow; readonly assignedTo: string } | undefined;
}

/** A column of the sheet of applications. */
interface PeopleColumn {
  readonly id: string;
  readonly title: string;
  /** The meaning of the column, for the reader of the workbook. */
  readonly about: string;
  /** The heading that it is offered under. */
  readonly group: string;
  readonly read: (application: PeopleApplication, timeZone: string) => CellObject | null;
}

type OfficeColumn = keyof typeof officeExportFiles.texts.people.office;
const OFFICE: Readonly<
  Record<OfficeColumn, (office: NonNullable<PeopleApplication['office']>, timeZone: string) => CellObject | null>
> = {
  labels: ({ row }) => cell(row.labels.join(', ')),
  assigned: ({ assignedTo }) => cell(assignedTo),
  looked_at: ({ row }, timeZone) => momentCell(row.looked_at, timeZone),
  withdrawn: ({ row }, timeZone) => momentCell(row.withdrawn_at, timeZone),
  extended: ({ row }, timeZone) => momentCell(row.extended_until, timeZone),
  checklist: ({ row }) => cell(listWords.checklist[row.checklist]),
  residence: ({ row }) => cell(listWords.residence[row.residence]),
  language: ({ row }) => {
    const code = LANGUAGE_CODES.find((known) => known === row.language);
    return code ? cell(listWords.language[code]) : null;
  },
};
const OFFICE_COLUMNS = Object.keys(OFFICE).filter((name): name is OfficeColumn => name in OFFICE);
const officeId = (name: OfficeColumn) => `office:${name}`;
const isOffice = (id: string) => id.startsWith('office:');

/** The application's number is in every workbook. */
const NUMBER = 'confirmation_number';
/** The sheet with a row for each item; programs read them in a column of that name. */
export const ITEMS = 'items';
/** Facts that have columns or a sheet of their own for people. */
const SHOWN_IN_WORDS = new Set([NUMBER, 'submitted_at', 'account_email', 'stage', 'corrections', ITEMS]);

export const entryOf = ({ field }: Column) => field?.gates.find((gate) => gate.kind === 'component');

/** The columns of each repeated block by entry. Later entries ask the same questions as the first, or fewer. */
const blocksOf = (columns: readonly Column[]) =>
  [...Map.groupBy(columns, (column) => entryOf(column)?.repeater)].flatMap(([repeater, block]) =>
    repeater === undefined
      ? []
      : [
          {
            id: `block:${repeater}`,
            title: block[0]?.form.repeaters.get(repeater)?.noun ?? repeater,
            entries: Map.groupBy(block, (column) => entryOf(column)?.number ?? 0),
          },
        ],
  );

// Of a choice its words, of a document the name of its file.
const hasWords = ({ question }: Field) => isChoice(question) || isDocument(question);

/** The title of a column, the same for every entry. */
export const titleOf = ({ field, name }: Column): string => {
  if (field === undefined) return name;
  const label = paperLabelOf(field.question);
  return name === field.question.key || hasWords(field) ? label : `${label} (text)`;
};

/** Titles that say which question they mean, where others have the same: with its legend or section, the question before it, and then its key. */
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
  sharpen(({ field }, title) => (field ? `${field.legends.at(-1) ?? field.section.title}: ${title}` : title));
  sharpen((column, title) => {
    const before = columns[columns.indexOf(column) - 1];
    return before ? words.people.after({ title, question: titleOf(before) }) : title;
  });
  sharpen(({ name }, title) => `${title} (${name})`);
  return titles;
}

const stageColumn = (stages: readonly Stage[]): PeopleColumn => ({
  id: 'stage',
  title: words.people.stage,
  about: words.people.meanings.stage,
  group: words.people.groups.office,
  read: ({ stage }) => cell(stageName({ stages }, stage) ?? stage),
});

const correctionsColumn: PeopleColumn = {
  id: 'corrections',
  title: words.people.corrections,
  about: words.people.meanings.corrections,
  group: words.people.groups.office,
  read: ({ form, corrections }, timeZone) => {
    const lines = corrections.map(({ corrected_at, changed_keys }) =>
      corrected({ day: formatDate(ENGLISH, timeZone, corrected_at), questions: labelsOf(form, changed_keys) }),
    );
    return cell(lines.join('\n'));
  },
};

/** Who it is first, then the answers in the form's order, what the office did, and what only programs ask for. */
function sheetColumns(columns: readonly Column[], stages: readonly Stage[]): readonly PeopleColumn[] {
  const { people } = words;
  const who: readonly Omit<PeopleColumn, 'group'>[] = [
    {
      id: NUMBER,
      title: people.number,
      about: words.facts.confirmation_number,
      read: ({ submission }) => cell(submission?.confirmation_number ?? ''),
    },
    {
      id: 'name',
      title: people.name,
      about: people.meanings.name,
      read: ({ form, content }) => cell(listedName(form, content.answers)),
    },
    {
      id: 'submitted_at',
      title: people.submitted,
      about: people.meanings.moment,
      read: ({ submission }, timeZone) => momentCell(submission?.submitted_at, timeZone),
    },
    { id: 'account_email', title: people.email, about: words.facts.account_email, read: ({ email }) => cell(email) },
  ];
  const answers = columns.filter(
    ({ field, name }) => field !== undefined && !(hasWords(field) && name === field.question.key),
  );
  const technical = columns.filter(({ field, name }) => field === undefined && !SHOWN_IN_WORDS.has(name));
  const titles = distinctTitles(answers);
  return [
    ...who.map((column) => ({ ...column, group: people.groups.who })),
    ...answers.map((column) => ({
      id: column.name,
      title: titles.get(column) ?? column.name,
      about: aboutAnswer(column),
      group: column.field?.section.title ?? '',
      read: (exported: PeopleApplication) => answerCell(column, column.read(exported)),
    })),
    correctionsColumn,
    ...(stages.length === 0 ? [] : [stageColumn(stages)]),
    ...OFFICE_COLUMNS.map((name) => ({
      id: officeId(name),
      title: people.office[name],
      about: people.meanings[name],
      group: people.groups.office,
      read: ({ office }: PeopleApplication, timeZone: string) => (office ? OFFICE[name](office, timeZone) : null),
    })),
    ...technical.map((column) => ({
      id: column.name,
      title: column.name,
      about: column.about,
      group: people.groups.programs,
      read: (exported: PeopleApplication) => cell(column.read(exported)),
    })),
  ];
}

/** Whether a column is in a workbook: a chosen one, or without a choice each but those of the office. */
export const isTaken = (chosen: readonly string[] | null, id: string) =>
  id === NUMBER || (chosen === null ? !isOffice(id) : chosen.includes(id));

/** A workbook has no sealed answers. */
type PeopleOptions = Required<Omit<ColumnOptions, 'withSealed'>>;

/** All columns and repeated blocks that a workbook of a form can have. */
function possibleColumns(form: Form, options: PeopleOptions) {
  const columns = columnsOf(form, { ...options, withSealed: false });
  const outsideBlocks = columns.filter((column) => entryOf(column) === undefined);
  return { columns: sheetColumns(outsideBlocks, options.stages), blocks: blocksOf(columns) };
}

/** The columns and repeated blocks of one form in a workbook. */
export function peopleColumns(form: Form, options: PeopleOptions, chosen: readonly string[] | null) {
  const { columns, blocks } = possibleColumns(form, options);
  return {
    columns: columns.filter(({ id }) => isTaken(chosen, id)),
    blocks: blocks.filter(({ id }) => isTaken(chosen, id)),
  };
}

/** All columns that a workbook of a form can have besides the application's number, under their headings. */
export function columnChoices(form: Form, options: PeopleOptions) {
  const { columns, blocks } = possibleColumns(form, options);
  const { blocks: group } = words.people.groups;
  const sheets = [...blocks, { id: ITEMS, title: words.items.sheet }].map(({ id, title }) => ({ id, title, group }));
  return [...columns, ...sheets]
    .filter(({ id }) => id !== NUMBER)
    .map(({ id, title, group }) => ({ id, title: title.replace(`${group}: `, ''), group, is_usual: !isOffice(id) }));
}

/** The applications with what the office did, where one of the chosen columns is of that. */
export async function withOffice(
  db: Db,
  applications: readonly ExportedApplication[],
  chosen: readonly string[] | null,
): Promise<readonly PeopleApplication[]> {
  if (!chosen?.some(isOffice)) return applications;
  const rows = await listRows(
    db,
    [],
    applications.map(({ application }) => application.id),
  );
  const names = await staffNames(
    db,
    rows.flatMap(({ assigned_to }) => assigned_to ?? []),
  );
  const byId = new Map(rows.map((row) => [row.application_id, row]));
  return applications.map((exported) => {
    const row = byId.get(exported.application.id);
    return { ...exported, office: row && { row, assignedTo: names.get(row.assigned_to ?? '') ?? '' } };
  });
}
