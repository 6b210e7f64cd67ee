import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { lazy, Suspense } from 'react';
import { loadPart } from '../api/load-part.ts';
import { reportClientError } from '../api/report-client-error.ts';
import type { QuestionParts } from './choose-file.tsx';
import styles from './document-question.module.css';

/** In place of an input that cannot be fetched: a thrown error would replace the whole form. */
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

/** The note for visitors in place of a document question's input (DOC-08). */
export function FileNote({ id }: { readonly id: string }) {
  const words = useWords(formPage);
  return (
    <p id={id} className={styles.note} tabIndex={-1}>
      {words.documentNeedsAccount}
    </p>
  );
}

/** A document question: a note for visitors, an upload for applicants. */
export function DocumentQuestion({
  isLoggedIn,
  parts,
}: {
  readonly isLoggedIn: boolean;
  readonly parts: QuestionParts;
}) {
  const words = useWords(formPage);
  if (!isLoggedIn) {
    return (
      <div>
        <p className={styles.label}>{parts.label}</p>
        <FileNote id={parts.id} />
      </div>
    );
  }
  return (
    <Suspense fallback={<p className={styles.note}>{words.loading}</p>}>
      <DocumentInput parts={parts} />
    </Suspense>
  );
}
