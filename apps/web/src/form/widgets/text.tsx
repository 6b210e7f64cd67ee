import { cleanAnswer, maxLengthOf, type QuestionOf } from '@firstyear/form-engine';
import type { FieldAria } from '@firstyear/ui/field.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { type ComponentProps, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useAnswerStore, useTextAnswer, useTypedLine } from '../../answers/hooks.ts';
import { MaskedInput, SSN_MASK } from '../masked-input.tsx';
import { QuestionField, readCleaned } from '../question-field.tsx';
import styles from './widgets.module.css';

/** Answers up to this many characters have a narrow field. */
const SHORT_ANSWER = 10;

/** ZIP Codes, scores, hours: a field as wide as the page would suggest a longer answer. */
function isShort(question: QuestionOf<'text'>): boolean {
  const { inputMode } = question;
  return inputMode === 'numeric' || inputMode === 'decimal' || maxLengthOf(question) <= SHORT_ANSWER;
}

interface InputProps {
  readonly question: QuestionOf<'text'>;
  readonly aria: FieldAria;
}

function SsnInput({ question: { key }, aria }: InputProps) {
  const [value, change] = useTextAnswer(key);
  return (
    <MaskedInput {...aria} mask={SSN_MASK} value={value} onValue={change} inputMode="numeric" autoComplete="off" />
  );
}

/**
 * Shows the answer of a question in an input without a render: at each keystroke React would visit all its neighbors and
 * ancestors. show() is to be called after a change; while the line is typed, a space at its end stays.
 */
function useShownAnswer(question: QuestionOf<'text'>) {
  const { key } = question;
  const store = useAnswerStore();
  const input = useRef<HTMLInputElement>(null);
  const show = useCallback(() => {
    const value = String(store.inputValue(key));
    if (!input.current || input.current.value === value) return;
    const isTyping = input.current === document.activeElement && cleanAnswer(question, input.current.value) === value;
    // Setting a value moves the caret.
    if (!isTyping) input.current.value = value;
  }, [store, key, question]);
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
  const { input, defaultValue, show } = useShownAnswer(question);
  return (
    <TextInput
      {...aria}
      ref={input}
      className={isShort(question) ? styles.short : undefined}
      type={category === 'password' ? 'password' : inputMode === 'email' ? 'email' : 'text'}
      name={key}
      inputMode={inputMode}
      autoComplete={autocomplete}
      readOnly={readOnly}
      defaultValue={defaultValue}
      onText={(line) => {
        store.change(key, readCleaned(question, line));
        // Undoes a change that the store has not taken.
        show();
      }}
      onBlur={({ currentTarget: line }) => {
        // An extension of the browser may have filled it in without an event.
        if (cleanAnswer(question, line.value) !== store.inputValue(key)) store.change(key, readCleaned(question, line));
        // The answer as it is stored. The input still has the focus during this event.
        line.value = String(store.inputValue(key));
      }}
    />
  );
}

interface LineInputProps extends ComponentProps<typeof TextInput> {
  readonly question: QuestionOf<'number' | 'select' | 'conditional-select'>;
}

/** A line of text for an answer of another kind: a number, or a choice for which there is no list. */
export function LineInput({ question, ...rest }: LineInputProps) {
  const store = useAnswerStore();
  const { value, note, leave } = useTypedLine(question);
  return (
    <TextInput
      {...rest}
      name={question.key}
      autoComplete={question.autocomplete ?? 'off'}
      value={value}
      onText={(input) => {
        note(input.value);
        store.change(question.key, input.value);
      }}
      onBlur={leave}
    />
  );
}

export function PasswordEdit({ question }: { readonly question: QuestionOf<'password'> }) {
  const [value, change] = useTextAnswer(question.key);
  return (
    <QuestionField question={question}>
      {(aria) => (
        <TextInput
          {...aria}
          type="password"
          name={question.key}
          autoComplete="off"
          value={value}
          onText={(input) => change(input.value)}
        />
      )}
    </QuestionField>
  );
}

/** A line of text; the categories ssn and password shape or hide it. */
export function TextEdit({ question }: Pick<InputProps, 'question'>) {
  const Input = question.category === 'ssn' ? SsnInput : PlainInput;
  return <QuestionField question={question}>{(aria) => <Input question={question} aria={aria} />}</QuestionField>;
}
