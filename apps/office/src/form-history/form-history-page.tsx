import type { ResponseOf } from '@firstyear/api-contract/call';
import { formHistory } from '@firstyear/api-contract/desk';
import { useWords } from '@firstyear/ui/words.ts';
import { officeFormHistory } from '@firstyear/words/office-form-history';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../shared/formats.tsx';
import { usePageTitle } from '../shared/partner.ts';
import { queryOf } from '../shared/queries.ts';
import { QueryState } from '../shared/states.tsx';
import table from '../shared/table.module.css';
import styles from './form-history.module.css';

type Release = ResponseOf<typeof formHistory>['forms'][number]['releases'][number];

function ReleaseSection({ release, isFirst }: { readonly release: Release; readonly isFirst: boolean }) {
  const words = useWords(officeFormHistory);
  const { moment } = useFormats();
  const { number, released_at, serves, changes } = release;
  return (
    <section className={styles.release} aria-labelledby={`release-${number}`}>
      <div className={`row ${styles.head}`}>
        <h2 id={`release-${number}`}>{words.release({ number })}</h2>
        <time dateTime={released_at}>{moment(released_at)}</time>
        {serves && <span className={styles.serves}>{words.serves}</span>}
      </div>
      {changes.length === 0 ? (
        <p className="quiet">{isFirst ? words.first : words.wordsOnly}</p>
      ) : (
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The releases of the form with their changes. */
export function FormHistoryPage() {
  const words = useWords(officeFormHistory);
  const query = useQuery(queryOf('form-history', formHistory));
  const forms = query.data?.forms ?? [];
  usePageTitle(words.title);
  return (
    <main id="content" className={table.page}>
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      <QueryState query={query} />
      {query.data && forms.every(({ releases }) => releases.length === 0) && <p className="quiet">{words.none}</p>}
      {forms.map(({ form, releases }) => (
        <div key={form} className={`stack ${styles.releases}`}>
          {forms.length > 1 && <p className={styles.form}>{form}</p>}
          {releases.map((release) => (
            <ReleaseSection key={release.number} release={release} isFirst={release === releases.at(-1)} />
          ))}
        </div>
      ))}
    </main>
  );
}
