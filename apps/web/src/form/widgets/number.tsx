import type { QuestionOf, SelectQuestion } from '@firstyear/form-engine';
import { errorId, Field } from '@firstyear/ui/field.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useErrors } from '../../answers/hooks.ts';
import { QuestionField, useFormView, useQuestionParts } from '../question-field.tsx';
import { PartSelect } from './select.tsx';
import { LineInput } from './text.tsx';
import styles from './widgets.module.css';

interface PartProps {
  readonly question: QuestionOf<'number'>;
}

/** The browser's number input would change its value with the mouse wheel. */
const NUMBER = { className: styles.number, inputMode: 'decimal' } as const;

/** The unit follows the number, and screen readers read it with the number. */
function FixedUnit({ question, unit }: PartProps & { readonly unit: string }) {
  const unitId = `${question.key}-unit`;
  return (
    <QuestionField question={question} describedBy={unitId}>
      {(aria) => (
        <div className={`row ${styles.pair}`}>
          <LineInput question={question} {...NUMBER} {...aria} />
          <span id={unitId} className={styles.unit}>
            {unit}
          </span>
        </div>
      )}
    </QuestionField>
  );
}

/** The unit is chosen beside the number. The errors of both are above them. */
function ChosenUnit({ question, unit }: PartProps & { readonly unit: SelectQuestion }) {
  const words = useWords(formPage);
  const { showErrors } = useFormView();
  const parts = useQuestionParts(question);
  const unitErrors = useErrors(unit.key, showErrors);
  const errors = [...new Set([...parts.errors, ...unitErrors])];
  return (
    <Field {...parts} errors={errors}>
      {(aria) => (
        <div className={`row ${styles.pair}`}>
          <LineInput question={question} {...NUMBER} {...aria} aria-invalid={parts.errors.length > 0 || undefined} />
          <PartSelect
            question={unit}
            label={`${question.label}: ${unit.label}`}
            placeholder={words.chooseOne}
            isWrong={unitErrors.length > 0}
            errorsAt={errors.length > 0 ? errorId(question.key) : undefined}
          />
        </div>
      )}
    </Field>
  );
}

export function NumberEdit({ question }: PartProps) {
  const { unit } = question;
  if (typeof unit === 'string') return <FixedUnit question={question} unit={unit} />;
  return <ChosenUnit question={question} unit={unit} />;
}
