import type { ReactNode } from 'react';
import { FORM_TEXT } from '../text/form.ts';
import styles from './read-answer.module.css';

/** A label and its answer as plain text, for the service view and the PDF. */
export function ReadAnswer({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.answer}>
      <p className={styles.label}>{label}</p>
      <div className={styles.text}>{children === '' ? FORM_TEXT.noAnswer : children}</div>
    </div>
  );
}

/** A radio or check as [X] or [ ] with its words (WIDGET-19). */
export function ReadMark({ isOn, label }: { readonly isOn: boolean; readonly label: string }) {
  return (
    <p className={styles.mark}>
      <span className={styles.box}>{isOn ? FORM_TEXT.checked : FORM_TEXT.unchecked}</span> {label}
    </p>
  );
}
