import type { QuestionOf } from '@firstyear/form-engine';
import { errorId, FieldErrors, FieldGroup, hintId, LabelMark, Note } from '@firstyear/ui/field.tsx';
import { useFoundInput } from '@firstyear/ui/found-input.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import type { ComponentProps } from 'react';
import { useAnswerStore, useInputValue } from '../../answers/hooks.ts';
import { useQuestionParts } from '../question-field.tsx';
import styles from './choice.module.css';
import { useOptions } from './select.tsx';

/** Labels up to this many characters are side by side. */
const SHORT_LABEL = 12;

interface MarkProps extends ComponentProps<'input'> {
  readonly onMark: (isOn: boolean) => void;
}

/** A radio or a check box. */
function Mark({ onMark, ...rest }: MarkProps) {
  useFoundInput(rest.id, (control) => {
    if (control instanceof HTMLInputElement) onMark(control.checked);
  });
  return <input {...rest} className={styles.mark} onChange={(event) => onMark(event.currentTarget.checked)} />;
}

/** The first radio carries the question's key as its id, so that a link to the question lands on it. */
export function RadioEdit({ question }: { readonly question: QuestionOf<'radio'> }) {
  const words = useWords(formPage);
  const store = useAnswerStore();
  const value = useInputValue(question.key);
  const options = useOptions(question);
  const parts = useQuestionParts(question);
  const { id: key, errors, label, required } = parts;
  if (options === 'text') return null;
  const isShort = options.every((option) => option.label.length <= SHORT_LABEL);
  return (
    <FieldGroup {...parts} role="radiogroup">
      <div className={styles.answer} data-short={isShort || undefined}>
        <div className={styles.choices} data-short={isShort || undefined}>
          {options.map((option, position) => {
            const id = position === 0 ? key : `${key}-${option.value}`;
            return (
              <label key={option.value} className={styles.choice} htmlFor={id}>
                <Mark
                  id={id}
                  type="radio"
                  name={key}
                  value={option.value}
                  checked={value === option.value}
                  aria-describedby={errors.length > 0 ? errorId(key) : undefined}
                  onMark={(isOn) => isOn && store.change(key, option.value)}
                />
                <span>{option.label}</span>
              </label>
            );
          })}
        </div>
        {!required && (
          <button
            type="button"
            className={styles.clear}
            aria-label={words.clearOf({ question: label })}
            data-unused={value === '' || undefined}
            onClick={() => {
              store.change(key, '');
              document.getElementById(key)?.focus();
            }}
          >
            {words.clear}
          </button>
        )}
      </div>
    </FieldGroup>
  );
}

/** One check box; true or false once it was touched (AMB-123). */
export function CheckEdit({ question }: { readonly question: QuestionOf<'check'> }) {
  const store = useAnswerStore();
  const isOn = useInputValue(question.key) === true;
  const { id, label, hint, errors, required, mark, note } = useQuestionParts(question);
  const describedBy = [hint && hintId(id), errors.length > 0 && errorId(id)].filter(Boolean).join(' ');
  return (
    <div className={styles.check} data-invalid={errors.length > 0 || undefined}>
      <FieldErrors id={id} errors={errors} />
      <label className={styles.choice} htmlFor={id}>
        <Mark
          id={id}
          type="checkbox"
          name={id}
          checked={isOn}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={describedBy || undefined}
          aria-required={required || undefined}
          onMark={(isOn) => store.change(id, isOn)}
        />
        <span>
          {label}
          <LabelMark mark={mark} />
          <Note mark={mark} note={note} required={required} />
        </span>
      </label>
      {hint && (
        <p id={hintId(id)} className={`quiet ${styles.hint}`}>
          {hint}
        </p>
      )}
    </div>
  );
}
