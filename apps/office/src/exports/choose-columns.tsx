import type { ResponseOf } from '@firstyear/api-contract/call';
import { exportColumns } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeExports } from '@firstyear/words/office-exports';
import { useQuery } from '@tanstack/react-query';
import styles from '../shared/choices.module.css';
import { queryOf } from '../shared/queries.ts';
import table from '../shared/table.module.css';

type Group = ResponseOf<typeof exportColumns>['groups'][number];

const idsOf = ({ columns }: Group) => columns.map(({ id }) => id);

interface ChooseColumnsProps {
  /** Ids of columns; undefined for the usual ones. */
  readonly chosen: readonly string[] | undefined;
  readonly onChoose: (chosen: readonly string[] | undefined) => void;
}

/** The columns of a workbook, folded under the headings of the form. */
export function ChooseColumns({ chosen, onChoose }: ChooseColumnsProps) {
  const words = useWords(officeExports);
  const { data } = useQuery(queryOf('export-columns', exportColumns));
  if (!data) return null;
  const { groups } = data;
  const all = groups.flatMap(({ columns }) => columns);
  const taken = new Set(chosen ?? all.flatMap(({ id, is_usual }) => (is_usual ? [id] : [])));
  const countOf = (ids: readonly string[]) => ids.filter((id) => taken.has(id)).length;
  const toggle = (ids: readonly string[], isTaken: boolean) =>
    onChoose(all.map(({ id }) => id).filter((id) => (ids.includes(id) ? isTaken : taken.has(id))));
  const tick = (label: string, ids: readonly string[]) => (
    <label key={ids.join(' ')}>
      <input
        type="checkbox"
        checked={countOf(ids) === ids.length}
        onChange={(event) => toggle(ids, event.currentTarget.checked)}
      />
      <span lang="en">{label}</span>
    </label>
  );
  return (
    <details className={`${table.folded} ${styles.choices}`}>
      <summary>{words.columns({ taken: countOf(all.map(({ id }) => id)), all: all.length })}</summary>
      <p className="quiet">{words.columnsHint}</p>
      {groups.map((group) => (
        <details key={group.title} className={table.folded}>
          <summary>
            {words.ofGroup({ group: group.title, taken: countOf(idsOf(group)), all: group.columns.length })}
          </summary>
          <fieldset aria-label={group.title}>
            {group.columns.length > 1 && tick(words.wholeGroup, idsOf(group))}
            {group.columns.map(({ id, title }) => tick(title, [id]))}
          </fieldset>
        </details>
      ))}
      {chosen && (
        <Button variant="quiet" onClick={() => onChoose(undefined)}>
          {words.usualColumns}
        </Button>
      )}
    </details>
  );
}
