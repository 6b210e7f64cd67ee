import { DOCUMENT_QUESTION_TEXT } from '../text/document-questions.ts';
import styles from './file-note.module.css';

/** What a visitor reads in place of a document question's input (DOC-08). */
export function FileNote({ id }: { readonly id: string }) {
  return (
    <p id={id} className={styles.note} tabIndex={-1}>
      {DOCUMENT_QUESTION_TEXT.needsAccount}
    </p>
  );
}
