import { EXPORT_FORMATS, type ExportFormat, exportsList, startExport } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { showSuccess } from '@firstyear/ui/toast-store.ts';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { officeExports } from '@firstyear/words/office-exports';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../app/api.ts';
import { CardTable } from '../app/card-table.tsx';
import { ShortMoment } from '../app/short-moment.tsx';
import { Failure, Loading, useSentence } from '../app/states.tsx';
import styles from '../app/table.module.css';
import { useFirstError } from '../app/use-first-error.ts';
import { usePageTitle } from '../app/use-page-title.ts';
import { filterOf } from '../list/list-search.ts';

const POLL_MS = 2_000;
/** The shortest purpose that the server takes. */
const SHORTEST_PURPOSE = 3;

const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: ({ signal }) => request(exportsList, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.exports.some(({ state: now }) => now === 'waiting' || now === 'running') ? POLL_MS : false,
});

/** Rows with a filter in the address are those of the list that somebody came from. */
function NewExport() {
  const words = useWords(officeExports);
  const sentence = useSentence();
  const queries = useQueryClient();
  const search = useSearch({ from: '/desk/exports' });
  const filter = filterOf(search);
  const hasList = Object.keys(filter).length > 0;
  const [format, setFormat] = useState<ExportFormat>(search.format ?? 'people_xlsx');
  const [isOfList, setIsOfList] = useState(hasList);
  const [isSinceLast, setIsSinceLast] = useState(false);
  const [purpose, setPurpose] = useState('');
  const [receiver, setReceiver] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const firstError = useFirstError<HTMLFormElement>();
  const starting = useMutation({
    mutationFn: () =>
      request(startExport, {
        payload: {
          format,
          filter: isOfList ? filter : { status: 'submitted' },
          since_last: isSinceLast,
          purpose: purpose.trim(),
          receiver: receiver.trim() === '' ? null : receiver.trim(),
        },
      }),
    onSuccess: async () => {
      setPurpose('');
      showSuccess(words.started);
      await queries.invalidateQueries({ queryKey: exportsQuery.queryKey });
    },
  });
  const errors = [
    ...(isMissing && purpose.trim().length < SHORTEST_PURPOSE ? [words.purposeNeeded] : []),
    ...(starting.error ? [sentence(starting.error)] : []),
  ];
  return (
    <section className={styles.card} aria-labelledby="new-export">
      <h2 id="new-export">{words.new}</h2>
      <form
        ref={firstError.area}
        noValidate
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          const isGiven = purpose.trim().length >= SHORTEST_PURPOSE;
          setIsMissing(!isGiven);
          if (isGiven) starting.mutate();
          else firstError.show();
        }}
      >
        <Field id="format" label={words.format} hint={words.limits[format]}>
          {(aria) => (
            <select
              {...aria}
              className={styles.select}
              value={format}
              onChange={(event) => setFormat(EXPORT_FORMATS.find((id) => id === event.currentTarget.value) ?? format)}
            >
              {EXPORT_FORMATS.map((id) => (
                <option key={id} value={id}>
                  {words.formats[id]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {hasList && (
          <Field id="which" label={words.which}>
            {(aria) => (
              <select
                {...aria}
                className={styles.select}
                value={isOfList ? 'list' : 'all'}
                onChange={(event) => setIsOfList(event.currentTarget.value === 'list')}
              >
                <option value="list">{words.ofList}</option>
                <option value="all">{words.all}</option>
              </select>
            )}
          </Field>
        )}
        <label>
          <input
            type="checkbox"
            checked={isSinceLast}
            onChange={(event) => setIsSinceLast(event.currentTarget.checked)}
          />{' '}
          {words.sinceLast}
        </label>
        <Field id="purpose" label={words.purpose} hint={words.purposeHint} errors={errors} required>
          {(aria) => (
            <TextInput
              {...aria}
              value={purpose}
              maxLength={500}
              onChange={(event) => setPurpose(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field id="receiver" label={words.receiver}>
          {(aria) => (
            <TextInput
              {...aria}
              value={receiver}
              maxLength={120}
              onChange={(event) => setReceiver(event.currentTarget.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" busy={starting.isPending}>
            {words.start}
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Exports as jobs: what runs, what is ready for seven days, and who asked for it. */
export function ExportsPage() {
  const words = useWords(officeExports);
  const language = useLanguage();
  const { data, error, refetch } = useQuery(exportsQuery);
  const columns: Readonly<Record<keyof typeof words.column, string>> = words.column;
  usePageTitle(words.title);
  return (
    <main id="content" className={styles.page}>
      <h1>{words.title}</h1>
      <NewExport />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.exports.length === 0 && <p className={styles.quiet}>{words.none}</p>}
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
                {item.rows?.toLocaleString(language.locale)}
              </td>
              <td role={item.state === 'running' ? 'status' : undefined} data-label={columns.state}>
                {item.state === 'running'
                  ? words.state.running({ done: item.done.toLocaleString(language.locale) })
                  : item.state === 'done'
                    ? !item.href && words.expired
                    : words.state[item.state]}
                {item.href && (
                  <a href={item.href} download>
                    {words.download}
                  </a>
                )}
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </main>
  );
}
