import { numbers } from '@firstyear/api-contract/desk';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { officeList } from '@firstyear/words/office-list';
import { officeNumbers } from '@firstyear/words/office-numbers';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { request } from '../app/api.ts';
import { usePartner } from '../app/partner.ts';
import { choicesQuery } from '../app/queries.ts';
import { Failure, Loading } from '../app/states.tsx';
import table from '../app/table.module.css';
import { usePageTitle } from '../app/use-page-title.ts';
import { choiceWords } from '../list/choice-words.ts';
import { Bars, DayChart } from './charts.tsx';
import styles from './numbers.module.css';

const numbersQuery = (term: string | undefined) =>
  queryOptions({
    queryKey: ['numbers', term],
    queryFn: ({ signal }) => request(numbers, { query: { ...(term && { term }) }, signal }),
  });

/** How many, from where, since when, and where drafts stop. Each chart is a table as well. */
export function NumbersPage() {
  const words = useWords(officeNumbers);
  const { residence, language } = useWords(officeList);
  const { form } = usePartner();
  const { locale } = useLanguage();
  const { term } = useSearch({ from: '/desk/numbers' });
  const navigate = useNavigate();
  const { data: choices } = useQuery(choicesQuery);
  const { data, error, refetch } = useQuery(numbersQuery(term));
  const wordOf = choiceWords(choices);
  usePageTitle(words.title);
  const named = (
    rows: readonly { readonly value: string; readonly count: number }[],
    nameOf: (value: string) => string | undefined = (value) => value,
  ) => rows.map(({ value, count }) => ({ name: value === '' ? words.unknown : (nameOf(value) ?? value), count }));
  const choice = (list: 'terms' | 'states' | 'pages') => (value: string) => wordOf(list, value);
  const from = (names: Readonly<Record<string, string>>) => (value: string) => names[value];
  const totals =
    data &&
    ([
      [words.started, data.started],
      [words.submitted, data.submitted],
      [words.documentsWaiting, data.documents_waiting],
      [words.mailsWaiting, data.mails_waiting],
      [words.mailsFailed, data.mails_failed],
    ] as const);
  return (
    <main id="content" className={table.page}>
      <div className={table.head}>
        <h1>{words.title}</h1>
        <label className={styles.term}>
          {words.term}{' '}
          <select
            className={table.select}
            value={term ?? ''}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              void navigate({ to: '/numbers', search: chosen === '' ? {} : { term: chosen } });
            }}
          >
            <option value="">{words.allTerms}</option>
            {choices?.terms.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && totals && (
        <>
          <dl className={styles.totals}>
            {totals.map(([label, count]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{count.toLocaleString(locale)}</dd>
              </div>
            ))}
          </dl>
          <div className={styles.charts}>
            <DayChart title={words.byDay} days={data.by_day} />
            <Bars title={words.byTerm} rows={named(data.by_term, choice('terms'))} />
            <Bars title={words.byState} rows={named(data.by_state, choice('states'))} />
            <Bars title={words.byResidence} rows={named(data.by_residence, from(residence))} />
            <Bars title={words.byLanguage} rows={named(data.by_language, from(language))} />
            <Bars title={words.byDevice} hint={words.byDeviceHint} rows={named(data.by_device, from(words.device))} />
            <Bars title={words.bySchool} rows={named(data.by_school)} />
            <Bars
              title={words.draftsStopAt}
              hint={words.draftsStopHint}
              rows={named(data.drafts_stop_at, choice('pages'))}
            />
            <Bars
              title={words.draftsStopAfter}
              hint={words.draftsStopAfterHint}
              rows={named(data.drafts_stop_after, (key) => form.byKey.get(key)?.question.label)}
            />
          </div>
          <p className={table.quiet}>{words.testAccounts}</p>
        </>
      )}
    </main>
  );
}
