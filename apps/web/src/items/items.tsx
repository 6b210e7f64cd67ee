import type { MyItem, MyItems } from '@firstyear/api-contract/items';
import { Button, Spinner } from '@firstyear/ui/button.tsx';
import { useKeepFocus } from '@firstyear/ui/keep-focus.ts';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import type { Language } from '@firstyear/words';
import { documents } from '@firstyear/words/documents';
import { formatDate, formatDay } from '@firstyear/words/format';
import { items as itemWords } from '@firstyear/words/items';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState, useTransition } from 'react';
import { isUnauthorized, wordsOf } from '../api/errors.ts';
import { loadPart } from '../api/load-part.ts';
import { serverAhead } from '../api/server-time.ts';
import { usePartner } from '../partner-context.tsx';
import styles from './items.module.css';
import type { ItemProps } from './send-typed.ts';
import type { useItems } from './use-items.ts';
import { usePaperUpload } from './use-paper-upload.ts';
import { hasUnsentReply } from './use-unsent-reply.ts';

/** A part of the page that only some applicants need. Thrown, its failure would replace the whole page. */
const later = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    loadPart(load).then(
      (part) => ({ default: part }),
      (error: unknown): { default: ComponentType<Props> } => ({ default: () => <p role="alert">{wordsOf(error)}</p> }),
    ),
  );
const ItemUpload = later(async () => (await import('./item-upload.tsx')).ItemUpload);
const ItemReply = later(async () => (await import('./item-reply.tsx')).ItemReply);
const ItemCorrection = later(async () => (await import('./item-correction.tsx')).ItemCorrection);
const SchoolHelper = later(async () => (await import('./school-helper.tsx')).SchoolHelper);

/** Whether something is still to come, or to come again. */
const isAwaited = ({ state }: MyItem): boolean => state === 'awaiting' || state === 'returned';

/** Where an item stands, in words for its applicant. */
function stateWords(item: MyItem, language: Language, timeZone: string): string {
  const { state: words, neededAgain } = itemWords.in(language);
  switch (item.state) {
    case 'came':
      return item.came_at === null
        ? words.checking
        : words.came({ day: formatDate(language, timeZone, new Date(item.came_at)) });
    case 'returned':
      return (item.source === 'applicant' ? words.returned : neededAgain)({ why: item.returned_words });
    default:
      return words[item.state];
  }
}

/** The texts that have changed since they were drawn before, for screen readers. */
function useChanges(shown: readonly (readonly [id: string, text: string])[]): string {
  const before = useRef<ReadonlyMap<string, string>>(new Map());
  const [announced, setAnnounced] = useState('');
  const texts = JSON.stringify(shown);
  useEffect(() => {
    const now: ReadonlyMap<string, string> = new Map(JSON.parse(texts));
    const changed = [...now].filter(([id, text]) => before.current.has(id) && before.current.get(id) !== text);
    before.current = now;
    if (changed.length > 0) setAnnounced(changed.map(([, text]) => text).join(' '));
  }, [texts]);
  return announced;
}

