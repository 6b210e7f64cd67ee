import type { PaperTable } from '@firstyear/form-engine/paper-table';
import { useWords } from '@firstyear/ui/words.ts';
import { serviceView } from '@firstyear/words/service-view';
import styles from './paper.module.css';
import { answerText } from './read-application.ts';
import { useReadView } from './read-view.ts';

/** The components of a repeater as a table with a numbered row for each. */
export function ReadTable({ table }: { readonly table: PaperTable }) {
  const words = useWords(serviceView);
  const { application } = useReadView();
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
            {questions.map((question) => {
              const text = answerText(application, question);
              return (
                <td key={question.key} dir="auto" className={text === '' ? styles.none : undefined}>
                  {text || words.noAnswer}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
