import type { ListRow, Sort } from '@firstyear/api-contract/desk';
import type { WordsOf } from '@firstyear/words';
import { formatDate } from '@firstyear/words/format';
import type { officeList } from '@firstyear/words/office-list';
import type { ReactNode } from 'react';
import type { Me } from '../app/queries.ts';
import styles from './list.module.css';

type Words = WordsOf<typeof officeList.texts>;

/** What cells need besides their row. */
export interface CellContext {
  readonly words: Words;
  readonly locale: string;
  readonly timeZone: string;
  /** The name of a colleague by id, or that they have left. */
  readonly nameOf: (colleague: string | null | undefined) => string;
  /** The words of a stored value; the value itself where the form no longer offers it. */
  readonly wordOf: (list: 'terms' | 'majors' | 'states' | 'pages', value: string | undefined) => string;
}

export type ColumnId = keyof Words['column'];

interface Column {
  readonly id: ColumnId;
  readonly sort?: Sort;
  /** Shown unless somebody chose otherwise. */
  readonly isUsual: boolean;
  readonly cell: (row: ListRow, context: CellContext) => ReactNode;
}

const day = ({ locale, timeZone }: CellContext, moment: string | null | undefined) =>
  moment ? new Date(moment).toLocaleDateString(locale, { dateStyle: 'medium', timeZone }) : '';

function sentWhen(row: ListRow, context: CellContext): ReactNode {
  const { words, locale, timeZone } = context;
  if (row.submitted_at) {
    const moment = new Date(row.submitted_at);
    return (
      <time dateTime={row.submitted_at}>
        {moment.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })}
      </time>
    );
  }
  const page = context.wordOf('pages', row.last_page);
  const extended = row.extended_until && formatDate({ locale }, timeZone, new Date(row.extended_until));
  const parts = [
    words.started({ day: day(context, row.started_at) }),
    page !== '' && words.lastPage({ page }),
    extended && words.extended({ day: extended }),
  ];
  return <span className={styles.draft}>{parts.filter(Boolean).join(' · ')}</span>;
}

/** The columns after the name, in their order. */
export const COLUMNS: readonly Column[] = [
  { id: 'number', isUsual: false, cell: (row) => row.confirmation_number ?? '' },
  { id: 'email', isUsual: false, cell: (row) => row.email ?? '' },
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
  { id: 'moment', sort: 'moment', isUsual: true, cell: sentWhen },
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
  { id: 'assigned', sort: 'assigned', isUsual: true, cell: (row, { nameOf }) => nameOf(row.assigned_to) },
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

/** Those of the ids in an address, or the usual ones; for a role that sees names alone the confirmation number. */
export function shownColumns(columns: string | undefined, sees: Me['sees']): readonly Column[] {
  if (sees === 'names') return COLUMNS.filter(({ id }) => id === 'number');
  if (columns === undefined) return COLUMNS.filter(({ isUsual }) => isUsual);
  const ids = columns.split(',');
  return COLUMNS.filter(({ id }) => ids.includes(id));
}

/** "Family, given" as lists are read; the preferred name behind it. */
export function rowName(row: ListRow, nameless: string): string {
  const name = [row.family_name, row.given_name].filter((part) => part !== '').join(', ');
  return name === '' ? (row.email ?? nameless) : name;
}
