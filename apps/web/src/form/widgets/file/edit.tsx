import type { QuestionOf } from '@firstyear/application-form';
import { useFormView } from '../../form-view.ts';
import styles from './edit.module.css';

/** A document question: its words, and how it can be answered at present (DOC-08). */
export function FileEdit({ question }: { readonly question: QuestionOf<'file'> }) {
  const { isLoggedIn, features } = useFormView();
  return (
    <div>
      <p className={styles.label}>{question.label}</p>
      <features.Document id={question.key} isLoggedIn={isLoggedIn} />
    </div>
  );
}
