import { markLookedAt, neighbors, type OfficeApplication } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { showError } from '@firstyear/ui/toast-store.ts';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { formatDate, formatMoment } from '@firstyear/words/format';
import { officeApplication } from '@firstyear/words/office-application';
import { officeList } from '@firstyear/words/office-list';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { request } from '../app/api.ts';
import { useMe } from '../app/queries.ts';
import { useSentence } from '../app/states.tsx';
import { rowName } from '../list/columns.tsx';
import { noteOpened } from '../list/last-opened.ts';
import { filterOf } from '../list/list-search.ts';
import { Acts } from './acts.tsx';
import styles from './application.module.css';
import { useRefresh } from './labels.tsx';
import { usePresence } from './use-presence.ts';

/** The one before and the one after, in the list that this one was opened from. */
function Neighbors({ id }: { readonly id: string }) {
  const words = useWords(officeApplication);
  const list = useWords(officeList);
  const { locale } = useLanguage();
  const search = useSearch({ from: '/desk/applications/$id' });
  const navigate = useNavigate();
  const { place, doc: _doc, ...rest } = search;
  const filter = filterOf(rest);
  const { data } = useQuery({
    queryKey: ['neighbors', id, filter, place],
    queryFn: ({ signal }) =>
      request(neighbors, { params: { id }, query: { ...filter, ...(place && { place }) }, signal }),
    placeholderData: keepPreviousData,
  });
  // The place stays in the address, so that the way on holds when this one has left the list, and after a reload.
  const found = data?.place;
  useEffect(() => {
    if (place === undefined && found) void navigate({ to: '.', search: { ...search, place: found }, replace: true });
  }, [place, found, navigate, search]);
  const total = data?.total;
  const way = (to: string | null | undefined, label: string, sign: string, rel: 'prev' | 'next') =>
    to ? (
      <Link to="/applications/$id" params={{ id: to }} search={filter} rel={rel} aria-label={label}>
        {sign}
      </Link>
    ) : (
      <span aria-hidden="true">{sign}</span>
    );
  return (
    <nav aria-label={list.title} className={styles.neighbors}>
      <Link to="/applications" search={filter}>
        {words.back}
      </Link>
      {way(data?.previous, words.previous, '‹', 'prev')}
      {data?.position != null && total && (
        <span>
          {words.position({
            position: data.position.toLocaleString(locale),
            total: total.is_more
              ? list.more({ count: total.count.toLocaleString(locale) })
              : total.count.toLocaleString(locale),
          })}
        </span>
      )}
      {way(data?.next, words.next, '›', 'next')}
    </nav>
  );
}

/** Whose application it is, where it is in its list, and what may be done with it. */
export function ApplicationHead({ application }: { readonly application: OfficeApplication }) {
  const words = useWords(officeApplication);
  const list = useWords(officeList);
  const language = useLanguage();
  const me = useMe();
  const sentence = useSentence();
  const { row, looked_at } = application;
  const refresh = useRefresh(row.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const others = usePresence(row.id);
  useEffect(() => {
    noteOpened(row.id);
    heading.current?.focus();
  }, [row.id]);
  const looking = useMutation({
    mutationFn: () => request(markLookedAt, { params: { id: row.id } }),
    onSuccess: refresh,
    onError: (error) => showError(sentence(error)),
  });
  const sent = row.submitted_at ? formatMoment(language, me.time_zone, new Date(row.submitted_at)) : '';
  const status = {
    draft: row.started_at ? words.draft({ day: formatDate(language, me.time_zone, new Date(row.started_at)) }) : '',
    submitted: words.submitted({ moment: sent }),
    withdrawn: words.withdrawn({ moment: sent }),
  }[row.status];
  const hasLookedAt = looked_at.some(
    ({ is_mine, at }) => is_mine && Date.parse(at) >= Date.parse(row.submitted_at ?? at),
  );
  return (
    <header className={styles.head}>
      <Neighbors id={row.id} />
      <div className={styles.who}>
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {rowName(row, list.nameless)}
        </h1>
        <p>{[row.confirmation_number, status].filter(Boolean).join(' · ')}</p>
        {others.length > 0 && (
          <p role="status" className={styles.others}>
            {words.alsoHere({
              count: others.length,
              names: new Intl.ListFormat(language.locale).format(others),
            })}
          </p>
        )}
      </div>
      <div className={styles.acts}>
        {me.rights.includes('note') &&
          (hasLookedAt ? (
            <span className={styles.looked} tabIndex={-1}>
              ✓ {words.lookedAt}
            </span>
          ) : (
            <Button busy={looking.isPending} onClick={() => looking.mutate()}>
              {words.markLookedAt}
            </Button>
          ))}
        <Button variant="secondary" onClick={() => window.print()}>
          {words.print}
        </Button>
        <Acts application={application} />
      </div>
    </header>
  );
}
