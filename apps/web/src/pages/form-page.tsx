import { paths } from '@firstyear/api-contract/addresses';
import { textOfRole } from '@firstyear/form-engine';
import { Button } from '@firstyear/ui/button.tsx';
import { useValue } from '@firstyear/ui/hooks.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { shell } from '@firstyear/words/shell';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFromStore } from '../answers/hooks.ts';
import { lazyPart } from '../api/load-part.ts';
import { useApplicationLoad } from '../flows/load-application.ts';
import { usePageChange } from '../flows/page-change.ts';
import { useSubmission } from '../flows/submission.ts';
import { focusQuestion, focusQuestionWhenThere } from '../form/focus-question.ts';
import { FormRenderer } from '../form/form-renderer.tsx';
import { type AppLocation, plainPath, useLocation } from '../location.tsx';
import { useForm } from '../partner-context.tsx';
import { useSnapshot, useVisit } from '../session/hooks.ts';
import { showsErrors } from '../session/redirects.ts';
import { recordEvent } from '../session/visit.ts';
import { beginAtHeading, useDocumentTitle } from '../shell/focus-heading.ts';
import { Footer } from '../shell/footer.tsx';
import { Header } from '../shell/header.tsx';
import { Navigation } from '../shell/navigation.tsx';
import { LazyPart, PartBoundary } from '../shell/part-boundary.tsx';
import { WelcomeBanner } from '../shell/welcome-banner.tsx';
import { useFollowQuestion } from './follow-question.ts';
import styles from './form-page.module.css';
import { FirstOpenQuestion, ValidationSummary } from './lazy-applicant-parts.ts';

const ClearAnswers = lazyPart(() => import('../form/clear-answers.tsx'), 'ClearAnswers');

const TermNote = lazyPart(() => import('../shell/term-note.tsx'), 'TermNote');

function Term({ isAlways }: { readonly isAlways: boolean }) {
  const isChosen = useFromStore((store) => textOfRole(store.form, store.getState().answers, 'term') !== '');
  if (!isChosen) return null;
  return (
    <LazyPart>
      <TermNote isAlways={isAlways} />
    </LazyPart>
  );
}

const Notes = lazyPart(() => import('./notes.tsx'), 'Notes');

interface Neighbors {
  readonly previous: string | undefined;
  /** The last page has none: it submits. */
  readonly next: string | undefined;
}

function Summary({ page, attempt }: { readonly page: string; readonly attempt: number }) {
  return <ValidationSummary attempt={attempt} onNavigate={useFollowQuestion(page)} />;
}

function Buttons({ page, previous, next }: Neighbors & { readonly page: string }) {
  const words = useWords(shell);
  const visit = useVisit();
  const [reviewing] = useState(() => (visit.reviewing?.page === page ? visit.reviewing : null));
  useEffect(() => {
    recordEvent(visit, { reviewing });
  }, [visit, reviewing]);
  const { changePage, continueTo } = usePageChange();
  const { submitApplication, waiting, prepare } = useSubmission();
  const waitingWords = useValue(waiting);
  const isLast = next === undefined;
  useEffect(() => {
    if (isLast) prepare();
  }, [isLast, prepare]);
  const [busy, setBusy] = useState<'previous' | 'next' | 'review' | null>(null);
  const run = (which: 'previous' | 'next' | 'review', flow: () => Promise<void>) => () => {
    setBusy(which);
    void flow().finally(() => setBusy(null));
  };
  return (
    <>
      <div role="status">{waitingWords && <p className={styles.waiting}>{waitingWords}</p>}</div>
      <div className={styles.buttons} data-sticks={next !== undefined || undefined}>
        <Button
          busy={busy === 'next'}
          onClick={run('next', () => (next ? continueTo(paths.page(next)) : submitApplication()))}
        >
          {next ? words.next : words.submit}
        </Button>
        {(reviewing || !next) && (
          <Button
            variant="secondary"
            busy={busy === 'review'}
            onClick={run('review', () => changePage(reviewing ? paths.reviewed(reviewing.key) : paths.review, false))}
          >
            {reviewing ? words.backToReview : words.review}
          </Button>
        )}
        {previous && !reviewing && (
          <Button
            variant="secondary"
            busy={busy === 'previous'}
            onClick={run('previous', () => changePage(paths.page(previous), false))}
          >
            {words.previous}
          </Button>
        )}
      </div>
    </>
  );
}

