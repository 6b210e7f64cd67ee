import { useWords } from '@firstyear/ui/words.ts';
import { officeList } from '@firstyear/words/office-list';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { choiceWords, colleagueName } from '../shared/choice-words.ts';
import { useFormats } from '../shared/formats.tsx';
import { SEARCH_ID } from '../shared/list-focus.ts';
import { atFirstPage, filterOf, type ListSearch } from '../shared/list-search.ts';
import { usePageTitle } from '../shared/partner.ts';
import { choicesQuery, listQuery, useMe } from '../shared/queries.ts';
import { type KeyActs, useSingleKeyActs } from '../shared/single-keys.ts';
import { Failure, Loading } from '../shared/states.tsx';
import { shownColumns } from './columns.tsx';
import { EmptyList } from './empty-list.tsx';
import styles from './list.module.css';
import { ListFilters } from './list-filters.tsx';
import { ListFoot } from './list-foot.tsx';
import { ListTable } from './list-table.tsx';
import { ListViews } from './list-views.tsx';
import { useSelection } from './selection.ts';
import { SimilarNames } from './similar-names.tsx';

const focusedRow = () => document.activeElement?.closest('tr');

function focusNextRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
  const row = focusedRow();
  const now = links.findIndex((link) => link.closest('tr') === row);
  const next = now < 0 && by < 0 ? links.length - 1 : now + by;
  links[next]?.focus();
}

const KEYS: KeyActs = {
  j: () => focusNextRow(1),
  k: () => focusNextRow(-1),
  x: () => focusedRow()?.querySelector<HTMLElement>('input[type=checkbox]')?.click(),
  a: () => document.querySelector<HTMLElement>('[data-selection] fieldset button')?.focus(),
  '/': () => document.getElementById(SEARCH_ID)?.focus(),
};

/** The list of applications. Its whole state but the selection is in the address. */
export function ListPage() {
  const words = useWords(officeList);
  const formats = useFormats();
  const me = useMe();
  const search = useSearch({ from: '/desk/applications' });
  const navigate = useNavigate({ from: '/applications' });
  const { columns, ...query } = search;
  const { data, error, isPlaceholderData, refetch } = useQuery(listQuery(query));
  const { data: choices } = useQuery(choicesQuery);
  // Sorting keeps the selection.
  const [selected, setSelected] = useSelection(`${me.id} ${JSON.stringify({ ...filterOf(search), sort: undefined })}`);
  usePageTitle(words.title);
  useSingleKeyActs(KEYS);
  /** Filters and order begin at the first page. */
  const change = (next: Partial<ListSearch>) => {
    void navigate({ search: { ...atFirstPage(search), ...next } });
  };
  const rows = data?.rows ?? [];
  // What was on this page has left the list, such as the last ones to read.
  const isPastEnd = Boolean(search.after ?? search.before) && data?.rows.length === 0 && !isPlaceholderData;
  useEffect(() => {
    if (!isPastEnd) return;
    void navigate({ search: atFirstPage, replace: true });
  }, [isPastEnd, navigate]);
  return (
    <main id="content" className={styles.page}>
      <h1 className={styles.heading}>{words.title}</h1>
      <ListViews search={search} />
      {me.sees !== 'names' && <ListFilters search={search} choices={choices} onChange={change} />}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.ignores_search && <p role="status">{words.searchIgnored({ text: search.q ?? '' })}</p>}
      {data?.hides_drafts && <p className="quiet">{words.withoutDrafts}</p>}
      {data && rows.length === 0 && !isPastEnd && (
        <EmptyList search={search} choices={choices} hidesDrafts={data.hides_drafts === true} onChange={change} />
      )}
      {(rows.length > 0 || !data) && !(error && !data) && (
        <ListTable
          rows={rows}
          columns={shownColumns(columns, me.sees, choices)}
          canOpen={me.rights.includes('read')}
          canSelect={me.acts_on_many.length > 0}
          search={search}
          isBusy={!data || isPlaceholderData}
          selected={selected}
          onSelect={setSelected}
          onSort={(sort) => change({ sort })}
          context={{
            words,
            formats,
            wordOf: choiceWords(choices),
            nameOf: (colleague) => colleagueName(choices, colleague, words.hasLeft),
          }}
        />
      )}
      {!data && !error && <Loading />}
      {data && rows.length > 0 && <ListFoot data={data} search={search} selected={selected} onSelect={setSelected} />}
      {data?.similar && data.similar.length > 0 && (
        <SimilarNames rows={data.similar} canOpen={me.rights.includes('read')} search={search} />
      )}
    </main>
  );
}
