import type { ListRow, Sort } from '@firstyear/api-contract/desk';
import type { WordsOf } from '@firstyear/words';
import type { officeList } from '@firstyear/words/office-list';
import type { ReactNode } from 'react';
import type { Choices, choiceWords } from '../shared/choice-words.ts';
import type { Formats } from '../shared/formats.tsx';
import type { Me } from '../shared/queries.ts';
import styles from './list.module.css';

type Words = WordsOf<typeof officeList.texts>;

/** Everything that cells need besides their row. */
export interface CellContext {
  readonly words: Words;
  readonly formats: Formats;
  /** The name of a colleague by id; a fixed text for one who has left. */
  readonly nameOf: (colleague: string | null | undefined) => string;
  readonly wordOf: ReturnType<typeof choiceWords>;
}

export type ColumnId = keyof Words['column'];

export interface Column {
  readonly id: ColumnId;
  readonly sort?: Sort;
  /** Whether it is shown by default. */
  readonly isUsual: boolean;
  readonly cell: (row: ListRow, context: CellContext) => ReactNode;
}

function momentCell(row: ListRow, { words, formats, wordOf }: CellContext): ReactNode {
  if (row.submitted_at) return <time dateTime={row.submitted_at}>{formats.shortMoment(row.submitted_at)}</time>;
  const page = wordOf('pages', row.last_page);
  const parts = [
    words.started({ day: row.started_at ? formats.shortDate(row.started_at) : '' }),
    page !== '' && words.lastPage({ page }),
    row.extended_until && words.extended({ day: formats.date(row.extended_until) }),
  ];
  return <span className={styles.draft}>{parts.filter(Boolean).join(' · ')}</span>;
}

function checklistCell({ checklist, to_check_since: since }: ListRow, { words, formats }: CellContext): ReactNode {
  if (!checklist || checklist === 'none') return '';
  const text = words.checklist[checklist];
  return since ? words.since({ what: text, day: formats.shortDate(since) }) : text;
}

/** The columns after the name, in their order. */
const COLUMNS: readonly Column[] = [
  { id: 'number', isUsual: false, cell: (row) => row.confirmation_number ?? '' },
  { id: 'email', isUsual: false, cell: (row) => row.email ?? '' },
  { id: 'born', isUsual: false, cell: (row, { formats }) => formats.day(row.birth_date) },
  {
    id: 'school',
    sort: 'school',
    isUsual: true,
    cell: (row) => [row.school, row.school_state].filter(Boolean).join(', '),
  },
  { id: 'term', sort: 'term', isUsual: true, cell: (row, { wordOf }) => wordOf('terms', row.term) },
  { id: 'major', sort: 'major', isUsual: true, cell: (row, { wordOf }) => wordOf('majors', row.major) },
  { id: 'state', sort: 'state', isUsual: false, cell: (row, { wordOf }) => wordOf('states', row.state) },
  { id: 'residence', isUsual: false, cell: (row, { words }) => (row.residence ? words.residence[row.residence] : '') },
  { id: 'language', isUsual: false, cell: (row, { words }) => (row.language ? words.language[row.language] : '') },
  { id: 'moment', sort: 'moment', isUsual: true, cell: momentCell },
  {
    id: 'documents',
    isUsual: true,
    cell: (row, { words }) =>
      row.documents && row.documents !== 'none' ? (
        <span data-document={row.documents} className={styles.document}>
          {words.documents[row.documents]}
        </span>
      ) : (
        ''
      ),
  },
  { id: 'checklist', isUsual: true, cell: checklistCell },
  { id: 'assigned', sort: 'assigned', isUsual: true, cell: (row, { nameOf }) => nameOf(row.assigned_to) },
  { id: 'stage', isUsual: true, cell: (row, { wordOf }) => wordOf('stages', row.stage) },
  {
    id: 'labels',
    isUsual: true,
    cell: (row) =>
      row.labels?.length ? (
        <ul className={styles.labels}>
          {row.labels.map((label) => (
            <li key={label} dir="auto">
              {label}
            </li>
          ))}
        </ul>
      ) : (
        ''
      ),
  },
];

/** The columns that this office can show: a stage only where there is a list of stages. */
export const offeredColumns = (choices: Pick<Choices, 'stages'> | undefined): readonly Column[] =>
  COLUMNS.filter(({ id }) => id !== 'stage' || (choices?.stages ?? []).length > 0);

/** The columns with these ids (from the address), or the usual ones. A role that sees only names gets the confirmation number. */
export function shownColumns(
  columns: string | undefined,
  sees: Me['sees'],
  choices: Pick<Choices, 'stages'> | undefined,
): readonly Column[] {
  if (sees === 'names') return COLUMNS.filter(({ id }) => id === 'number');
  const offered = offeredColumns(choices);
  if (columns === undefined) return offered.filter(({ isUsual }) => isUsual);
  const ids = columns.split(',');
  return offered.filter(({ id }) => ids.includes(id));
}
