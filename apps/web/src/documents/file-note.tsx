import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import styles from './file-note.module.css';

/** What a visitor reads in place of a document question's input (DOC-08). */
export function FileNote({ id }: { readonly id: string }) {
  const words = useWords(formPage);
  return (
    <p id={id} className={styles.note} tabIndex={-1}>
      {words.documentNeedsAccount}
    </p>
  );
}
