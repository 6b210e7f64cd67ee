import { maxLengthOf, type QuestionOf, type SelectQuestion } from '@firstyear/form-engine';
import { errorId, Field } from '@firstyear/ui/field.tsx';
import { Select } from '@firstyear/ui/select.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import type { ComponentProps } from 'react';
import { useAnswerStore, useErrors, useInputValue, useIsNeeded } from '../../../answers/hooks.ts';
import { useFormView } from '../../form-view.ts';
import { QuestionField, useQuestionParts } from '../../question-field.tsx';
import { useOptions } from '../use-options.ts';
import styles from './edit.module.css';

interface PartProps {
  readonly question: QuestionOf<'number'>;
}

/** A line of text, not the browser's number input, which changes what was typed when the wheel is turned. */
function NumberInput({ question, ...aria }: PartProps & ComponentProps<'input'>) {
  const store = useAnswerStore();
  return (
    <TextInput
      {...aria}
      className={styles.number}
      type="text"
      inputMode="decimal"
      name={question.key}
      autoComplete={question.autocomplete ?? 'off'}
      maxLength={maxLengthOf(question)}
      value={String(useInputValue(question.key))}
      onChange={(event) => store.change(question.key, event.currentTarget.value)}
    />
  );
}

/** The unit stands behind the number and is read out with it. */
function FixedUnit({ question, unit }: PartProps & { readonly unit: string }) {
  const unitId = `${question.key}-unit`;
  return (
    <QuestionField question={question} describedBy={unitId}>
      {(aria) => (
        <div className={styles.pair}>
          <NumberInput question={question} {...aria} />
          <span id={unitId} className={styles.unit}>
            {unit}
          </span>
        </div>
      )}
    </QuestionField>
  );
}

/** The unit is chosen beside the number. The errors of both stand above them. */
function ChosenUnit({ question, unit }: PartProps & { readonly unit: SelectQuestion }) {
  const words = useWords(formPage);
  const store = useAnswerStore();
  const { showErrors } = useFormView();
  const parts = useQuestionParts(question);
  const unitErrors = useErrors(unit.key, showErrors);
  const isUnitNeeded = useIsNeeded(unit);
  const options = useOptions(unit);
  const chosen = String(useInputValue(unit.key));
  const errors = [...new Set([...parts.errors, ...unitErrors])];
  return (
    <Field {...parts} errors={errors}>
      {(aria) => (
        <div className={styles.pair}>
          <NumberInput question={question} {...aria} aria-invalid={parts.errors.length > 0 || undefined} />
          <Select
            id={unit.key}
            name={unit.key}
            aria-label={`${question.label}: ${unit.label}`}
            aria-invalid={unitErrors.length > 0 || undefined}
            aria-describedby={errors.length > 0 ? errorId(question.key) : undefined}
            aria-required={isUnitNeeded || undefined}
            autoComplete="off"
            placeholder={words.chooseOne}
            value={chosen}
            options={options === 'text' ? [] : options}
            onChoose={(next) => store.change(unit.key, next)}
          />
        </div>
      )}
    </Field>
  );
}

/** A number and its unit. */
export function NumberEdit({ question }: PartProps) {
  const { unit } = question;
  if (typeof unit === 'string') return <FixedUnit question={question} unit={unit} />;
  return <ChosenUnit question={question} unit={unit} />;
}
