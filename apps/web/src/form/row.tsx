import { type Question, type Row, widthOf } from '@firstyear/form-engine';
import { useFormView } from './form-view.ts';
import { QuestionView } from './question.tsx';
import styles from './row.module.css';

/** Two questions side by side; on paper one below the other and on the same sheet. */
export function RowView({ row }: { readonly row: Row }) {
  const { reading } = useFormView();
  const questions = row.questions.map((question) => <QuestionView key={question.key} question={question} />);
  if (reading) return <div data-keep="">{questions}</div>;
  return (
    <div className={styles.row} data-width="pair">
      {questions}
    </div>
  );
}

/** A question with a line of its own, as wide as it says. */
export function LineView({ question }: { readonly question: Question }) {
  const { reading } = useFormView();
  const view = <QuestionView question={question} />;
  if (reading || widthOf(question) === 'full') return view;
  return (
    <div className={styles.row} data-width="single">
      {view}
    </div>
  );
}
