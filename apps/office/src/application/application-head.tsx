import {
  markLookedAt,
  markPresent,
  neighbors,
  type OfficeApplication,
  officeCopy,
  officePaths,
} from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { browserClock } from '@firstyear/ui/clock.ts';
import { showError } from '@firstyear/ui/toast-store.ts';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { officeList } from '@firstyear/words/office-list';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isOutOfSight, request } from '../shared/api.ts';
import { download } from '../shared/download-link.tsx';
import { useFormats } from '../shared/formats.tsx';
import { noteOpened } from '../shared/list-focus.ts';
import { filterOf } from '../shared/list-search.ts';
import { applicationQuery, checklistQuery, queryOf, useMe } from '../shared/queries.ts';
import { rowName } from '../shared/row-name.ts';
import { useAct } from '../shared/states.tsx';
import { Acts } from './acts.tsx';
import styles from './application.module.css';
import { useRefresh } from './labels.tsx';

const PRESENCE_MS = 30_000;

/**
 * Reports every half minute that this person has the application open, and reads it again with its checklist when it has changed.
 * Returns the names of others who have it open.
 */
function usePresence({ row: { id, status, is_new }, version }: OfficeApplication): readonly string[] {
  const queries = useQueryClient();
  const { data, dataUpdatedAt, error } = useQuery({
    ...queryOf('present', markPresent, { params: { id } }),
    refetchInterval: PRESENCE_MS,
    staleTime: PRESENCE_MS,
    retry: false,
  });
  const isGone = isOutOfSight(error);
  const hasChanged = data !== undefined && ((data.version ?? 0) > version || (data.status ?? status) !== status);
  // Each report counts: another change may follow, and reading it again may fail.
  const changedAt = hasChanged ? dataUpdatedAt : 0;
  useEffect(() => {
    if (!isGone && changedAt === 0) return;
    for (const { queryKey } of [applicationQuery(id), checklistQuery(id)]) void queries.invalidateQueries({ queryKey });
  }, [isGone, changedAt, id, queries]);
  const isNoLongerNew = data !== undefined && is_new === true;
  useEffect(() => {
    if (!isNoLongerNew) return;
    for (const name of ['applications', 'views']) void queries.invalidateQueries({ queryKey: [name] });
  }, [isNoLongerNew, queries]);
  return data?.others ?? [];
}

/** Links to the previous and next application of the list that this one was opened from. */
function Neighbors({ id }: { readonly id: string }) {
  const words = useWords(officeApplication);
  const listWords = useWords(officeList);
  const formats = useFormats();
  const search = useSearch({ from: '/desk/applications/$id' });
  const navigate = useNavigate();
  const { place, doc: _doc, ...list } = search;
  const { data } = useQuery({
    ...queryOf('neighbors', neighbors, { params: { id }, query: { ...filterOf(list), ...(place && { place }) } }),
    placeholderData: keepPreviousData,
  });
  // Kept in the address, so that the links work after a reload, and when this application is no longer in the list.
  const loadedPlace = data?.place;
  useEffect(() => {
    if (place !== undefined || !loadedPlace) return;
    void navigate({ to: '.', search: { ...search, place: loadedPlace }, replace: true });
  }, [place, loadedPlace, navigate, search]);
  const total = data?.total;
  const link = (to: string | null | undefined, label: string, sign: string, rel: 'prev' | 'next') =>
    to ? (
      <Link to="/applications/$id" params={{ id: to }} search={list} rel={rel} aria-label={label}>
        {sign}
      </Link>
    ) : (
      <span aria-hidden="true">{sign}</span>
    );
  return (
    <nav aria-label={listWords.title} className={styles.neighbors}>
      <Link to="/applications" search={list} data-back>
        {words.back}
      </Link>
      {link(data?.previous, words.previous, '‹', 'prev')}
      {data?.position != null && total && (
        <span>
          {words.position({
            position: formats.number(data.position),
            total: total.is_more ? listWords.more({ count: formats.number(total.count) }) : formats.number(total.count),
          })}
        </span>
      )}
      {link(data?.next, words.next, '›', 'next')}
    </nav>
  );
}

const COPY_POLL_MS = 1000;

/** Downloads the PDF copy, once it is printed. */
function PdfCopy({ id }: { readonly id: string }) {
  const words = useWords(officeApplication);
  const printing = useAct(
    async () => {
      for (;;) {
        const { status } = await request(officeCopy, { params: { id } });
        if (status === 'COMPLETED' || status === 'FAILED') return status;
        await new Promise<void>((resolve) => browserClock.after(COPY_POLL_MS, resolve));
      }
    },
    (status) => (status === 'FAILED' ? showError(words.copyFailed) : download(officePaths.copy(id))),
  );
  return (
    <Button variant="secondary" busy={printing.isPending} onClick={() => printing.mutate()}>
      {words.pdfCopy}
    </Button>
  );
}

/** The applicant's name, the application's place in its list, and the acts on it. */
export function ApplicationHead({ application }: { readonly application: OfficeApplication }) {
  const words = useWords(officeApplication);
  const list = useWords(officeList);
  const { locale } = useLanguage();
  const formats = useFormats();
  const me = useMe();
  const { row, looked_at } = application;
  const heading = useRef<HTMLHeadingElement>(null);
  const others = usePresence(application);
  useEffect(() => {
    noteOpened(row.id);
    heading.current?.focus();
  }, [row.id]);
  const name = rowName(row, list.nameless);
  const sheetHead = [name, row.confirmation_number].filter(Boolean).join(' · ');
  useEffect(() => {
    // A string of CSS, for the head of each printed sheet.
    document.documentElement.style.setProperty('--sheet-head', JSON.stringify(sheetHead));
    return () => void document.documentElement.style.removeProperty('--sheet-head');
  }, [sheetHead]);
  const marking = useAct(() => request(markLookedAt, { params: { id: row.id } }), useRefresh(row.id));
  const moment = row.submitted_at ? formats.moment(row.submitted_at) : '';
  const status = {
    draft: row.started_at ? words.draft({ day: formats.date(row.started_at) }) : '',
    submitted: words.submitted({ moment }),
    withdrawn: words.withdrawn({ moment }),
  }[row.status];
  const hasLookedAt = looked_at.some(
    ({ is_mine, at }) => is_mine && Date.parse(at) >= Date.parse(row.submitted_at ?? at),
  );
  return (
    <header className={`row ${styles.head}`}>
      <Neighbors id={row.id} />
      <div className={styles.who}>
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {name}
        </h1>
        <p>{[row.confirmation_number, status].filter(Boolean).join(' · ')}</p>
        {others.length > 0 && (
          <p role="status" className={styles.others}>
            {words.alsoHere({
              count: others.length,
              names: new Intl.ListFormat(locale).format(others),
            })}
          </p>
        )}
      </div>
      <div className={`row ${styles.acts}`}>
        {me.rights.includes('note') &&
          (hasLookedAt ? (
            <span className={styles.looked} tabIndex={-1}>
              ✓ {words.lookedAt}
            </span>
          ) : (
            <Button data-mark busy={marking.isPending} onClick={() => marking.mutate()}>
              {words.markLookedAt}
            </Button>
          ))}
        <Button variant="secondary" onClick={() => window.print()}>
          {words.print}
        </Button>
        {row.status !== 'draft' && <PdfCopy id={row.id} />}
        <Acts application={application} />
      </div>
    </header>
  );
}
