import type { MonthYear } from '@firstyear/form-engine';
import { errorId, FieldGroup } from '@firstyear/ui/field.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useErrors, useIsNeeded } from '../answers/hooks.ts';
import styles from './form.module.css';
import { useFormView } from './question-field.tsx';
import { PartSelect } from './widgets/select.tsx';

/** A month and a year under one label; the errors of the pair are at the month (WIDGET-03). */
export function MonthYearView({ pair }: { readonly pair: MonthYear }) {
  const words = useWords(formPage);
  const { showErrors } = useFormView();
  const monthErrors = useErrors(pair.month.key, showErrors);
  const yearErrors = useErrors(pair.year.key, showErrors);
  const errors = [...new Set([...monthErrors, ...yearErrors])];
  const errorsAt = errors.length > 0 ? errorId(pair.month.key) : undefined;
  const parts = [
    { question: pair.month, isWrong: monthErrors.length > 0 },
    { question: pair.year, isWrong: yearErrors.length > 0 },
  ];
  const required = useIsNeeded(pair.month);
  return (
    <FieldGroup
      id={pair.month.key}
      label={pair.legend}
      hint={pair.hint}
      errors={errors}
      required={required}
      note={required ? words.required : undefined}
    >
      <div className={styles.monthYear}>
        {parts.map(({ question, isWrong }) => (
          <PartSelect
            key={question.key}
            question={question}
            label={question.label}
            placeholder={question.label}
            isWrong={isWrong}
            errorsAt={errorsAt}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
