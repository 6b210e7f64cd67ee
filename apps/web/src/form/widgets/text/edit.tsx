import { maxLengthOf, type QuestionOf } from '@firstyear/form-engine';
import type { FieldAria } from '@firstyear/ui/field.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useAnswerStore, useInputValue } from '../../../answers/hooks.ts';
import { SSN_MASK } from '../../masks/mask.ts';
import { MaskedInput } from '../../masks/masked-input.tsx';
import { QuestionField } from '../../question-field.tsx';
import { readCleaned } from '../../read-cleaned.ts';
import styles from './edit.module.css';

/** Characters of an answer that has a narrow field. */
const SHORT_ANSWER = 10;

/** ZIP Codes, scores, hours: a field as wide as the page would promise more. */
function isShort(question: QuestionOf<'text'>): boolean {
  const { inputMode } = question;
  return inputMode === 'numeric' || inputMode === 'decimal' || maxLengthOf(question) <= SHORT_ANSWER;
}

interface InputProps {
  readonly question: QuestionOf<'text'>;
  readonly aria: FieldAria;
}

function SsnInput({ question: { key }, aria }: InputProps) {
  const store = useAnswerStore();
  return (
    <MaskedInput
      {...aria}
      mask={SSN_MASK}
      value={String(useInputValue(key))}
      onValue={(next) => store.change(key, next)}
      inputMode="numeric"
      autoComplete="off"
    />
  );
}

/**
 * Lets an input show the answer of this key without a render: at a key React would look at each neighbor
 * and all that stands around them. Returns what the input begins with, and what to call after a change.
 */
function useShownAnswer(key: string) {
  const store = useAnswerStore();
  const input = useRef<HTMLInputElement>(null);
  const show = useCallback(() => {
    const value = String(store.inputValue(key));
    // Only another value moves the caret.
    if (input.current && input.current.value !== value) input.current.value = value;
  }, [store, key]);
  const [defaultValue] = useState(() => String(store.inputValue(key)));
  useLayoutEffect(() => {
    // Otherwise keep the value: it may have been typed before the app took the page over.
    if (String(store.inputValue(key)) !== defaultValue) show();
    return store.subscribe(key, show);
  }, [store, key, defaultValue, show]);
  return { input, defaultValue, show };
}

function PlainInput({ question, aria }: InputProps) {
  const store = useAnswerStore();
  const { key, category, inputMode, autocomplete = 'off', readOnly } = question;
  const { input, defaultValue, show } = useShownAnswer(key);
  return (
    <TextInput
      {...aria}
      ref={input}
      className={isShort(question) ? styles.short : undefined}
      type={category === 'password' ? 'password' : inputMode === 'email' ? 'email' : 'text'}
      name={key}
      inputMode={inputMode}
      autoComplete={autocomplete}
      maxLength={maxLengthOf(question)}
      readOnly={readOnly}
      defaultValue={defaultValue}
      onChange={(event) => {
        store.change(key, readCleaned(question, event.currentTarget));
        // What the store does not take does not stay.
        show();
      }}
    />
  );
}

/** A line of text; the categories ssn and password shape or hide it. */
export function TextEdit({ question }: Pick<InputProps, 'question'>) {
  const Input = question.category === 'ssn' ? SsnInput : PlainInput;
  return <QuestionField question={question}>{(aria) => <Input question={question} aria={aria} />}</QuestionField>;
}
