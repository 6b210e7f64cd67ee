import { paths } from '@firstyear/api-contract/addresses';
import {
  type Answers,
  attachedDocuments,
  descKey,
  documentsOfTab,
  type Form,
  type FormState,
  isAnswered,
  isDocument,
  openTab,
  textOf,
  textOfRole,
  traitsOf,
  visibleFields,
} from '@firstyear/form-engine';
import { Button } from '@firstyear/ui/button.tsx';
import { Deeper } from '@firstyear/ui/heading.tsx';
import { Link } from '@firstyear/ui/link.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { type AreaMessage, say } from '@firstyear/words';
import { formPage } from '@firstyear/words/form-page';
import { review } from '@firstyear/words/review';
import { shell } from '@firstyear/words/shell';
import { useMutationState, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AnswerStore } from '../answers/answer-store.ts';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { conversionQuery, documentAnswersQuery, setAsideQuery, useQueryClient } from '../api/queries.ts';
import { isUpload } from '../documents/running-uploads.ts';
import { Thumbnails } from '../documents/thumbnails.tsx';
import { useOpenConversions } from '../documents/use-open-conversions.ts';
import { usePageChange } from '../flows/page-change.ts';
import { ShortMessage, summaryErrors } from '../form/summary-errors.tsx';
import { useDocumentsInPreparation } from '../form/validation-summary.tsx';
import { useLocation } from '../location.tsx';
import { useForm } from '../partner-context.tsx';
import { useSnapshot, useVisit } from '../session/hooks.ts';
import { recordEvent } from '../session/visit.ts';
import { beginAtHeading, useDocumentTitle } from '../shell/focus-heading.ts';
import { Footer } from '../shell/footer.tsx';
import { Header } from '../shell/header.tsx';
import { Navigation } from '../shell/navigation.tsx';
import { TermNote } from '../shell/term-note.tsx';
import layout from './form-page.module.css';
import { anchorOf, changeLinkId, ReviewAnswers } from './review-answers.tsx';
import styles from './review-page.module.css';

const NO_DOCUMENTS = {};

interface Following {
  readonly follow: (page: string, key: string) => void;
}

