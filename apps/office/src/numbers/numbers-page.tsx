import { numbers } from '@firstyear/api-contract/desk';
import { useWords } from '@firstyear/ui/words.ts';
import { officeList } from '@firstyear/words/office-list';
import { officeNumbers } from '@firstyear/words/office-numbers';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { choiceWords } from '../shared/choice-words.ts';
import { Options } from '../shared/fields.tsx';
import { useFormats } from '../shared/formats.tsx';
import { filterOf } from '../shared/list-search.ts';
import { usePageTitle, usePartner } from '../shared/partner.ts';
import { choicesQuery, queryOf } from '../shared/queries.ts';
import { QueryState } from '../shared/states.tsx';
import table from '../shared/table.module.css';
import { Bars, DayChart } from './charts.tsx';
import styles from './numbers.module.css';
import { placeOf } from './place-of.ts';

/** Statistics of applications and drafts. Each chart is a table as well. */
export function NumbersPage() {
  const words = useWords(officeNumbers);
  const { residence, language, checklist } = useWords(officeList);
  const { form } = usePartner();
  const { number } = useFormats();
  const search = useSearch({ from: '/desk/numbers' });
  const { term, of = 'submitted' } = search;
  const isOfList = Object.keys(filterOf(search)).some((name) => name !== 'term' && name !== 'sort');
  const navigate = useNavigate();
  const { data: choices } = useQuery(choicesQuery);
  const query = useQuery(queryOf('numbers', numbers, { query: search }));
  const { data } = query;
  const wordOf = choiceWords(choices);
  usePageTitle(words.title);
  const rowsOf = (
    rows: readonly { readonly value: string | null; readonly count: number }[],
    nameOf: (value: string) => string | undefined = (value) => value,
    unknown: string = words.unknown,
  ) =>
    rows.map(({ value, count }) => {
      const name = value === null ? words.others : value === '' ? unknown : (nameOf(value) ?? value);
      return { name, count };
    });
  const choice = (list: 'terms' | 'states' | 'pages' | 'stages') => (value: string) => wordOf(list, value);
  const from = (names: Readonly<Record<string, string>>) => (value: string) => names[value];
  const totals =
    data &&
    ([
      [words.started, data.started],
      [words.submitted, data.submitted],
      [words.withdrawn, data.withdrawn],
      [words.documentsWaiting, data.documents_waiting],
      [words.mailsWaiting, data.mails_waiting],
      [words.mailsFailed, data.mails_failed],
    ] as const);
  return (
    <main id="content" className={table.page}>
      <div className={`row ${table.head}`}>
        <h1>{words.title}</h1>
        <label className={styles.term}>
          {words.term}{' '}
          <select
            className={table.select}
            value={term ?? ''}
            onChange={({ currentTarget: { value } }) =>
              void navigate({ to: '/numbers', search: { ...search, term: value } })
            }
          >
            <option value="">{words.allTerms}</option>
            {term && choices && !choices.terms.some(({ value }) => value === term) && (
              <option value={term}>{term}</option>
            )}
            <Options choices={choices?.terms ?? []} />
          </select>
        </label>
        <label className={styles.term}>
          {words.of}{' '}
          <select
            className={table.select}
            value={of}
            onChange={(event) => {
              const chosen = event.currentTarget.value === 'started' ? 'started' : undefined;
              void navigate({ to: '/numbers', search: { ...search, of: chosen } });
            }}
          >
            <option value="submitted">{words.counted.submitted}</option>
            <option value="started">{words.counted.started}</option>
          </select>
        </label>
      </div>
      {isOfList && (
        <p className="quiet">
          {words.ofList}{' '}
          <Link to="/numbers" search={{ term, of: search.of }}>
            {words.ofAll}
          </Link>
        </p>
      )}
      <QueryState query={query} />
      {data && totals && (
        <>
          <dl className={styles.totals}>
            {totals.map(([label, count]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{number(count)}</dd>
              </div>
            ))}
          </dl>
          <div className={styles.charts}>
            <DayChart title={words.byDay} days={data.by_day} />
            {data.by_checklist.some(({ value }) => value !== 'none') && (
              <Bars title={words.byChecklist} rows={rowsOf(data.by_checklist, from(checklist))} />
            )}
            <Bars title={words.byTerm} rows={rowsOf(data.by_term, choice('terms'))} />
            <Bars title={words.byState} rows={rowsOf(data.by_state, choice('states'))} />
            {data.by_stage.length > 0 && (
              <Bars title={words.byStage} rows={rowsOf(data.by_stage, choice('stages'), words.noStage)} />
            )}
            <Bars title={words.byResidence} rows={rowsOf(data.by_residence, from(residence))} />
            <Bars title={words.byLanguage} rows={rowsOf(data.by_language, from(language))} />
            <Bars title={words.byDevice} hint={words.byDeviceHint} rows={rowsOf(data.by_device, from(words.device))} />
            <Bars title={words.bySchool} rows={rowsOf(data.by_school)} />
            <Bars
              title={words.draftsStopAt}
              hint={words.draftsStopHint}
              rows={rowsOf(data.drafts_stop_at, choice('pages'))}
            />
            <Bars
              title={words.draftsStopAfter}
              hint={words.draftsStopAfterHint}
              rows={rowsOf(data.drafts_stop_after, (key) => placeOf(form, key))}
            />
          </div>
          <p className="quiet">{words.testAccounts}</p>
        </>
      )}
    </main>
  );
}
