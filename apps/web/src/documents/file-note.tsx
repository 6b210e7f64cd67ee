import { DOCUMENT_TEXT } from '../text/documents.ts';
import styles from './file-note.module.css';

/** What a document question says while nothing can be uploaded: to a visitor, and to an applicant. */
export function FileNote({ id, isLoggedIn }: { readonly id: string; readonly isLoggedIn: boolean }) {
  return (
    <p id={id} className={styles.note} tabIndex={-1}>
      {isLoggedIn ? DOCUMENT_TEXT.notYet : DOCUMENT_TEXT.needsAccount}
    </p>
  );
}
