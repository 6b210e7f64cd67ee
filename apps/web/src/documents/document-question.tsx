import type { QuestionOf } from '@firstyear/form-engine';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { lazy, Suspense } from 'react';
import { loadPart } from '../api/load-part.ts';
import { reportClientError } from '../api/report-client-error.ts';
import styles from './document-question.module.css';

/** In place of an input that cannot be fetched: thrown, the error would take the whole form away. */
function MissingInput() {
  const words = useWords(formPage);
  return (
    <p role="alert" className={styles.note}>
      {words.documentNotLoaded}
    </p>
  );
}

const DocumentInput = lazy(async () => {
  try {
    return { default: (await loadPart(() => import('./document-input.tsx'))).DocumentInput };
  } catch (error) {
    void reportClientError(error);
    return { default: MissingInput };
  }
});

/** What a visitor reads in place of a document question's input (DOC-08). */
export function FileNote({ id }: { readonly id: string }) {
  const words = useWords(formPage);
  return (
    <p id={id} className={styles.note} tabIndex={-1}>
      {words.documentNeedsAccount}
    </p>
  );
}

export interface DocumentQuestionProps {
  readonly question: QuestionOf<'file'>;
  readonly isLoggedIn: boolean;
  readonly parts: { readonly errors: readonly string[]; readonly required: boolean; readonly note: string | undefined };
}

/** A document question: a note for visitors, an upload for applicants. */
export function DocumentQuestion({ question, isLoggedIn, parts }: DocumentQuestionProps) {
  const words = useWords(formPage);
  if (!isLoggedIn) {
    return (
      <div>
        <p className={styles.label}>{question.label}</p>
        <FileNote id={question.key} />
      </div>
    );
  }
  return (
    <Suspense fallback={<p className={styles.note}>{words.loading}</p>}>
      <DocumentInput question={question} parts={parts} />
    </Suspense>
  );
}
