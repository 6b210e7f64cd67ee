import { DOCUMENT_STATES, OFFICE_STATUSES, RESIDENCES } from '@firstyear/api-contract/desk';
import { CHECKLISTS } from '@firstyear/api-contract/item-states';
import { Button } from '@firstyear/ui/button.tsx';
import { Popover } from '@firstyear/ui/popover.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { LANGUAGE_CODES } from '@firstyear/words';
import { officeLabels } from '@firstyear/words/office-labels';
import { officeList } from '@firstyear/words/office-list';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Choices, colleagueOptions } from '../shared/choice-words.ts';
import { SelectFilter, type SelectFilterProps, TextFilter } from '../shared/filter-fields.tsx';
import { filterOf, type ListSearch, readListSearch } from '../shared/list-search.ts';
import { useMe } from '../shared/queries.ts';
import table from '../shared/table.module.css';
import { offeredColumns, shownColumns } from './columns.tsx';
import styles from './list.module.css';

/** Filters that are shown on request, or when one of them is set. */
const FURTHER = ['school', 'residence', 'language', 'label', 'from', 'to', 'state', 'status'] as const;

interface ListFiltersProps {
  readonly search: ListSearch;
  readonly choices: Choices | undefined;
  readonly onChange: (next: Partial<ListSearch>) => void;
}

export function ListFilters({ search, choices, onChange }: ListFiltersProps) {
  const words = useWords(officeList);
  const labelWords = useWords(officeLabels);
  const me = useMe();
  const [isAsked, setIsAsked] = useState<boolean>();
  const isExpanded = isAsked ?? FURTHER.some((name) => search[name] !== undefined);
  /** Sets one filter; an empty or invalid value removes it. */
  const set = (name: keyof ListSearch) => (value: string) =>
    onChange({ [name]: undefined, ...readListSearch({ [name]: value }) });
  const choose = (name: keyof typeof words.filter, options: SelectFilterProps['options']) => (
    <SelectFilter
      label={words.filter[name]}
      value={search[name]}
      options={options}
      anyLabel={words.any}
      onChoose={set(name)}
    />
  );
  const listed = <V extends string>(values: readonly V[], labelOf: (value: V) => string) =>
    values.map((value) => ({ value, label: labelOf(value) }));
  const offered = offeredColumns(choices);
  const shown = shownColumns(search.columns, 'all', choices).map(({ id }) => id);
  const narrowing = Object.keys(filterOf(search)).filter((name) => !['view', 'q', 'sort'].includes(name));
  return (
    <section
      aria-label={words.filters}
      className={`row ${table.filters} ${styles.filters}`}
      data-folded={!isExpanded || undefined}
    >
      {choose('term', choices?.terms ?? [])}
      {choose('major', choices?.majors ?? [])}
      {choose(
        'document',
        listed(DOCUMENT_STATES, (state) => words.documents[state]),
      )}
      {choose(
        'checklist',
        listed(CHECKLISTS, (checklist) => words.checklist[checklist]),
      )}
      {choose('assigned', [
        { value: 'me', label: words.me },
        { value: 'nobody', label: words.nobody },
        ...colleagueOptions(choices),
      ])}
      {choices &&
        choices.stages.length > 0 &&
        choose('stage', [{ value: 'none', label: words.noStage }, ...choices.stages])}
      {isExpanded && (
        <>
          {choose('state', choices?.states ?? [])}
          <TextFilter type="text" label={words.filter.school} value={search.school} onChange={set('school')} />
          {choose(
            'residence',
            listed(RESIDENCES, (residence) => words.residence[residence]),
          )}
          {choose(
            'language',
            listed(LANGUAGE_CODES, (language) => words.language[language]),
          )}
          {choose(
            'status',
            listed([...OFFICE_STATUSES, 'test'] as const, (status) => words.status[status]),
          )}
          {choose(
            'label',
            (choices?.labels ?? []).map((label) => ({ value: label, label })),
          )}
          <TextFilter type="date" label={words.filter.from} value={search.from} onChange={set('from')} />
          <TextFilter type="date" label={words.filter.to} value={search.to} onChange={set('to')} />
        </>
      )}
      <div className={`row ${styles.tools}`}>
        <Button variant="quiet" aria-expanded={isExpanded} onClick={() => setIsAsked(!isExpanded)}>
          {words.moreFilters}
        </Button>
        {narrowing.length > 0 && (
          <Button
            variant="quiet"
            onClick={() => onChange(Object.fromEntries(narrowing.map((name) => [name, undefined])))}
          >
            {words.clearFilters}
          </Button>
        )}
        {isExpanded && me.rights.includes('rename_labels') && <Link to="/labels">{labelWords.manage}</Link>}
        <Popover label={words.columns} closeLabel={words.close}>
          {() => (
            <fieldset className={styles.columns}>
              <legend>
                <VisuallyHidden>{words.columns}</VisuallyHidden>
              </legend>
              {offered.map(({ id }) => (
                <label key={id}>
                  <input
                    type="checkbox"
                    checked={shown.includes(id)}
                    onChange={({ currentTarget: { checked } }) => {
                      const ids = offered.map((column) => column.id);
                      const next = ids.filter((other) => (other === id ? checked : shown.includes(other)));
                      onChange({ columns: next.join(',') || 'none' });
                    }}
                  />
                  {words.column[id]}
                </label>
              ))}
            </fieldset>
          )}
        </Popover>
      </div>
    </section>
  );
}
