import { markOf } from '@firstyear/application-form';
import type { ReactNode } from 'react';
import { FORM_TEXT } from '../text/form.ts';
import { Breakable } from '../ui/breakable.tsx';
import styles from './read-answer.module.css';

interface ReadAnswerProps {
  readonly label: string;
  /** The answer's words; '' when there is none. */
  readonly children: string;
  /** Several lines of text rather than some words. */
  readonly isLong?: boolean;
}

/** A label and its answer as plain text, for the service view and the PDF. */
export function ReadAnswer({ label, children, isLong = false }: ReadAnswerProps) {
  return (
    <div className={styles.answer} data-long={isLong && children !== '' ? '' : undefined}>
      <p className={styles.label}>{label}</p>
      {children === '' ? (
        <p className={styles.none}>{FORM_TEXT.noAnswer}</p>
      ) : (
        <p className={`${styles.text} ${styles.words}`} dir="auto">
          <Breakable>{children}</Breakable>
        </p>
      )}
    </div>
  );
}

/** A label and its choices, each a ReadMark. */
export function ReadChoices({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.answer}>
      <p className={styles.label}>{label}</p>
      <div className={`${styles.text} ${styles.marks}`}>{children}</div>
    </div>
  );
}

/** A radio or check as [X] or [ ] with its words. */
export function ReadMark({ isOn, label }: { readonly isOn: boolean; readonly label: string }) {
  return (
    <p className={styles.mark} data-on={isOn ? '' : undefined}>
      <span className={styles.box}>{markOf(isOn)}</span> {label}
    </p>
  );
}
