import type { ResponseOf } from '@firstyear/api-contract/call';
import { AUDIT_KINDS, auditTrail, LEFT_OFFICE, officePaths, type TrailEvent } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeAudit } from '@firstyear/words/office-audit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CardTable } from '../shared/card-table.tsx';
import { colleagueOptions } from '../shared/choice-words.ts';
import { DownloadLink } from '../shared/download-link.tsx';
import { useEventWords } from '../shared/event-words.ts';
import { SelectFilter, TextFilter } from '../shared/filter-fields.tsx';
import { ShortMoment } from '../shared/formats.tsx';
import { readQuery, stringifySearch } from '../shared/list-search.ts';
import { usePageTitle } from '../shared/partner.ts';
import { choicesQuery, queryOf } from '../shared/queries.ts';
import { QueryState } from '../shared/states.tsx';
import styles from '../shared/table.module.css';

/** The search parameters of the audit trail. */
export const readAuditSearch = (raw: Readonly<Record<string, unknown>>) => readQuery(auditTrail.query, raw);

/** An event, with its applications and columns folded. */
function EventRow({ event }: { readonly event: TrailEvent }) {
  const words = useWords(officeAudit);
  const eventWords = useEventWords();
  const { at, by, text, application_id, confirmation_number, applications, columns } = event;
  return (
    <tr>
      <td className={styles.moment}>
        <ShortMoment at={at} />
      </td>
      <td dir="auto">{eventWords(by)}</td>
      <td dir="auto">
        {text}
        {applications.length > 0 && (
          <details className={styles.folded}>
            <summary>{words.applications}</summary>
            {applications.map((number) => (
              <span key={number}>
                <Link to="/audit" search={{ q: number }}>
                  {number}
                </Link>{' '}
              </span>
            ))}
            {applications.length === MOST_SHOWN && words.more({ count: MOST_SHOWN })}
          </details>
        )}
        {columns.length > 0 && (
          <details className={styles.folded}>
            <summary>{words.columns({ count: columns.length })}</summary>
            {columns.join(', ')}
          </details>
        )}
      </td>
      <td className={styles.moment}>
        {application_id && (
          <Link to="/audit" search={{ application: application_id }}>
            {confirmation_number ?? application_id.slice(0, 8)}
          </Link>
        )}
      </td>
    </tr>
  );
}

/** The server names no more applications of one event. */
const MOST_SHOWN = 100;

/** The audit trail, newest first. */
export function AuditPage() {
  const words = useWords(officeAudit);
  const eventWords = useEventWords();
  const search = useSearch({ from: '/desk/audit' });
  const navigate = useNavigate();
  const { data: choices } = useQuery(choicesQuery);
  const query = useQuery({
    ...queryOf('audit', auditTrail, { query: search }),
    placeholderData: keepPreviousData<ResponseOf<typeof auditTrail>>,
  });
  const { data } = query;
  usePageTitle(words.title);
  const { before: _before, ...filters } = search;
  const isBackwards = (search.from ?? '') > (search.to ?? '9');
  const set = (name: keyof typeof search, value: string) =>
    void navigate({ to: '/audit', search: readAuditSearch({ ...filters, [name]: value }) });
  const kinds = [
    { value: LEFT_OFFICE, label: words.leftOffice },
    ...AUDIT_KINDS.map((kind) => ({ value: kind, label: eventWords(kind) })),
  ];
  return (
    <main id="content" className={styles.page}>
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      <section className={`row ${styles.filters}`} aria-label={words.filters}>
        <TextFilter type="text" label={words.search} value={search.q} onChange={(q) => set('q', q)} />
        <SelectFilter
          label={words.person}
          value={search.person}
          options={colleagueOptions(choices)}
          anyLabel={words.everyone}
          onChoose={(person) => set('person', person)}
        />
        <SelectFilter
          label={words.kind}
          value={search.kind}
          options={kinds}
          anyLabel={words.allKinds}
          onChoose={(kind) => set('kind', kind)}
        />
        <TextFilter type="date" label={words.from} value={search.from} onChange={(day) => set('from', day)} />
        <TextFilter type="date" label={words.to} value={search.to} onChange={(day) => set('to', day)} />
        {search.application && (
          <Button variant="quiet" onClick={() => set('application', '')}>
            {words.allApplications}
          </Button>
        )}
      </section>
      <QueryState query={query} />
      {data?.events.length === 0 && <p className="quiet">{isBackwards ? words.backwards : words.none}</p>}
      {data && data.events.length > 0 && (
        <>
          <p className={styles.foot}>
            <DownloadLink href={`${officePaths.trailFile}${stringifySearch(filters)}`}>{words.file}</DownloadLink>
          </p>
          <CardTable columns={words.column}>
            {data.events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </CardTable>
        </>
      )}
      <p className={styles.pages}>
        {search.before && (
          <Link to="/audit" search={filters}>
            {words.newest}
          </Link>
        )}
        {data?.next && (
          <Link to="/audit" search={{ ...filters, before: data.next }}>
            {words.older}
          </Link>
        )}
      </p>
    </main>
  );
}
