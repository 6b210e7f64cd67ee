import { paths } from '@firstyear/api-contract/addresses';
import { type Form, isDocument } from '@firstyear/form-engine';
import { Link } from '@firstyear/ui/link.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useEffect, useId, useMemo, useRef } from 'react';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { useOpenConversions } from '../documents/use-open-conversions.ts';
import { type QuestionPlace, ShortMessage, summaryErrors } from './summary-errors.tsx';
import styles from './validation-summary.module.css';

/** The documents among the errors whose files are still in conversion. */
export function useDocumentsInPreparation(form: Form, errors: Readonly<Record<string, unknown>>): readonly string[] {
  const documents = Object.keys(errors).filter((key) => {
    const question = form.byKey.get(key)?.question;
    return question && isDocument(question);
  });
  return useOpenConversions(documents);
}

export interface ValidationSummaryProps {
  /** Grows with every attempt to submit or continue; the summary then takes the focus. 0: no attempt yet. */
  readonly attempt: number;
  readonly onNavigate: (place: QuestionPlace) => void;
  /** Errors of keys that are on no page, e.g. the server's. */
  readonly otherErrors?: Readonly<Record<string, readonly string[]>>;
}

/** The errors, with a link to each question. To be drawn only while validating. */
export function ValidationSummary({ attempt, onNavigate, otherErrors }: ValidationSummaryProps) {
  const words = useWords(formPage);
  const { form } = useAnswerStore();
  const errors = useFromStore((store) => store.errors());
  const entries = useMemo(() => summaryErrors(form, { ...errors, ...otherErrors }), [form, errors, otherErrors]);
  const preparing = useDocumentsInPreparation(form, errors);
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  const isEmpty = entries.length === 0;
  useEffect(() => {
    if (attempt === 0) return;
    // Focus alone would scroll to any part of a box that is taller than the window.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, [attempt]);
  if (isEmpty) return null;
  const pages = form.pages
    .map(({ id, navLabel }) => ({ id, navLabel, entries: entries.filter((entry) => entry.page === id) }))
    .filter((page) => page.entries.length > 0);
  const others = entries.filter((entry) => entry.page === undefined);
  return (
    <section ref={box} className={styles.summary} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {words.summaryTitle}
      </h2>
      <p className={styles.explanation}>{words.summary}</p>
      {pages.map((page) => (
        <div key={page.id}>
          <h3 className={styles.page}>{page.navLabel}</h3>
          <ul className={styles.errors}>
            {page.entries.map(({ key, message, section }) => (
              <li key={`${key} ${message}`}>
                <Link to={paths.question(page.id, key)} onFollow={() => onNavigate({ page: page.id, key })}>
                  <ShortMessage message={preparing.includes(key) ? words.preparing({ label: message }) : message} />
                </Link>
                {section && <span className="quiet"> {words.place({ section })}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {others.length > 0 && (
        <div>
          <h3 className={styles.page}>{words.otherErrors}</h3>
          <ul className={styles.errors}>
            {others.map(({ key, message }) => (
              <li key={`${key} ${message}`}>{message}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
