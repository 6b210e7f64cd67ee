import type { MonthYear, SelectQuestion } from '@firstyear/form-engine';
import { errorId, FieldGroup } from '@firstyear/ui/field.tsx';
import { Select } from '@firstyear/ui/select.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useAnswerStore, useErrors, useInputValue, useIsNeeded } from '../answers/hooks.ts';
import { useFormView } from './form-view.ts';
import styles from './month-year.module.css';
import { useOptions } from './widgets/use-options.ts';

interface PartProps {
  readonly question: SelectQuestion;
  readonly isWrong: boolean;
  /** Where the errors of the pair stand; undefined: there are none. */
  readonly errorsAt: string | undefined;
}

function Part({ question, isWrong, errorsAt }: PartProps) {
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  const options = useOptions(question);
  const required = useIsNeeded(question);
  return (
    <Select
      id={question.key}
      name={question.key}
      aria-label={question.label}
      aria-invalid={isWrong || undefined}
      aria-describedby={errorsAt}
      aria-required={required || undefined}
      autoComplete="off"
      placeholder={question.label}
      value={value}
      options={options === 'text' ? [] : options}
      onChoose={(chosen) => store.change(question.key, chosen)}
    />
  );
}

/** A month and a year under one label; an error of the pair stands at the month (WIDGET-03). */
export function MonthYearView({ pair }: { readonly pair: MonthYear }) {
  const words = useWords(formPage);
  const { showErrors } = useFormView();
  const monthErrors = useErrors(pair.month.key, showErrors);
  const yearErrors = useErrors(pair.year.key, showErrors);
  const errors = [...new Set([...monthErrors, ...yearErrors])];
  const errorsAt = errors.length > 0 ? errorId(pair.month.key) : undefined;
  const isMonthNeeded = useIsNeeded(pair.month);
  const required = pair.required === true || isMonthNeeded;
  return (
    <FieldGroup
      id={pair.month.key}
      label={pair.legend}
      hint={pair.hint}
      errors={errors}
      required={required}
      note={required ? words.required : undefined}
    >
      <div className={styles.pair}>
        <Part question={pair.month} isWrong={monthErrors.length > 0} errorsAt={errorsAt} />
        <Part question={pair.year} isWrong={yearErrors.length > 0} errorsAt={errorsAt} />
      </div>
    </FieldGroup>
  );
}
