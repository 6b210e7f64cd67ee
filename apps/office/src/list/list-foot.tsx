import type { ResponseOf } from '@firstyear/api-contract/call';
import type { applications } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeList } from '@firstyear/words/office-list';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../shared/formats.tsx';
import { atFirstPage, filterOf, type ListSearch } from '../shared/list-search.ts';
import { useMe } from '../shared/queries.ts';
import { useSingleKeys } from '../shared/single-keys.ts';
import styles from './list.module.css';
import { ManyActs } from './many-acts.tsx';
import type { Selected } from './selection.ts';

interface ListFootProps {
  readonly data: ResponseOf<typeof applications>;
  readonly search: ListSearch;
  readonly selected: Selected;
  readonly onSelect: (selected: Selected) => void;
}

/** The number of applications, the selection with its acts, and links to other pages of the list. */
export function ListFoot({ data, search, selected, onSelect }: ListFootProps) {
  const words = useWords(officeList);
  const { number } = useFormats();
  const me = useMe();
  const keys = useSingleKeys();
  const { total, previous, next } = data;
  const rest = atFirstPage(search);
  const count = selected === 'all' ? total.count : selected.size;
  return (
    <>
      {count > 0 && (
        <section className={`row ${styles.selection}`} aria-label={words.selection} data-selection>
          <span role="status">
            {selected === 'all' ? words.allOfView({ count: total.count }) : words.selected({ count })}
          </span>
          {selected !== 'all' && !total.is_more && total.count > selected.size && (
            <Button variant="quiet" onClick={() => onSelect('all')}>
              {words.selectAll({ count: total.count })}
            </Button>
          )}
          <Button variant="quiet" onClick={() => onSelect(new Set())}>
            {words.clearSelection}
          </Button>
          <ManyActs
            selection={selected === 'all' ? { filter: filterOf(search) } : { ids: [...selected] }}
            onDone={() => onSelect(new Set())}
          />
        </section>
      )}
      <footer className={`row ${styles.foot}`}>
        <p>{total.is_more ? words.rangeMore({ count: number(total.count) }) : words.range({ count: total.count })}</p>
        <nav className={styles.pages} aria-label={words.title}>
          {previous && (
            <Link to="/applications" search={{ ...rest, before: previous }} rel="prev">
              ‹ {words.previous}
            </Link>
          )}
          {next && (
            <Link to="/applications" search={{ ...rest, after: next }} rel="next">
              {words.next} ›
            </Link>
          )}
          {next && (
            <Link to="/applications" search={{ ...rest, last: '1' }}>
              {words.last}
            </Link>
          )}
        </nav>
        {me.rights.includes('numbers') && (
          <Link to="/numbers" search={me.sees === 'names' ? {} : filterOf(search)}>
            {words.numbers}
          </Link>
        )}
        {me.rights.includes('read') && (
          <p className={styles.keys}>
            <span>
              {keys.areOn && (me.acts_on_many.length > 0 ? `${words.keys} ${words.selectingKeys}` : words.keys)}
            </span>{' '}
            <Button variant="quiet" onClick={() => keys.set(!keys.areOn)}>
              {keys.areOn ? words.keysOff : words.keysOn}
            </Button>
          </p>
        )}
      </footer>
    </>
  );
}
