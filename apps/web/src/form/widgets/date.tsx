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

/** A year of two digits as people mean it, not the year 8: 2008, or 1998 where 2098 is still to come. */
function withFullYear(typed: string, today: string): string {
  if (!/^00\d\d-/.test(typed)) return typed;
  const recent = `20${typed.slice(2)}`;
  return recent <= today ? recent : `19${typed.slice(2)}`;
}

/** The browser's own date input. A date that breaks its rules stays visible as a draft (AMB-086). */
export function DateEdit({ question }: { readonly question: QuestionOf<'date'> }) {
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  const take = (typed: string) => {
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
          onChange={(event) => take(readDate(event.currentTarget))}
          onBlur={(event) => take(withFullYear(readDate(event.currentTarget), store.moment().today))}
        />
      )}
    </QuestionField>
  );
}
