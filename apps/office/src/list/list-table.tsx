import { type ListRow, SORTS, type Sort } from '@firstyear/api-contract/desk';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusLastOpened } from '../shared/list-focus.ts';
import type { ListSearch } from '../shared/list-search.ts';
import { type Me, useMe } from '../shared/queries.ts';
import { namesakes, rowName } from '../shared/row-name.ts';
import table from '../shared/table.module.css';
import type { CellContext, Column, ColumnId } from './columns.tsx';
import styles from './list.module.css';
import type { Selected } from './selection.ts';

interface ListTableProps {
  readonly rows: readonly ListRow[];
  readonly columns: readonly Column[];
  readonly search: ListSearch;
  /** Whether these are the previous rows, while the next ones load. */
  readonly isBusy: boolean;
  /** Whether names lead to applications, and rows can be selected. */
  readonly canOpen: boolean;
  readonly canSelect: boolean;
  readonly selected: Selected;
  readonly onSelect: (selected: Selected) => void;
  readonly onSort: (sort: NonNullable<ListSearch['sort']>) => void;
  readonly context: CellContext;
}

/** How the list is sorted by default: newest first, or by name for people who see only names. */
const defaultSort = ({ sees }: Me) => (sees === 'names' ? 'name' : '-moment');

interface HeaderProps extends Pick<ListTableProps, 'onSort' | 'context'> {
  readonly id: ColumnId;
  readonly by: Sort | undefined;
  readonly sort: string;
}

function ColumnHeader({ id, by, sort, onSort, context: { words } }: HeaderProps) {
  const label = words.column[id];
  if (by === undefined) {
    return (
      <th scope="col" data-column={id}>
        {label}
      </th>
    );
  }
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined;
  return (
    <th scope="col" data-column={id} aria-sort={direction}>
      <button
        type="button"
        className={styles.sort}
        title={words.sort({ column: label })}
        onClick={() => onSort(direction === 'ascending' ? `-${by}` : by)}
      >
        {label}
        <span aria-hidden="true">{direction === 'ascending' ? '▲' : direction === 'descending' ? '▼' : ''}</span>
      </button>
    </th>
  );
}

/** A word after the name. */
function Badge({ className, children }: { readonly className: string | undefined; readonly children: string }) {
  return (
    <>
      {' '}
      <span className={className}>{children}</span>
    </>
  );
}

const without = (selected: ReadonlySet<string>, ids: readonly string[]) =>
  new Set([...selected].filter((id) => !ids.includes(id)));

/** An ordinary table, not a virtual one: screen readers count its rows, and the browser's search finds its text. */
export function ListTable(props: ListTableProps) {
  const { rows, columns, search, isBusy, canOpen, canSelect, selected, onSelect, onSort, context } = props;
  const { words, formats } = context;
  const me = useMe();
  const sameNamed = namesakes(rows);
  useEffect(() => {
    if (!isBusy) focusLastOpened();
  }, [isBusy]);
  const isLongestFirst = search.sort === undefined && search.view === 'to-check';
  const sort = isLongestFirst ? '' : (search.sort ?? defaultSort(me));
  const ids = rows.map(({ id }) => id);
  const isSelected = (id: string) => selected === 'all' || selected.has(id);
  const areAllSelected = ids.length > 0 && ids.every(isSelected);
  const chosen: ReadonlySet<string> = selected === 'all' ? new Set(ids) : selected;
  const toggle = (toggled: readonly string[], on: boolean) =>
    onSelect(on ? new Set([...chosen, ...toggled]) : without(chosen, toggled));
  const sorted = isLongestFirst
    ? words.longestFirst
    : words.sortedBy({
        column: words.column[SORTS.find((by) => by === sort.replace('-', '')) ?? 'moment'],
        direction: sort.startsWith('-') ? words.descending : words.ascending,
      });
  return (
    <table className={`${table.table} ${table.cards} ${styles.table}`} aria-busy={isBusy}>
      <caption>
        <VisuallyHidden>{words.caption({ sorted })}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {canSelect && (
            <th scope="col" className={styles.tick}>
              <label>
                <input
                  type="checkbox"
                  checked={areAllSelected}
                  onChange={(event) => toggle(ids, event.currentTarget.checked)}
                />
                <VisuallyHidden>{words.selectPage}</VisuallyHidden>
              </label>
            </th>
          )}
          <ColumnHeader id="name" by="name" sort={sort} onSort={onSort} context={context} />
          {columns.map(({ id, sort: by }) => (
            <ColumnHeader key={id} id={id} by={by} sort={sort} onSort={onSort} context={context} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const name = rowName(row, words.nameless);
          const born = sameNamed.has(row.id) ? formats.day(row.birth_date) : '';
          return (
            <tr key={row.id} data-read={row.is_looked_at || undefined} data-selected={isSelected(row.id) || undefined}>
              {canSelect && (
                <td className={styles.tick}>
                  <label>
                    <input
                      type="checkbox"
                      checked={isSelected(row.id)}
                      onChange={(event) => toggle([row.id], event.currentTarget.checked)}
                    />
                    <VisuallyHidden>{words.select({ name: [name, born].filter(Boolean).join(', ') })}</VisuallyHidden>
                  </label>
                </td>
              )}
              <th scope="row" data-column="name">
                {canOpen ? (
                  <Link
                    to="/applications/$id"
                    params={{ id: row.id }}
                    search={search}
                    className={styles.name}
                    data-row-link={row.id}
                    dir="auto"
                  >
                    {name}
                  </Link>
                ) : (
                  <span className={styles.name} dir="auto">
                    {name}
                  </span>
                )}
                {row.preferred_name && (
                  <span className={styles.preferred} dir="auto">
                    {' '}
                    “{row.preferred_name}”
                  </span>
                )}
                {born && <Badge className={styles.born}>{words.born({ day: born })}</Badge>}
                {row.is_new && <Badge className={styles.new}>{words.isNew}</Badge>}
                {row.status !== 'submitted' && <Badge className={styles.status}>{words.status[row.status]}</Badge>}
                {row.is_test && <Badge className={styles.status}>{words.testAccount}</Badge>}
              </th>
              {columns.map(({ id, cell }) => (
                <td key={id} data-column={id} data-label={words.column[id]} dir="auto">
                  {cell(row, context)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
