import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportsList,
  previewExport,
  startExport,
} from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { showSuccess } from '@firstyear/ui/toast-store.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { officeExports } from '@firstyear/words/office-exports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../shared/api.ts';
import { CardTable } from '../shared/card-table.tsx';
import { DownloadLink } from '../shared/download-link.tsx';
import { isReason, SelectField, TextField, useFirstError } from '../shared/fields.tsx';
import { ShortMoment, useFormats } from '../shared/formats.tsx';
import { useChosenColumns, useTyped } from '../shared/kept.ts';
import { filterOf } from '../shared/list-search.ts';
import { usePageTitle } from '../shared/partner.ts';
import { queryOf, useMe, useRefetch } from '../shared/queries.ts';
import { QueryState, useSentence } from '../shared/states.tsx';
import styles from '../shared/table.module.css';
import { ChooseColumns } from './choose-columns.tsx';

const POLL_MS = 2_000;
const ALL = { status: 'submitted' } as const;

/** Asks for an export: of the list that the address describes, or of all submitted applications. */
function NewExport() {
  const words = useWords(officeExports);
  const sentence = useSentence();
  const refetch = useRefetch();
  const queries = useQueryClient();
  const search = useSearch({ from: '/desk/exports' });
  const filter = filterOf(search);
  const hasList = Object.keys(filter).length > 0;
  const [format, setFormat] = useState<ExportFormat>(search.format ?? 'people_xlsx');
  const [isOfList, setIsOfList] = useState(hasList);
  const [isSinceLast, setIsSinceLast] = useState(false);
  const [columns, setColumns] = useChosenColumns();
  const [purpose, setPurpose] = useTyped('purpose');
  const [receiver, setReceiver] = useTyped('receiver');
  const [isMissing, setIsMissing] = useState(false);
  const firstError = useFirstError<HTMLFormElement>();
  const counted = { format, filter: isOfList ? filter : ALL, since_last: isSinceLast };
  const previewQuery = { ...queryOf('exports-preview', previewExport, { payload: counted }), staleTime: 0 };
  const preview = useQuery(previewQuery);
  const starting = useMutation({
    mutationFn: async () => {
      // Waits for a count that has not arrived yet, and counts again after a failure.
      const { previewed } = await queries.ensureQueryData(previewQuery);
      return request(startExport, {
        payload: {
          ...counted,
          previewed,
          purpose: purpose.trim(),
          receiver: receiver.trim() === '' ? null : receiver.trim(),
          ...(columns && { columns }),
        },
      });
    },
    onSuccess: async () => {
      setPurpose('');
      showSuccess(words.started);
      await refetch('exports');
    },
  });
  const errors = [
    ...(isMissing && !isReason(purpose) ? [words.purposeNeeded] : []),
    ...(starting.error ? [sentence(starting.error)] : []),
  ];
  return (
    <section className={styles.card} aria-labelledby="new-export">
      <h2 id="new-export">{words.new}</h2>
      <form
        ref={firstError.area}
        noValidate
        className={`stack ${styles.fields}`}
        onSubmit={(event) => {
          event.preventDefault();
          setIsMissing(!isReason(purpose));
          if (!isReason(purpose)) firstError.show();
          else starting.mutate();
        }}
      >
        <SelectField
          id="format"
          label={words.format}
          hint={words.limits[format]}
          value={format}
          choices={EXPORT_FORMATS.map((id) => ({ value: id, label: words.formats[id] }))}
          onChange={setFormat}
        />
        {hasList && (
          <SelectField
            id="which"
            label={words.which}
            value={isOfList ? 'list' : 'all'}
            choices={[
              { value: 'list', label: words.ofList },
              { value: 'all', label: words.all },
            ]}
            onChange={(which) => setIsOfList(which === 'list')}
          />
        )}
        <label>
          <input
            type="checkbox"
            checked={isSinceLast}
            onChange={(event) => setIsSinceLast(event.currentTarget.checked)}
          />{' '}
          {words.sinceLast}
        </label>
        {format === 'people_xlsx' && <ChooseColumns chosen={columns} onChoose={setColumns} />}
        <TextField
          id="purpose"
          label={words.purpose}
          hint={words.purposeHint}
          errors={errors}
          required
          maxLength={500}
          value={purpose}
          onChange={setPurpose}
        />
        <TextField id="receiver" label={words.receiver} maxLength={120} value={receiver} onChange={setReceiver} />
        <div>
          <p role="status">
            {preview.data
              ? words.count({ count: preview.data.count })
              : preview.error
                ? sentence(preview.error)
                : words.counting}
          </p>
          <Button type="submit" busy={starting.isPending}>
            {words.start}
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Starts exports and lists them; a finished one can be downloaded for seven days. */
export function ExportsPage() {
  const words = useWords(officeExports);
  const { number } = useFormats();
  const me = useMe();
  const query = useQuery({
    ...queryOf('exports', exportsList),
    refetchInterval: ({ state }) =>
      state.data?.exports.some(({ state: now }) => now === 'waiting' || now === 'running') ? POLL_MS : false,
  });
  const { data } = query;
  const columns: Readonly<Record<keyof typeof words.column, string>> = words.column;
  usePageTitle(words.title);
  return (
    <main id="content" className={styles.page}>
      <h1>{words.title}</h1>
      {me.rights.includes('export') && <NewExport />}
      <QueryState query={query} />
      {data?.exports.length === 0 && <p className="quiet">{words.none}</p>}
      {data && data.exports.length > 0 && (
        <CardTable columns={columns} number="rows" caption={words.list}>
          {data.exports.map((item) => (
            <tr key={item.id}>
              <th scope="row" className={styles.moment}>
                <ShortMoment at={item.asked_at} />
              </th>
              <td dir="auto" data-label={columns.by}>
                {item.by}
              </td>
              <td data-label={columns.format}>{words.formats[item.format]}</td>
              <td dir="auto" data-label={columns.purpose}>
                {[item.purpose, item.receiver].filter(Boolean).join(' · ')}
              </td>
              <td className={styles.number} data-label={columns.rows}>
                {item.rows !== null && number(item.rows)}
              </td>
              <td role={item.state === 'running' ? 'status' : undefined} data-label={columns.state}>
                <span>
                  {item.state === 'running'
                    ? words.state.running({ done: number(item.done) })
                    : item.state === 'done'
                      ? !item.href && words.expired
                      : words.state[item.state]}
                </span>
                {item.href && <DownloadLink href={item.href}>{words.download}</DownloadLink>}
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </main>
  );
}
