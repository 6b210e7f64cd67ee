import type { QuestionOf } from '@firstyear/form-engine';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useLayoutEffect, useRef } from 'react';
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

/**
 * Shows a date in an input without React's value: setting one, even '', removes the parts of a date that is incomplete, and
 * React does so when it hydrates a page.
 */
function useShownDate(value: string) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef('');
  useLayoutEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    if (input.current && value !== INCOMPLETE_DATE) input.current.value = value;
  }, [value]);
  return input;
}

/** The browser's own date input. A date that breaks its rules stays visible as a draft (AMB-086). */
export function DateEdit({ question }: { readonly question: QuestionOf<'date'> }) {
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  const input = useShownDate(value);
  const take = (typed: string) => {
    if (typed !== store.inputValue(question.key)) store.change(question.key, typed);
  };
  return (
    <QuestionField question={question}>
      {(aria) => (
        <TextInput
          {...aria}
          ref={input}
          className={styles.date}
          type="date"
          name={question.key}
          autoComplete={question.autocomplete ?? 'off'}
          onText={(typed) => take(readDate(typed))}
          onBlur={(event) => take(withFullYear(readDate(event.currentTarget), store.moment().today))}
        />
      )}
    </QuestionField>
  );
}
