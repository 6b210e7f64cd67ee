import type { Question } from '@firstyear/form-engine';
import type { PaperTable } from '@firstyear/form-engine/paper-table';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useAnswerText } from '../answers/hooks.ts';
import styles from './read-table.module.css';

function Cell({ question }: { readonly question: Question }) {
  const words = useWords(formPage);
  const text = useAnswerText(question);
  return (
    <td dir="auto" className={text === '' ? styles.none : undefined}>
      {text || words.noAnswer}
    </td>
  );
}

/** The components of a repeater as a table with a numbered row for each, for the service view and the PDF. */
export function ReadTable({ table }: { readonly table: PaperTable }) {
  const words = useWords(formPage);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words.componentNumber}</th>
          {table.columns.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((questions, position) => (
          <tr key={questions.map((question) => question.key).join(' ')}>
            <th scope="row">{position + 1}</th>
            {questions.map((question) => (
              <Cell key={question.key} question={question} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
