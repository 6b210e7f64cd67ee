import type { ListRow } from '@firstyear/api-contract/desk';
import { useWords } from '@firstyear/ui/words.ts';
import { officeList } from '@firstyear/words/office-list';
import { Link } from '@tanstack/react-router';
import type { ListSearch } from '../shared/list-search.ts';
import { rowName } from '../shared/row-name.ts';
import styles from './list.module.css';

interface SimilarNamesProps {
  readonly rows: readonly ListRow[];
  readonly canOpen: boolean;
  readonly search: ListSearch;
}

/** Applications whose names are spelled like the search: below the list, and not part of it. */
export function SimilarNames({ rows, canOpen, search }: SimilarNamesProps) {
  const words = useWords(officeList);
  return (
    <section aria-labelledby="similar" className={styles.similar}>
      <h2 id="similar">{words.similar}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            {canOpen ? (
              <Link to="/applications/$id" params={{ id: row.id }} search={search} dir="auto">
                {rowName(row, words.nameless)}
              </Link>
            ) : (
              <bdi>{rowName(row, words.nameless)}</bdi>
            )}{' '}
            <span className="quiet">
              {[words.status[row.status], row.confirmation_number, row.email].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
