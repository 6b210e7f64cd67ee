import { markOf } from '@firstyear/form-engine';
import { Breakable } from '@firstyear/ui/breakable.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { serviceView } from '@firstyear/words/service-view';
import { createContext, type ReactNode, useContext } from 'react';
import styles from './read-answer.module.css';

const InTable = createContext(false);
export const plainLabel = (label: string): ReactNode => label;
/** How labels are drawn: plain, or as links where answers can be changed. */
export const LabelContext = createContext(plainLabel);
/** ARIA roles instead of a <table>: rows keep their grid, and some are in blocks of their own. */
const TABLE = 'table';

/** Labels and answers as one table, so that the PDF's tags connect each pair. */
export function AnswerTable({ children }: { readonly children: ReactNode }) {
  return (
    <InTable value={true}>
      <div role={TABLE}>{children}</div>
    </InTable>
  );
}

/** The ARIA roles of a row, its label and its answer inside an AnswerTable. */
function useRoles() {
  return useContext(InTable) ? ({ row: 'row', label: 'rowheader', answer: 'cell' } as const) : {};
}

interface ReadAnswerProps {
  readonly label: string;
  /** '' when there is no answer. */
  readonly children: string;
  /** Whether the answer is several lines of text. */
  readonly isLong?: boolean;
}

/** A label and its answer as plain text, for the service view and the PDF. */
export function ReadAnswer({ label, children, isLong = false }: ReadAnswerProps) {
  const words = useWords(serviceView);
  const roles = useRoles();
  const drawLabel = useContext(LabelContext);
  return (
    <div className={styles.answer} data-long={isLong && children !== '' ? '' : undefined} role={roles.row}>
      <p className={styles.label} role={roles.label}>
        {drawLabel(label)}
      </p>
      {children === '' ? (
        <p className={styles.none} role={roles.answer}>
          {words.noAnswer}
        </p>
      ) : (
        <p className={`${styles.text} ${styles.words}`} dir="auto" role={roles.answer}>
          <Breakable>{children}</Breakable>
        </p>
      )}
    </div>
  );
}

/** A label and its choices, each a ReadMark. */
export function ReadChoices({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const roles = useRoles();
  return (
    <div className={styles.answer} role={roles.row}>
      <p className={styles.label} role={roles.label}>
        {label}
      </p>
      <div className={`${styles.text} ${styles.marks}`} role={roles.answer}>
        {children}
      </div>
    </div>
  );
}

interface ReadMarkProps {
  readonly isOn: boolean;
  readonly label: string;
  readonly mark?: string;
}

/** A radio button or check box as [X] or [ ], or another mark, with its label. */
export function ReadMark({ isOn, label, mark = markOf(isOn) }: ReadMarkProps) {
  const drawLabel = useContext(LabelContext);
  return (
    <p className={styles.mark} data-on={isOn ? '' : undefined}>
      <span className={styles.box}>{mark}</span> {drawLabel(label)}
    </p>
  );
}
