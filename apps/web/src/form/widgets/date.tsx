import type { QuestionOf } from '@firstyear/form-engine';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { INCOMPLETE_DATE } from '../../answers/answer-store.ts';
import { useAnswerStore, useInputValue } from '../../answers/hooks.ts';
import { QuestionField } from '../question-field.tsx';
import styles from './widgets.module.css';

/** The value for the store: a date, nothing, or that a date is incomplete (30 February, no year yet). */
function readDate(input: HTMLInputElement): string {
  return input.value === '' && input.validity.badInput ? INCOMPLETE_DATE : input.value;
}

/** The browser's own date input. A date that breaks its rules stays visible as a draft (AMB-086). */
export function DateEdit({ question }: { readonly question: QuestionOf<'date'> }) {
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  const take = (input: HTMLInputElement) => {
    const typed = readDate(input);
    if (typed !== store.inputValue(question.key)) store.change(question.key, typed);
  };
  return (
    <QuestionField question={question}>
      {(aria) => (
        <TextInput
          {...aria}
          className={styles.date}
          type="date"
          name={question.key}
          autoComplete={question.autocomplete ?? 'off'}
          // Setting '' while the date is incomplete changes nothing in the input, so the browser keeps its parts.
          value={value === INCOMPLETE_DATE ? '' : value}
          onChange={(event) => take(event.currentTarget)}
          onBlur={(event) => take(event.currentTarget)}
        />
      )}
    </QuestionField>
  );
}
