import { paths } from '@firstyear/api-contract/addresses';
import { isAnswered, visibleFields } from '@firstyear/form-engine';
import { Button } from '@firstyear/ui/button.tsx';
import { Link } from '@firstyear/ui/link.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formNews } from '@firstyear/words/form-news';
import type { AnswerStore } from '../answers/answer-store.ts';
import { useFromStore } from '../answers/hooks.ts';
import { request } from '../api/client.ts';
import { useApplicationLoad } from '../flows/load-application.ts';
import type { FormNews as News } from '../flows/load-steps.ts';
import { useForm } from '../partner-context.tsx';
import { useFollowQuestion } from './follow-question.ts';
import styles from './notes.module.css';
import { TypedBefore } from './typed-before.tsx';

/** A line of the news, with a link to its question if there is a page. */
interface Line {
  readonly key: string;
  readonly page?: string;
  readonly text: string;
}

const ANSWERED = '!';
/** The keys of the visible questions, as one string, which is the same until something changes. */
const shownKeys = (store: AnswerStore): string =>
  visibleFields(store.form, store.getState(), store.moment())
    .map(({ question: { key } }) => (isAnswered(store.inputValue(key)) ? key + ANSWERED : key))
    .join(' ');

function useLines({ changes }: News): readonly Line[] {
  const words = useWords(formNews);
  const { pages, byKey } = useForm();
  const shown = new Set(useFromStore(shownKeys).split(' '));
  if (!changes) return [];
  const { added, needed, taken } = changes;
  const onPages = (keys: readonly string[], say: (values: { count: number; page: string }) => string) =>
    pages.flatMap(({ id, title }): readonly Line[] => {
      const here = keys.filter((key) => shown.has(key) && byKey.get(key)?.page === id);
      const [first] = here;
      return first === undefined ? [] : [{ key: first, page: id, text: say({ count: here.length, page: title }) }];
    });
  const gone = taken.flatMap(({ key, label, text }): readonly Line[] => {
    if (shown.has(key + ANSWERED)) return [];
    const page = shown.has(key) ? byKey.get(key)?.page : undefined;
    return page === undefined
      ? [{ key, text: words.gone({ label, text }) }]
      : [{ key, page, text: words.again({ label, text }) }];
  });
  const isSaid = (key: string) => taken.some((item) => item.key === key);
  return [
    ...onPages(added, words.added),
    ...onPages(
      needed.filter((key) => !isSaid(key)),
      words.needed,
    ),
    ...gone,
  ];
}

/** Says, once, how the form has changed for the applicant, with a link to each question. */
function FormNews({ news, page }: { readonly news: News; readonly page: string }) {
  const words = useWords(formNews);
  const store = useApplicationLoad().news;
  const follow = useFollowQuestion(page);
  const lines = useLines(news);
  const { left } = news;
  if (!left && lines.length === 0) return null;
  const close = () => {
    store.set(null);
    // If this call is lost, the news is shown again.
    if (news.changes) request('seeChanges').catch(() => {});
    document.querySelector('main')?.focus();
  };
  const intro = left?.isSubmitting ? words.notSubmitted : left ? words.loaded : words.changed;
  return (
    <section className={styles.news} aria-label={words.title}>
      <p role="status">{intro}</p>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ key, page: target, text }) => (
            <li key={text}>
              {text}{' '}
              {target !== undefined && (
                <Link to={paths.question(target, key)} onFollow={() => follow({ page: target, key })}>
                  {words.show} <VisuallyHidden>{text}</VisuallyHidden>
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button variant="quiet" onClick={close}>
        {words.close}
      </Button>
    </section>
  );
}

export function Notes({ news, page }: { readonly news: News | null; readonly page: string }) {
  return (
    <>
      {news && <FormNews news={news} page={page} />}
      <TypedBefore />
    </>
  );
}
