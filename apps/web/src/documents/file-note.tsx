import { DOCUMENT_TEXT } from '../text/documents.ts';
import styles from './file-note.module.css';

/** What a visitor reads in place of a document question's input (DOC-08). */
export function FileNote({ id }: { readonly id: string }) {
  return (
    <p id={id} className={styles.note} tabIndex={-1}>
      {DOCUMENT_TEXT.needsAccount}
    </p>
  );
}
