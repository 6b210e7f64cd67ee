import { correctableFields, type Field } from '@firstyear/form-engine';
import type { ReadApplication } from '@firstyear/form-reading/read-application.ts';
import { FieldGroup } from '@firstyear/ui/field.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeChecklist } from '@firstyear/words/office-checklist';
import styles from '../shared/choices.module.css';
import table from '../shared/table.module.css';

/** The label of a question, with its component where it is asked several times. */
export function questionLabel({ form }: ReadApplication, { question, gates }: Field): string {
  const entry = gates.find((gate) => gate.kind === 'component');
  return entry === undefined
    ? question.label
    : `${question.label} (${form.repeaters.get(entry.repeater)?.noun ?? ''} ${entry.number})`;
}

/** The questions of an application whose answers can be corrected, but for those that are asked for already. */
export const correctableIn = (read: ReadApplication, taken: readonly string[] = []): readonly Field[] =>
  correctableFields(read.form, read, read.moment()).filter(({ question }) => !taken.includes(question.key));

interface ChooseQuestionsProps {
  readonly read: ReadApplication;
  readonly taken: readonly string[];
  readonly chosen: readonly string[];
  readonly errors: readonly string[];
  readonly onChoose: (keys: readonly string[]) => void;
}

/** The questions that an applicant can be asked to correct, folded under the pages of the form. */
export function ChooseQuestions({ read, taken, chosen, errors, onChoose }: ChooseQuestionsProps) {
  const words = useWords(officeChecklist);
  const fields = correctableIn(read, taken);
  const toggle = (key: string, isOn: boolean) =>
    onChoose(fields.map(({ question }) => question.key).filter((one) => (one === key ? isOn : chosen.includes(one))));
  return (
    <FieldGroup id="ask-questions" label={words.questions} hint={words.questionsHint} errors={errors} required>
      {[...Map.groupBy(fields, ({ page }) => page)].map(([page, onPage]) => (
        <details key={page} className={`${table.folded} ${styles.choices}`}>
          <summary>
            {words.ofPage({
              page: read.form.pages.find(({ id }) => id === page)?.navLabel ?? page,
              count: onPage.filter(({ question }) => chosen.includes(question.key)).length,
            })}
          </summary>
          {[...Map.groupBy(onPage, ({ section }) => section.title)].map(([section, inSection]) => (
            <fieldset key={section}>
              <legend>{section}</legend>
              {inSection.map((field) => (
                <label key={field.question.key}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(field.question.key)}
                    onChange={(event) => toggle(field.question.key, event.currentTarget.checked)}
                  />
                  <span>{questionLabel(read, field)}</span>
                </label>
              ))}
            </fieldset>
          ))}
        </details>
      ))}
    </FieldGroup>
  );
}
