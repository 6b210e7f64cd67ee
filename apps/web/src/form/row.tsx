import { type Question, type Row, widthOf } from '@firstyear/form-engine';
import { QuestionView } from './question.tsx';
import styles from './row.module.css';

/** Two questions side by side. */
export function RowView({ row }: { readonly row: Row }) {
  return (
    <div className={styles.row} data-width="pair">
      {row.questions.map((question) => (
        <QuestionView key={question.key} question={question} />
      ))}
    </div>
  );
}

/** A question with a line of its own, as wide as it says. */
export function LineView({ question }: { readonly question: Question }) {
  const view = <QuestionView question={question} />;
  if (widthOf(question) === 'full') return view;
  return (
    <div className={styles.row} data-width="single">
      {view}
    </div>
  );
}
