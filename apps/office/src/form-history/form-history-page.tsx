import type { ResponseOf } from '@firstyear/api-contract/call';
import { type FormChangeShown, formHistory } from '@firstyear/api-contract/desk';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { formatMoment } from '@firstyear/words/format';
import { officeFormHistory } from '@firstyear/words/office-form-history';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../app/api.ts';
import { useMe } from '../app/queries.ts';
import { Failure, Loading } from '../app/states.tsx';
import table from '../app/table.module.css';
import { usePageTitle } from '../app/use-page-title.ts';
import styles from './form-history.module.css';

const historyQuery = queryOptions({
  queryKey: ['form-history'],
  queryFn: ({ signal }) => request(formHistory, { signal }),
});

type Release = ResponseOf<typeof formHistory>['forms'][number]['releases'][number];

function Change({ kind, name, before = '', after = '' }: FormChangeShown) {
  const words = useWords(officeFormHistory);
  return <li>{words.changes[kind]({ name, before, after })}</li>;
}

function ReleaseSection({ release, isFirst }: { readonly release: Release; readonly isFirst: boolean }) {
  const words = useWords(officeFormHistory);
  const language = useLanguage();
  const { time_zone } = useMe();
  const { number, released_at, serves, drafts, changes } = release;
  return (
    <section className={styles.release} aria-labelledby={`release-${number}`}>
      <div className={styles.head}>
        <h2 id={`release-${number}`}>{words.release({ number })}</h2>
        <time dateTime={released_at}>{formatMoment(language, time_zone, new Date(released_at))}</time>
        {serves && <span className={styles.serves}>{words.serves}</span>}
      </div>
      {changes.length === 0 ? (
        <p className={table.quiet}>{isFirst ? words.first : words.wordsOnly}</p>
      ) : (
        <ul>
          {changes.map((change) => (
            <Change key={JSON.stringify(change)} {...change} />
          ))}
        </ul>
      )}
      {drafts > 0 && <p>{words.drafts({ count: drafts })}</p>}
    </section>
  );
}

/** What each release of the form changed, when, and how many drafts it touched. */
export function FormHistoryPage() {
  const words = useWords(officeFormHistory);
  const { data, error, refetch } = useQuery(historyQuery);
  usePageTitle(words.title);
  const forms = data?.forms ?? [];
  return (
    <main id="content" className={table.page}>
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && forms.every(({ releases }) => releases.length === 0) && <p className={table.quiet}>{words.none}</p>}
      {forms.map(({ form, releases }) => (
        <div key={form} className={styles.releases}>
          {forms.length > 1 && <p className={styles.form}>{form}</p>}
          {releases.map((release) => (
            <ReleaseSection key={release.number} release={release} isFirst={release === releases.at(-1)} />
          ))}
        </div>
      ))}
    </main>
  );
}
