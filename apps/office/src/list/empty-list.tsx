import { BUILT_IN_VIEWS } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeList } from '@firstyear/words/office-list';
import { type Choices, choiceWords } from '../shared/choice-words.ts';
import { useFormats } from '../shared/formats.tsx';
import { filterOf, type ListSearch } from '../shared/list-search.ts';
import styles from './list.module.css';

interface EmptyListProps {
  readonly search: ListSearch;
  readonly choices: Choices | undefined;
  readonly hidesDrafts: boolean;
  readonly onChange: (next: Partial<ListSearch>) => void;
}

/** Shown if nobody has applied yet, or if the search found nothing: repeats the search, and offers to search everywhere. */
export function EmptyList({ search, choices, hidesDrafts, onChange }: EmptyListProps) {
  const words = useWords(officeList);
  const { date } = useFormats();
  const { q, view = 'all', label = '' } = search;
  const names = Object.keys(filterOf(search)).filter((name) => name !== 'sort');
  const isOfAll = names.every((name) => name === 'view' || name === 'q') && view === 'all' && !hidesDrafts;
  const isFirstRun = isOfAll && q === undefined;
  if (isFirstRun) {
    const next = choices?.deadlines.filter(({ closes }) => Date.parse(closes) > Date.now()).at(0);
    return (
      <section className={styles.empty}>
        <h2>{words.empty.first}</h2>
        {next && (
          <p>{words.empty.closes({ term: choiceWords(choices)('terms', next.term), day: date(next.closes) })}</p>
        )}
      </section>
    );
  }
  const isNothingAssigned = view === 'mine' && names.every((name) => name === 'view');
  const isLabelGone = label !== '' && choices?.labels.includes(label) === false;
  const isBackwards = (search.from ?? '') > (search.to ?? '9');
  const standing = BUILT_IN_VIEWS.find((id) => id === view && id !== 'all');
  const viewName = standing ? words.empty.inView({ view: words.view[standing] }) : '';
  const reason = () => {
    if (isNothingAssigned) return words.empty.mineText;
    if (isBackwards) return words.empty.backwards;
    if (isLabelGone) return words.empty.noLabel({ label });
    return q === undefined ? words.empty.filtered : words.empty.searched({ text: q, view: viewName });
  };
  return (
    <section className={styles.empty} role="status">
      <h2>{isNothingAssigned ? words.empty.mine : words.empty.title}</h2>
      <p dir="auto">{reason()}</p>
      {q !== undefined && <p>{words.empty.searchable}</p>}
      {!isOfAll && (
        <Button
          variant="secondary"
          onClick={() => {
            const cleared = Object.fromEntries(names.map((name) => [name, undefined]));
            onChange({ ...cleared, view: 'all', ...(q && { q }), sort: undefined });
          }}
        >
          {words.empty.everywhere}
        </Button>
      )}
    </section>
  );
}
