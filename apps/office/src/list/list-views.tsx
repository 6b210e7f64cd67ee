import { BUILT_IN_VIEWS, deleteView, type ListFilter, markAllSeen, saveView } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { CloseButton } from '@firstyear/ui/close-button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeList } from '@firstyear/words/office-list';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../shared/api.ts';
import { TextField } from '../shared/fields.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { useFormats } from '../shared/formats.tsx';
import { useTyped } from '../shared/kept.ts';
import { filterOf, type ListSearch } from '../shared/list-search.ts';
import { useMe, useRefetch, viewsQuery } from '../shared/queries.ts';
import { useAct } from '../shared/states.tsx';
import styles from './list.module.css';

function SaveViewDialog({ search, onClose }: { readonly search: ListSearch; readonly onClose: () => void }) {
  const words = useWords(officeList);
  const refetch = useRefetch();
  const [name, setName] = useTyped('view');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <FormDialog
      title={words.saveViewTitle}
      confirm={words.save}
      onClose={onClose}
      check={() => {
        setIsMissing(name.trim() === '');
        return name.trim() !== '';
      }}
      onConfirm={async () => {
        await request(saveView, { payload: { name: name.trim(), filter: filterOf(search) } });
        await refetch('views');
        onClose();
      }}
    >
      <p>{words.saveViewText}</p>
      <TextField
        id="view-name"
        label={words.viewName}
        errors={isMissing ? [words.viewNameNeeded] : []}
        required
        maxLength={60}
        value={name}
        onChange={setName}
      />
    </FormDialog>
  );
}

/** The standing views and this person's saved ones, each with its count. */
export function ListViews({ search }: { readonly search: ListSearch }) {
  const words = useWords(officeList);
  const { number } = useFormats();
  const me = useMe();
  const refetch = useRefetch();
  const { data } = useQuery(viewsQuery);
  const [isSaving, setIsSaving] = useState(false);
  const deleting = useAct(
    (id: string) => request(deleteView, { params: { id } }),
    () => refetch('views'),
  );
  const marking = useAct(
    (until: string) => request(markAllSeen, { payload: { until } }),
    () => refetch('applications', 'views'),
  );
  const countWords = (counted: { readonly count: number; readonly is_more: boolean } | undefined) => {
    if (counted === undefined) return '';
    const count = number(counted.count);
    return counted.is_more ? words.more({ count }) : count;
  };
  const { sort, columns } = search;
  const kept = { ...(sort && { sort }), ...(columns && { columns }) };
  const filterText = (filter: ListFilter) => JSON.stringify(filterOf({ view: 'all', ...filter }));
  const current =
    data?.saved.find(({ filter }) => filterText(filter) === filterText(search))?.id ?? search.view ?? 'all';
  const isNarrowed = Object.keys(filterOf(search)).some((name) => name !== 'view');
  const standing = data?.standing ?? BUILT_IN_VIEWS.map((id) => ({ id, count: undefined }));
  return (
    <nav aria-label={words.views} className={`row ${styles.views}`}>
      <ul className="row">
        {standing
          .filter(({ id }) => id !== 'drafts' || me.sees !== 'submitted')
          .map(({ id, count }) => (
            <li key={id}>
              <Link
                to="/applications"
                search={{ ...kept, view: id }}
                aria-current={current === id ? 'true' : undefined}
              >
                {words.view[id]} <span className={styles.count}>{countWords(count)}</span>
              </Link>
            </li>
          ))}
        {data?.saved.map(({ id, name, filter, count }) => (
          <li key={id} className={styles.saved}>
            <Link
              to="/applications"
              search={{ ...filter, ...(columns && { columns }) }}
              aria-current={current === id ? 'true' : undefined}
            >
              {name} <span className={styles.count}>{countWords(count)}</span>
            </Link>
            <CloseButton label={words.deleteView({ name })} onClick={() => deleting.mutate(id)} />
          </li>
        ))}
      </ul>
      {isNarrowed && (
        <Button variant="quiet" onClick={() => setIsSaving(true)}>
          {words.saveView}
        </Button>
      )}
      {data && current === 'new' && !isNarrowed && (
        <Button variant="quiet" busy={marking.isPending} onClick={() => marking.mutate(data.as_of)}>
          {words.markAllSeen}
        </Button>
      )}
      {isSaving && <SaveViewDialog search={search} onClose={() => setIsSaving(false)} />}
    </nav>
  );
}
