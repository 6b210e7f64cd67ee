import type { ResponseOf } from '@firstyear/api-contract/call';
import { auditTrail, disclosures } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeAudit } from '@firstyear/words/office-audit';
import { officeExports } from '@firstyear/words/office-exports';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CardTable } from '../shared/card-table.tsx';
import { colleagueOptions } from '../shared/choice-words.ts';
import { useEventWords } from '../shared/event-words.ts';
import { SelectFilter, TextFilter } from '../shared/filter-fields.tsx';
import { ShortMoment, useFormats } from '../shared/formats.tsx';
import { readQuery } from '../shared/list-search.ts';
import { usePageTitle } from '../shared/partner.ts';
import { choicesQuery, queryOf } from '../shared/queries.ts';
import { QueryState } from '../shared/states.tsx';
import styles from '../shared/table.module.css';

/** The search parameters of the audit trail. */
export function readAuditSearch(raw: Readonly<Record<string, unknown>>) {
  const { kind: _, ...search } = readQuery(auditTrail.query, raw);
  return search;
}

const ISO_MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Whether a detail is an id that means nothing to staff. */
const isInternalId = (name: string) => name.endsWith('_id') && name !== 'staff_id';

function Disclosures() {
  const words = useWords(officeAudit);
  const eventWords = useEventWords();
  const formats: Readonly<Record<string, string>> = useWords(officeExports).formats;
  const { number } = useFormats();
  const { data } = useQuery(queryOf('disclosures', disclosures));
  const columns: Readonly<Record<keyof typeof words.disclosure, string>> = words.disclosure;
  if (!data) return null;
  if (data.disclosures.length === 0) return <p className={styles.quiet}>{words.noDisclosures}</p>;
  return (
    <CardTable columns={columns} caption={words.disclosures}>
      {data.disclosures.map((disclosure) => (
        <tr key={`${disclosure.at} ${disclosure.by} ${disclosure.format}`}>
          <th scope="row" className={styles.moment}>
            <ShortMoment at={disclosure.at} />
          </th>
          <td dir="auto" data-label={columns.by}>
            {eventWords(disclosure.by)}
          </td>
          <td data-label={columns.format}>{formats[disclosure.format] ?? disclosure.format}</td>
          <td className={styles.number} data-label={columns.rows}>
            {number(disclosure.rows)}
          </td>
          <td>
            <details className={styles.folded}>
              <summary>{words.columns({ count: disclosure.columns.length })}</summary>
              {disclosure.columns.join(', ')}
            </details>
          </td>
          <td dir="auto" data-label={columns.purpose}>
            {disclosure.purpose}
          </td>
          <td dir="auto" data-label={columns.receiver}>
            {disclosure.receiver}
          </td>
        </tr>
      ))}
    </CardTable>
  );
}

/** The audit trail, newest first, and the disclosures: exports that left the office. */
export function AuditPage() {
  const words = useWords(officeAudit);
  const { moment } = useFormats();
  const eventWords = useEventWords();
  const formats: Readonly<Record<string, string>> = useWords(officeExports).formats;
  const search = useSearch({ from: '/desk/audit' });
  const navigate = useNavigate();
  const { data: choices } = useQuery(choicesQuery);
  const query = useQuery({
    ...queryOf('audit', auditTrail, { query: search }),
    placeholderData: keepPreviousData<ResponseOf<typeof auditTrail>>,
  });
  const { data } = query;
  usePageTitle(words.title);
  const valueWords = (value: string) => {
    if (ISO_MOMENT.test(value)) return moment(value);
    return formats[value] ?? choices?.colleagues.find(({ id }) => id === value)?.name ?? value;
  };
  const detailWords = (name: string, value: string) => {
    // The disclosures below list them.
    if (name === 'columns') return words.columns({ count: value.split(' ').length });
    const label = name === 'staff_id' ? words.colleague : name.replaceAll('_', ' ');
    return words.detail({ name: label, value: valueWords(value) });
  };
  const { before: _before, ...filters } = search;
  const isBackwards = (search.from ?? '') > (search.to ?? '9');
  const set = (name: keyof typeof search, value: string) =>
    void navigate({ to: '/audit', search: readAuditSearch({ ...filters, [name]: value }) });
  return (
    <main id="content" className={styles.page}>
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      <section className={styles.filters} aria-label={words.filters}>
        <SelectFilter
          label={words.person}
          value={search.person}
          options={colleagueOptions(choices)}
          anyLabel={words.everyone}
          onChoose={(person) => set('person', person)}
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
      {data?.events.length === 0 && <p className={styles.quiet}>{isBackwards ? words.backwards : words.none}</p>}
      {data && data.events.length > 0 && (
        <CardTable columns={words.column}>
          {data.events.map(({ id, at, by, kind, application_id, confirmation_number, detail }) => (
            <tr key={id}>
              <td className={styles.moment}>
                <ShortMoment at={at} />
              </td>
              <td dir="auto">{eventWords(by)}</td>
              <td>{eventWords(kind)}</td>
              <td className={styles.moment}>
                {application_id && (
                  <Link to="/audit" search={{ application: application_id }}>
                    {confirmation_number ?? application_id.slice(0, 8)}
                  </Link>
                )}
              </td>
              <td dir="auto" className={styles.quiet}>
                {Object.entries(detail)
                  .filter(([name, value]) => value !== '' && value !== confirmation_number && !isInternalId(name))
                  .map(([name, value]) => detailWords(name, String(value)))
                  .filter((text) => text !== words.detail({ name: words.colleague, value: by }))
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </CardTable>
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
      <Disclosures />
    </main>
  );
}