function Papers({ item }: { readonly item: MyItem }) {
  const words = useWords(itemWords);
  const { converting } = useWords(documents);
  // What was wrong with a file is over once a better one is there.
  const better = item.papers.findLastIndex(({ state }) => state !== 'failed');
  const papers = item.papers.filter(({ state }, place) => state !== 'failed' || place > better);
  if (papers.length === 0) return null;
  return (
    <ul className={styles.papers} aria-label={words.papers}>
      {papers.map(({ id, file_name, state, message, href }) => (
        <li key={id}>
          {href === null ? (
            <span className={styles.file}>{file_name}</span>
          ) : (
            <a className={styles.file} href={href} target="_blank" rel="noopener">
              {file_name}
            </a>
          )}{' '}
          {state === 'waiting' && (
            <span className={styles.soft}>
              <Spinner /> <span>{message ?? converting}</span>
            </span>
          )}
          {state === 'failed' && <span className={styles.failed}>{message ?? words.unreadable}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The upload at once where this applicant sends it and it is missing; elsewhere after a press. */
function Sending({ item, onChange }: ItemProps) {
  const words = useWords(itemWords);
  const [isAsked, setIsAsked] = useState(false);
  const [isOpening, startOpening] = useTransition();
  const { last } = usePaperUpload(item.id);
  const isOffered = item.source === 'applicant' && isAwaited(item);
  const onSent = async () => {
    await onChange();
    setIsAsked(false);
  };
  return (
    // Around the button too, which stays, with the keyboard's place, until the upload is loaded.
    <Suspense fallback={<Spinner />}>
      {isOffered || isAsked || last ? (
        <ItemUpload item={item} onSent={onSent} onRefused={onChange} />
      ) : (
        <Button variant="secondary" busy={isOpening} onClick={() => startOpening(() => setIsAsked(true))}>
          {item.source === 'applicant' || item.papers.length > 0 ? words.anotherFile : words.copy}
        </Button>
      )}
    </Suspense>
  );
}

function DueDay({ day }: { readonly day: string }) {
  const words = useWords(itemWords);
  const language = useLanguage();
  const { time_zone: timeZone } = usePartner();
  // As the server's clock, since a phone's can be months off. The Swedish write days as YYYY-MM-DD.
  const today = new Date(Date.now() + serverAhead.get()).toLocaleDateString('sv-SE', { timeZone });
  const text = day < today ? words.wasDue : words.due;
  return <p className={styles.due}>{text({ day: formatDay(language, day) })}</p>;
}

function Item({ item, onChange }: ItemProps) {
  const words = useWords(itemWords);
  const language = useLanguage();
  const { time_zone: timeZone } = usePartner();
  const { request, title, text, source, state, due_on: dueOn } = item;
  const isToDo = isAwaited(item) || state === 'accepted_copy' || request === 'explanation';
  return (
    <li className={styles.item} data-request={request !== null || undefined}>
      {request !== null && <p className={styles.asked}>{words.asked}</p>}
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.state} data-state={state}>
        {stateWords(item, language, timeZone)}
      </p>
      {isAwaited(item) && request === null && <p className={styles.soft}>{words.from[source]}</p>}
      {text !== '' && isToDo && <p className={styles.text}>{text}</p>}
      {isAwaited(item) && dueOn !== null && <DueDay day={dueOn} />}
      <Papers item={item} />
      {request === 'explanation' && (
        <Suspense fallback={<Spinner />}>
          <ItemReply item={item} onChange={onChange} />
        </Suspense>
      )}
      {request === 'correction' && (item.may_send || hasUnsentReply(item.id)) && (
        <Suspense fallback={<Spinner />}>
          <ItemCorrection item={item} onChange={onChange} />
        </Suspense>
      )}
      {(request === null || request === 'paper') && item.may_send && <Sending item={item} onChange={onChange} />}
    </li>
  );
}

function Standing({ standing: { is_complete, looked_at_until } }: { readonly standing: MyItems }) {
  const words = useWords(itemWords);
  const language = useLanguage();
  return (
    <>
      {is_complete && <p className={styles.complete}>{words.complete}</p>}
      {looked_at_until !== null && (
        <p className={styles.soft}>{words.lookedAt({ day: formatDay(language, looked_at_until) })}</p>
      )}
    </>
  );
}

/** What this application needs beside its answers, and where each of it stands. hasList: whether the university lists it. */
export function Items({ query, hasList }: { readonly query: ReturnType<typeof useItems>; readonly hasList: boolean }) {
  const words = useWords(itemWords);
  const language = useLanguage();
  const { time_zone: timeZone } = usePartner();
  useKeepFocus();
  const { data, error, isFetching, refetch } = query;
  const items = data?.items ?? [];
  const ofSchool = items.filter(({ source }) => source === 'school');
  const announced = useChanges([
    ...items.map((item) => {
      const text = words.changed({ title: item.title, state: stateWords(item, language, timeZone) });
      return [item.id, text] as const;
    }),
    ...(data ? [['complete', data.is_complete ? words.complete : ''] as const] : []),
  ]);
  return (
    <div className={styles.items}>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      {hasList && !data && !error && <p className={styles.soft}>{words.loading}</p>}
      {(hasList || items.length > 0) && error && !isUnauthorized(error) && (
        <div className={styles.unknown}>
          <p>
            <span role="alert">{words.unknown}</span> <span>{wordsOf(error)}</span>
          </p>
          <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
            {words.retry}
          </Button>
        </div>
      )}
      {data && items.length > 0 && (
        <>
          <Standing standing={data} />
          <ul className={styles.list}>
            {items.map((item) => (
              <Item key={item.id} item={item} onChange={() => refetch()} />
            ))}
          </ul>
          {ofSchool.length > 0 && !data.is_complete && (
            <Suspense fallback={<Spinner />}>
              <SchoolHelper states={ofSchool.map(({ state }) => state).join()} />
            </Suspense>
          )}
        </>
      )}
    </div>
  );
}