function Missing({ follow }: Following) {
  const words = useWords(review);
  const { form } = useAnswerStore();
  const errors = useFromStore((store) => store.errors());
  const { is_logged_in } = useSnapshot();
  const preparing = useDocumentsInPreparation(form, is_logged_in ? errors : {});
  const entries = summaryErrors(form, errors).filter(({ key }) => !preparing.includes(key));
  const isPartial = useFromStore((store) => store.isPartial());
  const formWords = useWords(formPage);
  if (isPartial) return <p>{words.unknown}</p>;
  if (entries.length === 0) return <p className={styles.complete}>{words.nothingMissing}</p>;
  return (
    <section aria-labelledby="missing" className={styles.missing}>
      <h2 id="missing" className={styles.heading}>
        {words.missing({ count: entries.length })}
      </h2>
      <ul className={styles.list}>
        {entries.map(({ key, message, page, section }) => (
          <li key={`${key} ${message}`}>
            {page === undefined ? (
              <span>{message}</span>
            ) : (
              <Link to={paths.question(page, key)} onFollow={() => follow(page, key)}>
                <ShortMessage message={message} />
              </Link>
            )}
            {section && <span className="quiet"> {formWords.place({ section })}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An answer that breaks no rule but is likely a slip. */
interface LikelySlip {
  readonly key: string;
  readonly message: AreaMessage<typeof review>;
}

const numberOf = (text: string) => Number.parseFloat(text.replace(',', '.'));

/** Tabs that are chosen for an upload, without any file. */
function emptyUploads(form: Form, tabs: FormState['tabs'], hasFile: (key: string) => boolean): readonly LikelySlip[] {
  return [...form.tabGroups.values()].flatMap((group) => {
    const tab = group.tabs.find(({ id }) => id === openTab(form, group.id, tabs));
    const files = tab ? documentsOfTab(form, group.id, tab.id) : [];
    const [first] = files;
    if (!first || !tab || files.some(({ key }) => hasFile(key))) return [];
    return [{ key: first.key, message: { id: 'noFile', values: { choice: tab.label } } }];
  });
}

/** Answers that are worth a second look. They don't prevent a submission. */
export function likelySlips(
  form: Form,
  { answers, tabs }: Pick<FormState, 'answers' | 'tabs'>,
  hasFile: (key: string) => boolean,
): readonly LikelySlip[] {
  return [...gpaSlips(form, answers), ...emptyUploads(form, tabs, hasFile)];
}

function gpaSlips(form: Form, answers: Answers): readonly LikelySlip[] {
  const { gpa: key, gpa_scale } = form.roles;
  if (key === undefined || gpa_scale === undefined) return [];
  const gpa = textOf(answers, key);
  const listed = textOf(answers, gpa_scale);
  const scale =
    listed === 'other' ? textOfRole(form, answers, 'gpa_other_scale') : textOf(answers, descKey(gpa_scale)) || listed;
  if (!(numberOf(gpa) > numberOf(scale))) return [];
  return [{ key, message: { id: 'gpaAboveScale', values: { gpa, scale } } }];
}

function Slips({ follow, documents }: Following & { readonly documents: object }) {
  const words = useWords(review);
  const form = useForm();
  const state = useFromStore((store) => store.getState());
  const language = useLanguage();
  const running = useRunningUploads();
  const isPartial = useFromStore((store) => store.isPartial());
  const hasFile = (key: string) =>
    isPartial || isAnswered(state.answers[key] ?? '') || Object.hasOwn(documents, key) || Object.hasOwn(running, key);
  const slips = likelySlips(form, state, hasFile);
  if (slips.length === 0) return null;
  return (
    <section aria-labelledby="slips" className={styles.sent}>
      <h2 id="slips" className={styles.heading}>
        {words.slipsTitle}
      </h2>
      <ul className={styles.list}>
        {slips.map(({ key, message }) => {
          const page = form.byKey.get(key)?.page ?? '';
          return (
            <li key={key}>
              <Link to={paths.question(page, key)} onFollow={() => follow(page, key)}>
                {say(review, message, language)}
              </Link>
            </li>
          );
        })}
      </ul>
      <p>{words.slipsIntro}</p>
    </section>
  );
}

function Taken() {
  const words = useWords(review);
  const { is_logged_in } = useSnapshot();
  const { data } = useQuery({ ...setAsideQuery, enabled: is_logged_in }, useQueryClient());
  if (!data || data.answers.length === 0) return null;
  return (
    <section aria-labelledby="taken" className={styles.sent}>
      <h2 id="taken" className={styles.heading}>
        {words.takenTitle}
      </h2>
      <p>{words.takenIntro}</p>
      <ul className={styles.list}>
        {data.answers.map(({ key, label, text }) => (
          <li key={key}>{words.taken({ label, text })}</li>
        ))}
      </ul>
    </section>
  );
}

/** A file that is no answer yet: in upload, in conversion, or failed. */
function UnfinishedFile({ id, label, file }: { readonly id: string; readonly label: string; readonly file: string }) {
  const words = useWords(review);
  const { data } = useQuery(conversionQuery(id), useQueryClient());
  const document = file === '' ? label : words.document({ label, file });
  return <li>{(data?.status === 'FAILED' ? words.failed : words.preparing)({ document })}</li>;
}

function useRunningUploads(): Readonly<Record<string, string>> {
  const running = useMutationState(
    {
      filters: { status: 'pending' },
      select: ({ options, state }) => [
        String(options.mutationKey?.at(-1)),
        isUpload(state.variables) ? state.variables.file.name : '',
      ],
    },
    useQueryClient(),
  );
  return Object.fromEntries(running);
}

function shownSections(store: AnswerStore, showsBlank: boolean, documents: object): string {
  const errors = store.errors();
  const isShown = (key: string) =>
    showsBlank || isAnswered(store.inputValue(key)) || Object.hasOwn(errors, key) || Object.hasOwn(documents, key);
  const fields = visibleFields(store.form, store.getState(), store.moment());
  const shown = fields.filter(({ question }) => isShown(question.key));
  // As one string, which is the same until something changes.
  return [...new Set(shown.map(({ page, section }) => `${page}/${section.id}`))].join('\n');
}

/** Links to each section: the whole page can be a dozen windows long. */
function Sections({ showsBlank, documents }: { readonly showsBlank: boolean; readonly documents: object }) {
  const words = useWords(review);
  const { pages, fields } = useForm();
  const shown = useFromStore((store) => shownSections(store, showsBlank, documents)).split('\n');
  return (
    <nav aria-labelledby="sections" className={styles.sections}>
      <h2 id="sections" className={styles.heading}>
        {words.sections}
      </h2>
      {pages.map(({ id, title }) => (
        <div key={id}>
          <h3>{title}</h3>
          <ul>
            {[...new Set(fields.flatMap(({ page, section }) => (page === id ? [section] : [])))]
              .filter((section) => shown.includes(`${id}/${section.id}`))
              .map((section) => (
                <li key={section.id}>
                  <a href={`#${anchorOf(id, section.id)}`}>{section.title}</a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function countAnswers(store: AnswerStore): number {
  const { answers } = store.getState();
  return visibleFields(store.form, store.getState(), store.moment()).filter(
    ({ question }) => traitsOf(question).setBy === 'applicant' && isAnswered(answers[question.key] ?? ''),
  ).length;
}

/** The pages of a document as the university gets them, with a hint about unreadable photos. */
function ReceivedPages({ id }: { readonly id: string }) {
  const { data } = useQuery(conversionQuery(id), useQueryClient());
  if (!data) return null;
  return (
    <>
      {data.thumbnails && <Thumbnails id={id} thumbnails={data.thumbnails} pages={data.page_count ?? 1} />}
      {data.hint !== undefined && <p className={styles.hint}>{data.hint}</p>}
    </>
  );
}

/** Lists what the university gets with the submission, and what it doesn't. */
function Sent({
  documents,
  isKnown,
}: {
  readonly documents: Readonly<Record<string, { readonly file_name: string }>>;
  readonly isKnown: boolean;
}) {
  const words = useWords(review);
  const { form } = useAnswerStore();
  const answered = useFromStore(countAnswers);
  const attached = useFromStore((store) => store.getState().answers);
  const files = attachedDocuments(form, attached);
  const running = useRunningUploads();
  const nameOf = (key: string) => running[key] ?? documents[key]?.file_name;
  const unfinished = form.fields.flatMap(({ question }) =>
    isDocument(question) && nameOf(question.key) !== undefined && !files.includes(question) ? [question] : [],
  );
  // Loads their answers once they are converted.
  useOpenConversions(unfinished.map(({ key }) => key));
  return (
    <section aria-labelledby="sent" className={styles.sent}>
      <h2 id="sent" className={styles.heading}>
        {words.sentTitle}
      </h2>
      <ul className={styles.list}>
        <li>{words.sentAnswers({ count: answered })}</li>
        {isKnown && files.length + unfinished.length === 0 && <li>{words.noDocuments}</li>}
        {files.map(({ key, label }) => (
          <li key={key}>
            <span>{documents[key] ? words.document({ label, file: documents[key].file_name }) : label}</span>
            <ReceivedPages id={key} />
          </li>
        ))}
        {unfinished.map(({ key, label }) => (
          <UnfinishedFile key={key} id={key} label={label} file={nameOf(key) ?? ''} />
        ))}
        <li>{words.notSent}</li>
      </ul>
      <p>{words.whenSent}</p>
    </section>
  );
}

/** Focuses the answer of the question that the applicant comes from, or the chosen section; otherwise the heading. */
function useArrival(): void {
  const location = useLocation();
  const visit = useVisit();
  useEffect(() => {
    recordEvent(visit, { reviewing: null });
    const target = location.hash.slice(1);
    const link = document.getElementById(changeLinkId(target));
    const section = document.getElementById(target);
    if (link) {
      link.scrollIntoView({ block: 'center' });
      link.focus({ preventScroll: true });
    } else if (section) {
      if (!location.isReturn) section.scrollIntoView();
      section.tabIndex = -1;
      section.focus({ preventScroll: true });
    } else if (visit.hasArrived) {
      beginAtHeading(location);
    }
  }, [location, visit]);
}

/** The review page: every answer by section, missing ones first, before the application is submitted on its last page. */
export function ReviewPage() {
  const shellWords = useWords(shell);
  const words = useWords(review);
  const form = useForm();
  const { is_logged_in } = useSnapshot();
  const visit = useVisit();
  const { changePage } = usePageChange();
  const isPartial = useFromStore((store) => store.isPartial());
  const [showsBlank, setShowsBlank] = useState(false);
  const { data: documents = NO_DOCUMENTS, isSuccess } = useQuery(
    { ...documentAnswersQuery, enabled: is_logged_in },
    useQueryClient(),
  );
  useArrival();
  useDocumentTitle(shellWords.review);
  const follow = (page: string, key: string) => {
    recordEvent(visit, { reviewing: { page, key } });
    void changePage(paths.question(page, key), false);
  };
  const last = form.pages.at(-1)?.id ?? '';
  return (
    <div className={layout.layout}>
      <a className={layout.skip} href="#main">
        {shellWords.skip}
      </a>
      <Header />
      <Navigation current="" />
      <main id="main" className={layout.main} tabIndex={-1}>
        <h1 className={layout.title} tabIndex={-1}>
          {shellWords.review}
        </h1>
        <p className={layout.intro}>{words.intro}</p>
        <div className={styles.parts}>
          <Missing follow={follow} />
          <Slips follow={follow} documents={documents} />
          <Taken />
          {!isPartial && <Sent documents={documents} isKnown={isSuccess || !is_logged_in} />}
          <Sections showsBlank={showsBlank} documents={documents} />
          <Button variant="quiet" aria-pressed={showsBlank} onClick={() => setShowsBlank((before) => !before)}>
            {words.showBlank}
          </Button>
          {form.pages.map(({ id, title }) => (
            <article key={id} aria-labelledby={`answers-${id}`}>
              <h2 id={`answers-${id}`} className={styles.page}>
                {title}
              </h2>
              <Deeper>
                <ReviewAnswers
                  page={id}
                  showsBlank={showsBlank}
                  follow={follow}
                  isLoggedIn={is_logged_in}
                  documents={documents}
                />
              </Deeper>
            </article>
          ))}
        </div>
        <TermNote isAlways />
        <div className={layout.buttons}>
          <Button onClick={() => void changePage(paths.page(last), false)}>{words.toSubmit}</Button>
        </div>
      </main>
      <Footer />
    </div>
  );
}