/** The attempt to submit for which the summary has to take the focus; 0: none. */
function useNewAttempt(page: string): number {
  const visit = useVisit();
  const attempt = useValue(useSubmission().attempts);
  const isHere = attempt.page === null || attempt.page === page;
  const isNew = isHere && attempt.count > visit.seenAttempt;
  useEffect(() => {
    if (isHere) recordEvent(visit, { seenAttempt: attempt.count });
  }, [visit, isHere, attempt]);
  return isNew ? attempt.count : 0;
}

/**
 * After in-app navigation, focus the heading, the question that the address names, or the summary. On a full page load,
 * leave focus to the browser, so that the first Tab reaches 'Skip to the form'.
 */
function useArrival(page: string, attempt: number): void {
  const location = useLocation();
  const visit = useVisit();
  const before = useRef<string>(null);
  // An attempt to submit isn't an arrival: the focus is on the summary, or where the applicant went from there.
  const arrive = useEffectEvent((at: string, to: AppLocation) => {
    const isFirst = before.current === null && !visit.hasArrived;
    const isSamePage = before.current === at;
    before.current = at;
    const key = to.hash.slice(1);
    if (focusQuestion(key)) return;
    if (!isFirst && !isSamePage && attempt === 0) beginAtHeading(to);
    return key ? focusQuestionWhenThere(key) : undefined;
  });
  useEffect(() => arrive(page, location), [page, location]);
}

function VisitorAnswers() {
  const hasSome = useFromStore((store) => store.outbox.hasUnsaved() || store.undo.removals().length > 0);
  return (
    hasSome && (
      <LazyPart>
        <ClearAnswers />
      </LazyPart>
    )
  );
}

export function FormPage({ page }: { readonly page: string }) {
  const words = useWords(shell);
  const snapshot = useSnapshot();
  const visit = useVisit();
  const { hash, isReturn } = useLocation();
  const { watchErrors } = useSubmission();
  const { pages, byKey, roles } = useForm();
  const position = pages.findIndex((item) => item.id === page);
  const shown = pages[position];
  const isLast = position === pages.length - 1;
  // Below the questions where the term is chosen, so that choosing moves nothing.
  const note = isLast || byKey.get(roles.term ?? '')?.page === page ? 'end' : 'top';
  const hasSummary = showsErrors(snapshot);
  const hasErrors = useFromStore((store) => hasSummary && Object.keys(store.errors()).length > 0);
  const hasTypedBefore = useFromStore((store) => Object.keys(store.owner.typedBefore().answers).length > 0);
  const news = useValue(useApplicationLoad().news);
  const attempt = useNewAttempt(page);
  useArrival(page, attempt);
  useDocumentTitle(shown?.title ?? '', hasErrors);

  useEffect(() => (hasSummary ? watchErrors() : undefined), [hasSummary, watchErrors]);

  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#main">
        {words.skip}
      </a>
      <Header />
      <Navigation current={page} />
      <main key={page} id="main" className={styles.main} tabIndex={-1}>
        {hasSummary && (
          <div className={styles.summary}>
            <LazyPart>
              <Summary page={page} attempt={attempt} />
            </LazyPart>
          </div>
        )}
        <h1 className={styles.title} tabIndex={-1}>
          {shown?.title}
        </h1>
        {shown?.intro && <p className={styles.intro}>{shown.intro}</p>}
        <WelcomeBanner
          resume={
            <LazyPart>
              <FirstOpenQuestion page={page} />
            </LazyPart>
          }
        />
        {(news || hasTypedBefore) && (
          <LazyPart>
            <Notes news={news} page={page} />
          </LazyPart>
        )}
        {note === 'top' && <Term isAlways={false} />}
        <form method="dialog" noValidate autoComplete="on" onSubmit={(event) => event.preventDefault()}>
          <PartBoundary>
            <FormRenderer
              page={page}
              showErrors={hasSummary}
              isLoggedIn={snapshot.is_logged_in}
              mark={news?.mark}
              // Without steps on the first page, and after Back, where the browser restores the scroll position.
              drawFrom={visit.hasArrived && !isReturn ? hash.slice(1) : undefined}
            />
          </PartBoundary>
          {note === 'end' && <Term isAlways={isLast} />}
          <Buttons page={page} previous={pages[position - 1]?.id} next={pages[position + 1]?.id} />
        </form>
        {!snapshot.is_logged_in && <VisitorAnswers />}
      </main>
      <Footer />
    </div>
  );
}

/** The form page of the address. The parts around the questions stay on navigation. */
export function AddressedFormPage() {
  const path = plainPath(useLocation().pathname);
  const page = useForm().pages.find(({ id }) => paths.page(id) === path);
  return page && <FormPage page={page.id} />;
}
